/* lines report: the judged file as a map of where the work goes: what each line counted in the perf case, beside the
 * source. */
#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include "judge/result.h"
#include "report/doc/doc.h"

/* A document whose line for the source's line n has the tag n - 1. Returns the number of such lines; 0: there is
 * nothing to show, and the document says why. */
size_t lines_doc(const struct result *r, struct doc *d);
/* The line that executed most; 0: none did anything. */
int lines_hottest(const struct result *r);

#endif
