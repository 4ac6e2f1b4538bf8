/* seen: of which case the lines, accesses and steps of a result are, and why there are none. */
#ifndef REPORT_SEEN_H
#define REPORT_SEEN_H

#include "judge/result.h"
#include "report/doc/doc.h"

/* "Of case 'prime', which failed:" where they are not of the performance case; else nothing. */
void seen_case(const struct result *r, struct doc *d);
/* "No line was counted: the file does not compile yet.", where `what` is "No line was counted". */
void seen_nothing(const struct result *r, const char *what, struct doc *d);
/* Why a line has no access that could be shown, and which lines do (0: none has). One sentence. */
void seen_no_access(const struct result *r, int line, struct buf *out);
/* The lines in which the list's warp makes accesses, "5, 7", each once; nothing where there are none. */
void seen_access_lines(const struct access_list *l, struct buf *out);

#endif
