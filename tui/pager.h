/* pager: a window onto a doc: the top line, the selected row where the doc is a list, and searching. No curses. */
#ifndef TUI_PAGER_H
#define TUI_PAGER_H

#include <stdbool.h>

#include "report/doc/doc.h"
#include "tui/keys.h"

struct pager {
	int top, height; /* first line shown; lines of the window */
	int selected;    /* tag of the selected row, -1 = this doc is no list */
	int ntags;       /* rows of the list */
	int found;       /* line that a search found, shown marked; -1 = none */
};

/* Carry out a moving request (UP .. BOTTOM). False when it is none. */
bool pager_request(struct pager *p, const struct doc *d, enum request r);
/* After the doc or the height changed: keep top in range and the selected row in sight. */
void pager_fit(struct pager *p, const struct doc *d);
/* The line that is shown in a row of the window, from 0: the doc's pinned one stays in the first. */
int pager_line(const struct pager *p, const struct doc *d, int row);
/* Show a line, with a little of what stands before it. */
void pager_show(struct pager *p, const struct doc *d, int line);
/* Find text: from the selected row (or the top line) on, `step` +1 or -1, around the end. `skip`: not the present
 * place. True when found; then the row is selected, or the line is the top one. */
bool pager_find(struct pager *p, const struct doc *d, const char *text, int step, bool skip);
/* "12 %" of the way, or "" when all is in sight. */
void pager_position(const struct pager *p, const struct doc *d, char out[16]);

#endif
