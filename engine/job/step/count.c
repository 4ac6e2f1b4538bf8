/* count.c: see count.h. */
#include "job/step/count.h"

/* On a GPU it ended, so it will here: this is for what goes another way when it meets another device. */
#define COUNTING_BUDGET 2000000000ull

int count_side(const struct runner_spec *spec, const struct case_data *d, struct result *r, struct side *side,
	struct run_outcome *o, struct err *e)
{
	struct runner_spec bounded = *spec;
	struct runner run;
	struct outputs out;
	int rc;

	bounded.step_budget = COUNTING_BUDGET;
	if (runner_start(&run, &bounded, e))
		return -1;
	rc = outputs_make(&out, d, e);
	if (!rc)
		rc = runner_case(&run, &r->arena, d, &out, NULL, (int)d->step->time_limit_ms, o, e);
	if (!rc && o->verdict == VERDICT_PASS) {
		side->kernels = o->side.kernels;
		side->nkernels = o->side.nkernels;
		side->total = o->side.total;
		side->timeline = o->side.timeline;
		side->has_counters = true;
	} else if (!rc) {
		r->uncounted = arena_printf(&r->arena, "the emulator, which counts, could not run %s in case '%s' (%s)",
			side == &r->student ? "your program" : "the reference", d->tc->name,
			o->message ? o->message : verdict_word(o->verdict));
		if (!d->step->ngates) /* else the verdict's own sentence says it */
			result_note(r, "no counters: %s", r->uncounted);
	}
	outputs_release(&out);
	runner_stop(&run);
	return rc;
}
