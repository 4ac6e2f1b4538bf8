/* history report: the attempts at a step, one a row, with what the step counts, and what changed between two. */
#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H

#include "judge/history.h"
#include "report/doc/doc.h"

/* The newest first: the row of attempt i has the tag h->n - 1 - i. Returns the number of rows; 0: a sentence says that
 * there is none. */
size_t history_doc(const struct history *h, const struct step *s, struct doc *d);
/* Attempt i beside the one before it. */
void history_diff_doc(const struct history *h, size_t i, struct doc *d);
void report_history_json(const struct history *h, const struct step *s, struct buf *out); /* warplings.history/1 */

#endif
