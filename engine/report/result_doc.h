/* result_doc: a result as a document: what is wrong and where, what to do next, then numbers, then what is worth a look
 * only sometimes. Screens and the command line show the same one. Pure: struct result in, lines out.
 *
 * Invariant: no number of a wrong program is shown as if it were one of a right program.
 */
#ifndef REPORT_RESULT_DOC_H
#define REPORT_RESULT_DOC_H

#include "judge/result.h"
#include "report/doc/doc.h"

struct result_view {
	const struct result *r;
	/* Predictions of a sweep, one for each sweep case in order, NAN where none was made; NULL for none. */
	const double *sweep_predictions;
	bool titled;                    /* name the step: nothing around the document does */
	bool details;                   /* kernels, all cases, notes, the run */
	bool legend;                    /* what each counter means */
	bool bars;                      /* beside the numbers of the table, where there is room */
	bool fold;                      /* long messages by their first lines */
	const struct earlier *before;   /* the student's run before this one, or NULL */
	int predicted, predicted_close; /* all predictions so far, and how many of them were close; 0: not known */
	/* Stored answers (judge/answer.h), one for each question of the step, NULL where there is none; NULL for none
	 * at all. */
	char *const *answers;
};

void result_doc(const struct result_view *v, struct doc *d);
enum style verdict_style_of(enum verdict v);

/* ---- the parts of it (result_what.c, result_table.c, result_sweep.c, result_more.c, result_rest.c) */
/* Keep at most MOST_FOLDED lines of what was added from line `from` on, and say how many more there are. */
void result_fold(const struct result_view *v, struct doc *d, size_t from);
void result_heading(struct doc *d, const char *text);
/* A label in a column of its own, and wrapped text beside it. */
void result_field(struct doc *d, const char *label, enum style s, const char *text);
void result_what(const struct result_view *v, struct doc *d);
/* The outcome of view->answers, as lines. */
void result_answers(const struct result_view *v, struct doc *d);
void result_learned(const struct result *r, struct doc *d);
void result_images(const struct result *r, struct doc *d);
void result_more(const struct result *r, struct doc *d);
void result_improved(const struct result_view *v, struct doc *d);
void result_cases(const struct result_view *v, struct doc *d);
void result_side_by_side(const struct result_view *v, struct doc *d);
void result_sweep(const struct result_view *v, struct doc *d);
void result_legend(const struct result_view *v, struct doc *d);
void result_findings(const struct result_view *v, struct doc *d);
void result_kernels(const struct result *r, struct doc *d);
void result_output(const struct result *r, struct doc *d);
void result_run(const struct result_view *v, struct doc *d);

#endif
