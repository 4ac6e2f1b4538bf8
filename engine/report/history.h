/* history report: the attempts at a step, one a row, with what the step counts, and what changed between two. */
#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H

#include "judge/history.h"
#include "report/doc/doc.h"

/* The newest first; attempt `marked` (from 1, 0: none) has a sign. Below them how each measure went. The row of attempt
 * i has the tag h->n - 1 - i. Returns the number of rows; 0: a sentence says that there is none. */
size_t history_doc(const struct history *h, const struct step *s, size_t marked, struct doc *d);
/* What changed from attempt `from` to attempt i, both from 0; `from` beyond the end: a sentence says that there is
 * none. */
void history_diff_doc(const struct history *h, size_t from, size_t i, struct doc *d);
void report_history_diff_json(
	const struct history *h, size_t from, size_t i, const struct step *s, struct buf *out); /* warplings.diff/1 */
void report_history_json(const struct history *h, const struct step *s, struct buf *out); /* warplings.history/1 */

#endif
