/* stepper report: one step of a trace: where the warp stands, which lanes go on, what the instruction wrote, what the
 * chosen registers hold, shared memory by banks, where the other warps are. */
#ifndef REPORT_STEPPER_H
#define REPORT_STEPPER_H

#include "judge/trace.h"
#include "report/doc/doc.h"
#include "report/report.h"

struct stepper_view {
	const struct trace *t;
	const char *source; /* the judged file's text; NULL: not known */
	uint32_t warp;
	size_t step;       /* from 0 */
	const char *watch; /* registers whose values are wanted, too: "%f1,%r2"; NULL: none */
	int rows;          /* lines that are in sight at once; 0: as many as there are */
};
void stepper_doc(const struct stepper_view *v, struct doc *d);
void report_stepper_text(const struct stepper_view *v, const struct text_style *st, struct buf *out);
/* All steps of the warp, schema warplings.steps/1. */
void report_stepper_json(const struct stepper_view *v, const char *step_id, struct buf *out);

#endif
