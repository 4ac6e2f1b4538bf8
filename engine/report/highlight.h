/* highlight: a line of CUDA C++ with its words styled. It knows words, numbers, strings and comments, and parses
 * nothing. */
#ifndef REPORT_HIGHLIGHT_H
#define REPORT_HIGHLIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "report/doc/doc.h"

struct highlight { /* what goes on from line to line; all zero before the first */
	bool in_comment;
};
/* Put the line on the document's open line; what goes beyond d->width goes on below it, further in. Tabs in front are
 * two columns each. */
void highlight_line(struct highlight *h, const char *line, size_t n, struct doc *d);
/* Laid out likewise, in one style. */
void highlight_none(enum style s, const char *line, size_t n, struct doc *d);

#endif
