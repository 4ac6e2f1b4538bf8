/* learned: what a step's `learned` says after a pass, with the student's own numbers in it. */
#ifndef REPORT_LEARNED_H
#define REPORT_LEARNED_H

#include "base/buf.h"
#include "judge/result.h"

/* The text with its quotes filled in (lab/quote.h). A part of a sentence with a number that nobody knows is left out;
 * parts end at a full stop, semicolon or colon. A text that quotes no measured figure gets a sentence with the
 * starter's and the solution's, where they were measured. Empty when the step has none or the result is no pass. */
void learned_text(const struct result *r, struct buf *out);

#endif
