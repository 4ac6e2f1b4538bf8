/* sweep report: a sweep as a table with a plot beside it: one row a value, or a grid of two macros' values. */
#ifndef REPORT_SWEEP_H
#define REPORT_SWEEP_H

#include "judge/sweep.h"
#include "report/doc/doc.h"
#include "report/report.h"

/* The first `done` rows that have been tried, and how many are to come. */
/* answers: stored ones (judge/answer.h), one for each question of the step, NULL where there is none; NULL for none. */
void sweep_doc(const struct sweep_report *r, char *const *answers, struct doc *d);
void report_sweep_text(
	const struct sweep_report *r, char *const *answers, const struct text_style *st, struct buf *out);
/* Schema warplings.sweep/1. */
void report_sweep_json(const struct sweep_report *r, struct buf *out);

#endif
