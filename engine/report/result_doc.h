/* result_doc: a result as a doc: the headline, what stands in the way of a pass first, then both sides beside each
 * other, then everything else. Pure: struct result in, lines out. result_table.c holds the tables. */
#ifndef REPORT_RESULT_DOC_H
#define REPORT_RESULT_DOC_H

#include "judge/result.h"
#include "report/doc/doc.h"

struct result_view {
	const struct result *r;
	/* Predictions of a sweep, one for each sweep case in order, NAN where none was made; NULL for none. */
	const double *sweep_predictions;
};

void result_doc(const struct result_view *v, struct doc *d);
enum style verdict_style_of(enum verdict v);

/* What the step's manifest asks to show beside the usual, as lines of text: for the plain report. */
void result_more_text(const struct result *r, int width, bool utf8, struct buf *out);

/* For result_doc.c only. */
void result_learned(const struct result *r, struct doc *d);
void result_more(const struct result *r, struct doc *d);
void result_side_by_side(const struct result_view *v, struct doc *d);
void result_gates(const struct result *r, struct doc *d);
void result_kernels(const struct result *r, struct doc *d);
void result_sweep(const struct result_view *v, struct doc *d);
void result_legend(const struct result_view *v, struct doc *d);
void result_heading(struct doc *d, const char *text);

#endif
