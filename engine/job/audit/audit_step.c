/* audit_step: a step's file over its cases, with and without a barrier. A case is right when it runs, the checkers find
 * nothing that counts, and its outputs are the reference's. */
#include "job/audit/audit_internal.h"

#include <stdlib.h>

#include "emulator/emulator.h"
#include "judge/compare.h"
#include "judge/finding.h"

/* One case. What goes wrong goes into *w, unless a case before has said the like. */
static int try_case(
	struct audit *a, struct runner *run, size_t i, uint64_t schedule, struct audit_row *w, struct err *e)
{
	const struct reference_case *ref = &a->reference.cases[i];
	struct arena *arena = &a->r->arena;
	struct mismatch m = { 0 };
	struct outputs got;
	struct run_outcome o;
	int rc = outputs_make(&got, &a->data[i], e);

	if (!rc)
		rc = runner_case(run, arena, &a->data[i], &got, NULL, (int)a->rq->step->time_limit_ms, &o, e);
	if (!rc && !a->npoints) {
		struct device_sync *rows;
		size_t n;

		rc = device_syncs(run->device, arena, &rows, &n, e);
		if (!rc)
			audit_points(a, rows, n);
	}
	for (size_t k = 0; !rc && k < o.nlines; k++)
		if (o.lines[k].times)
			audit_reached(a, o.lines[k].file, o.lines[k].line);
	if (!rc && o.verdict == VERDICT_PASS)
		rc = compare_case(
			arena, &a->data[i], &got, &ref->want, ref->magnitude.data ? &ref->magnitude : NULL, &m, e);
	outputs_release(&got);
	if (rc)
		return -1;
	if (!w->finding)
		w->finding = audit_finding(a, o.findings, o.nfindings, NULL, 0);
	/* In another order it may only take long. */
	if (o.verdict != VERDICT_PASS && !(schedule && o.verdict == VERDICT_TIMEOUT))
		w->fault = audit_clause(arena, "the run fails: %s", o.message ? o.message : verdict_meaning(o.verdict));
	else if (m.any && m.never_written)
		w->element = audit_clause(arena, "%s is not written", m.where ? m.where : m.arg);
	else if (m.any)
		w->element =
			audit_clause(arena, "%s is wrong: %s instead of %s", m.where ? m.where : m.arg, m.got, m.want);
	if (w->fault || w->element) {
		w->case_name = a->rq->step->cases[i].name;
		w->schedule = schedule;
	}
	return 0;
}

/* Every case in the natural order under the checkers; then the correctness cases in other orders until something comes
 * out wrong. */
static int try_all(struct audit *a, const struct device_sync *drop, struct audit_row *w, struct err *e)
{
	const struct step *s = a->rq->step;
	struct runner_spec spec = { .install = &a->install,
		.so = a->artifact,
		.symbol = "solve",
		.cancel_fd = a->rq->cancel_fd,
		.drop = drop,
		.sandbox = a->sandbox,
		.step_budget = s->step_budget ?
			s->step_budget :
			AUDIT_BUDGET_FACTOR * a->reference.most_instructions + AUDIT_BUDGET_BASE };
	struct runner run;
	int rc = 0;

	if (runner_start(&run, &spec, e))
		return -1;
	for (uint64_t k = 0; k <= (uint64_t)a->r->schedules && !rc && !w->element && !w->fault; k++) {
		if (k)
			rc = device_schedule(run.device, k, EM_CHECK_ALL, 0, e);
		for (size_t i = 0; i < s->ncases && !rc && !w->element && !w->fault; i++)
			if (!k || !s->cases[i].perf || s->ncases == 1)
				rc = try_case(a, &run, i, k, w, e);
	}
	runner_stop(&run);
	return rc;
}

int audit_step_open(struct audit *a, struct err *e)
{
	const struct step *s = a->rq->step;
	struct audit_row w = { 0 };

	a->data = xcalloc(s->ncases, sizeof *a->data);
	for (size_t i = 0; i < s->ncases; i++)
		if (case_data_make(&a->data[i], s, &s->cases[i], a->r->seed, e))
			return -1;
	a->reference = (struct reference){ .install = &a->install,
		.toolchain = &a->toolchain,
		.step = s,
		.data = a->data,
		.so = a->reference_so,
		.cancel_fd = a->rq->cancel_fd };
	a->have_reference = true;
	if (reference_start(&a->reference, e))
		return -1;
	reference_wait(&a->reference);
	if (a->reference.rc) {
		*e = a->reference.err;
		return -1;
	}
	if (try_all(a, NULL, &w, e))
		return -1;
	if (w.fault || w.element || w.finding) {
		const char *what = w.fault ? w.fault : w.element ? w.element : w.finding;

		a->r->refused = audit_clause(&a->r->arena,
			"It has to be right before its barriers can be judged: %s%s%s%s. "
			"`warplings run %s` says more",
			what, w.case_name ? " (case '" : "", w.case_name ? w.case_name : "", w.case_name ? "')" : "",
			s->id);
		return 1;
	}
	return 0;
}

int audit_step_try(struct audit *a, const struct device_sync *drop, struct audit_row *w, struct err *e)
{
	return try_all(a, drop, w, e);
}
