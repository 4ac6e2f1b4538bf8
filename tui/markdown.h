/* markdown: a lesson (CommonMark and tables, parsed by md4c) -> doc. No curses. HTML in it is shown as text. */
#ifndef TUI_MARKDOWN_H
#define TUI_MARKDOWN_H

#include <stddef.h>

#include "report/doc/doc.h"

/* Append `n` bytes of Markdown, laid out for doc->width. Any bytes are safe. */
void markdown_render(struct doc *d, const char *text, size_t n);
/* One paragraph of plain text in which only `code` is marked up (hints, questions): a * in them stays a *. */
void markdown_plain(struct doc *d, enum style s, int indent, const char *text);
/* Likewise, but each line of it begins a line (questions with answers to choose from). */
void markdown_lines(struct doc *d, enum style s, int indent, const char *text);

/* A hint: paragraphs as markdown_plain() has them, and lines of code, each indented by four spaces or more. */
void markdown_hint(struct doc *d, int indent, const char *text);

/* The part of a lab's lesson that belongs to a step: from the heading that begins with the step's number ("## 2. Rows",
 * "## Step 2: rows") or is the step's title or name, to the next heading of its level or above. 0 when found, else -1
 * and all of it. */
struct section_key {
	int number;
	const char *name, *title; /* may be NULL */
};
int markdown_section(const char *text, size_t n, const struct section_key *key, size_t *start, size_t *len);
/* What stands before the first section of any of the `nkeys` steps: the lab's own introduction. */
size_t markdown_intro(const char *text, size_t n, const struct section_key *keys, size_t nkeys);

#endif
