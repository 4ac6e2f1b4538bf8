/* page: how the text report puts words on lines: width, colour, and what to write where UTF-8 is not understood.
 *
 * Everything that reaches the output passes through page_text (scrubbed once more, transliterated when the terminal is
 * not UTF-8), so no caller has to think of foreign bytes. Own glyphs are written as UTF-8 in the source and take the
 * same way. Beside engine/report, cli/ prints its lists with it.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "base/buf.h"
#include "report/format.h"
#include "report/report.h"

enum page_style { PAGE_PLAIN, PAGE_BOLD, PAGE_GOOD, PAGE_BAD, PAGE_WARN, PAGE_DIM };

struct page {
	struct buf *out;
	const struct text_style *st;
	int width;       /* usable columns: at least PAGE_MIN */
	struct buf line; /* scratch: the safe form of what is being written */
};
#define PAGE_MIN 24
#define PAGE_DEFAULT 80

void page_init(struct page *p, const struct text_style *st, struct buf *out);
void page_release(struct page *p);

/* `s` made safe and, without UTF-8, ASCII; appended to `out`. Tabs become spaces. */
void page_safe(const struct page *p, const char *s, struct buf *out);

void page_text(struct page *p, enum page_style style, const char *s); /* no newline, no wrapping */
void page_printf(struct page *p, enum page_style style, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void page_newline(struct page *p);
void page_spaces(struct page *p, int n);
/* Text and then spaces up to `columns`; with `right`, the spaces come first. Longer text stays whole. */
void page_cell(struct page *p, enum page_style style, const char *s, int columns, bool right);
/* Paragraphs broken at spaces; the cursor stands at column `at` already, the following lines begin at `indent`. */
void page_wrap(struct page *p, enum page_style style, int at, int indent, const char *s);
/* Lines as they are, each indented: for compiler output. */
void page_verbatim(struct page *p, int indent, const char *s);
/* A bold heading with an empty line before it. */
void page_heading(struct page *p, const char *s);

enum page_style verdict_style(enum verdict v);

#endif
