/* audit_program: a program with and without a barrier. As it stands it runs twice in the natural order and then in
 * others: what it prints says something only when that stays the same, and its result only when no order changes it. */
#include "job/audit/audit_internal.h"

#include <string.h>

#include "emulator/emulator.h"
#include "job/program/exec_schedules.h"

struct collected {
	struct audit *a;
};

static void take_syncs(void *user, const struct device_sync *rows, size_t n)
{
	struct collected *c = user;

	audit_points(c->a, rows, n);
}

static int run(struct audit *a, const struct device_sync *drop, uint64_t schedule, struct exec_report *r, struct err *e)
{
	struct collected c = { a };
	const char **argv;
	size_t n = 0;
	struct exec_request rq = { .install = &a->install,
		.capture = true,
		.cancel_fd = a->rq->cancel_fd,
		.per_line = !drop && !schedule,
		.schedule = schedule,
		.unchecked = schedule ? EM_CHECK_ALL : 0,
		.drop = drop,
		.on_syncs = a->have_natural ? NULL : take_syncs,
		.user = &c,
		.step_budget = a->have_natural ?
			AUDIT_BUDGET_FACTOR * a->natural.side.total.v[CTR_INST] + AUDIT_BUDGET_BASE :
			0 };

	while (a->rq->args && a->rq->args[n])
		n++;
	argv = arena_alloc(&a->r->arena, (n + 2) * sizeof *argv);
	argv[0] = a->artifact;
	for (size_t i = 0; i < n; i++)
		argv[i + 1] = a->rq->args[i];
	rq.argv = argv;
	return exec_run(&rq, r, e);
}

/* Does it come out otherwise than as it stands? Without its output when that says nothing. */
static bool differs(struct audit *a, const struct exec_report *got, struct buf *why)
{
	struct exec_report x = *got;

	if (!a->by_output)
		x.output = a->natural.output;
	return exec_differs(&a->natural, NULL, &x, why);
}

static int stable(struct audit *a, struct err *e)
{
	struct buf why;
	int rc = 0;

	a->by_output = a->by_order = true;
	buf_init(&why);
	for (uint64_t k = 0; k <= (uint64_t)a->r->schedules && !rc && a->by_order; k++) {
		struct exec_report r;

		rc = run(a, NULL, k, &r, e);
		if (!rc && differs(a, &r, &why)) {
			if (k) {
				a->by_order = false;
				a->r->schedules = 0;
				audit_report_note(a->r,
					"As it stands another order of threads changes its result already (schedule "
					"%llu: %s), so only the "
					"natural order was tried.",
					(unsigned long long)k, why.data);
			} else {
				a->by_output = false;
				audit_report_note(a->r,
					"It prints something else each time (%s), so only its exit status and the "
					"checkers judge it.",
					why.data);
			}
			buf_clear(&why);
		}
		exec_report_release(&r);
	}
	buf_release(&why);
	return rc;
}

int audit_program_open(struct audit *a, struct err *e)
{
	struct exec_report *r = &a->natural;
	int rc = run(a, NULL, 0, r, e);

	a->have_natural = true;
	if (rc)
		return -1;
	for (size_t i = 0; i < r->nlines; i++)
		if (r->lines[i].times)
			audit_reached(a, r->lines[i].file, r->lines[i].line);
	for (size_t i = 0; i < r->nfaults && !a->r->refused; i++)
		if (r->faults[i].fatal)
			a->r->refused = audit_clause(&a->r->arena,
				"It has to run before its barriers can be judged: %s. `warplings exec` says more",
				r->faults[i].message);
	if (!a->r->refused && (!r->exited || r->code))
		a->r->refused = audit_clause(&a->r->arena,
			"It has to end with status 0 before its barriers can be judged, and ends with %s %d",
			r->exited ? "status" : "signal", r->code);
	if (a->r->refused)
		return 1;
	return stable(a, e);
}

int audit_program_try(struct audit *a, const struct device_sync *drop, struct audit_row *w, struct err *e)
{
	struct buf why;
	int rc = 0;

	buf_init(&why);
	for (uint64_t k = 0; k <= (uint64_t)a->r->schedules && !rc && !w->element; k++) {
		struct exec_report r;

		rc = run(a, drop, k, &r, e);
		if (!rc && !w->finding)
			w->finding =
				audit_finding(a, r.findings, r.nfindings, a->natural.findings, a->natural.nfindings);
		if (!rc && differs(a, &r, &why)) {
			w->element = audit_clause(&a->r->arena, "%s", why.data);
			w->schedule = k;
		}
		exec_report_release(&r);
	}
	buf_release(&why);
	return rc;
}
