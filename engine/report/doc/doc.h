/* doc: lines of styled text, laid out for a width: what every screen builds and the pager shows. No curses.
 *
 * Text is cleaned (text.h) as it comes in, so a doc never holds a byte that a terminal must not see. No line is wider
 * than doc.width, as long as it was made by doc_flow, doc_wrap or doc_pre; doc_put alone may go beyond, and the pager
 * cuts it.
 */
#ifndef REPORT_DOC_H
#define REPORT_DOC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "report/doc/theme.h"

struct doc_span {
	size_t off, len; /* bytes of doc.text */
	enum style style;
};
struct doc_line {
	size_t first, n; /* spans */
	int tag;         /* what the line stands for (a list's row), or -1 */
};
struct doc {
	struct buf text;
	struct doc_span *spans;
	size_t nspans, capspans;
	struct doc_line *lines;
	size_t nlines, caplines; /* the last one is open until doc_break */
	size_t pinned; /* the line, from 1, that stays in sight while those below it scroll: a table's head; 0: none */
	int width;
	bool utf8;
	int colours; /* that a picture may use: 256, 16; 0: none, which is so after doc_init */
	bool open;   /* the last line has begun and has no doc_break yet */
};

void doc_init(struct doc *d, int width, bool utf8);
void doc_release(struct doc *d);
void doc_clear(struct doc *d);

/* Add to the open line (begins one when there is none). */
void doc_put(struct doc *d, enum style s, const char *text);
void doc_putn(struct doc *d, enum style s, const char *text, size_t n);
/* As much as goes into `room` columns; "..." says that there was more. */
void doc_put_cut(struct doc *d, enum style s, const char *text, size_t n, int room);
void doc_printf(struct doc *d, enum style s, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Spaces up to a column; at least one when the line is not empty and is there already. */
void doc_pad(struct doc *d, int column);
int doc_column(const struct doc *d);
/* End the open line; an empty line when none is open. */
void doc_break(struct doc *d);
/* An empty line, unless the last one is empty or there is none. */
void doc_gap(struct doc *d);
/* The line that was ended last is the head of what follows: it stays in sight. */
void doc_pin(struct doc *d);
/* Keep the first n lines alone. */
void doc_cut(struct doc *d, size_t n);

/* Running text of several styles, to be wrapped as one paragraph. */
struct flow {
	struct buf text; /* clean; '\n' forces a break */
	struct doc_span *runs;
	size_t nruns, capruns;
	bool utf8;
};
void flow_init(struct flow *f, bool utf8);
void flow_release(struct flow *f);
void flow_clear(struct flow *f);
void flow_add(struct flow *f, enum style s, const char *text, size_t n);
void flow_break(struct flow *f);
/* Lay it out. `first` and `rest` begin the first and the other lines (NULL = nothing); a word wider than a line is cut.
 */
void doc_flow(struct doc *d, const struct flow *f, const char *first, const char *rest, enum style margin);
/* One style, `indent` columns from the left. */
void doc_wrap(struct doc *d, enum style s, int indent, const char *text);
/* Text whose line breaks count: code, compiler output. A line that is too wide goes on below, so nothing is hidden. */
void doc_pre(struct doc *d, enum style s, const char *margin, const char *text, size_t n);
/* The same, but what is longer is broken after a blank where that is possible: sentences among text that has its own
 * lines. */
void doc_pre_words(struct doc *d, enum style s, const char *margin, const char *text, size_t n);

/* The text of a line, clean, appended. */
void doc_line_text(const struct doc *d, size_t line, struct buf *out);
/* All lines with newlines, for tests and searches. */
void doc_text(const struct doc *d, struct buf *out);

#endif
