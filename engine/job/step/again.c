/* again: see again.h. */
#include "job/step/again.h"

#include <string.h>

#include "emulator/emulator.h"
#include "job/step/advice.h"
#include "judge/compare.h"

/* The case once, and its outputs beside the reference's, if it passed so far. A time that it took itself may be left
 * out: for a small kernel it hangs on how late the host comes after the calls before, so that the mean of ten launches,
 * as right as the time of one, is another number behind other calls. */
static int once(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	uint64_t schedule, bool times, struct run_outcome *o, struct mismatch *m, struct err *e)
{
	struct outputs got;
	int rc = outputs_make(&got, d, e);

	if (rc)
		return rc;
	rc = device_schedule(run->device, schedule, EM_CHECK_ALL, 0, e);
	if (!rc)
		rc = runner_case(run, a, d, &got, NULL, (int)d->step->time_limit_ms, o, e);
	if (!rc && !times)
		outputs_accept_times(d, &got, &ref->want);
	if (!rc && o->verdict == VERDICT_PASS)
		rc = compare_case(a, d, &got, &ref->want, ref->magnitude.data ? &ref->magnitude : NULL, m, e);
	outputs_release(&got);
	return rc;
}

int again_first(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	uint64_t schedule, bool *right, struct err *e)
{
	struct mismatch m = { 0 };
	struct run_outcome o;
	int rc;

	runner_forget(run);
	rc = once(run, a, d, ref, schedule, true, &o, &m, e);
	*right = !rc && o.verdict == VERDICT_PASS && !m.any;
	return rc;
}

int again_other(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	struct case_result *c, struct err *e)
{
	struct mismatch m = { 0 };
	struct run_outcome o;
	bool right;
	int rc = once(run, a, d, ref, 0, false, &o, &m, e);

	if (rc || (o.verdict == VERDICT_PASS && !m.any))
		return rc;
	rc = again_first(run, a, d, ref, 0, &right, e);
	if (rc)
		return rc;
	c->again = right;
	c->verdict = m.any ? VERDICT_WRONG_ANSWER : o.verdict;
	c->mismatch = m;
	if (!m.any) {
		c->message = o.out_of_time ? runner_time_over(run, a) : o.message;
		c->place = o.place;
	}
	return 0;
}

static bool same_element(const struct mismatch *m, const struct mismatch *k)
{
	return k->any && m->arg && k->arg && !strcmp(m->arg, k->arg) && m->index == k->index && m->got && k->got &&
		!strcmp(m->got, k->got);
}

int again_varies(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	const struct mismatch *m, const char **words, struct err *e)
{
	enum { OTHERS = 4 };
	const struct arg *arg = step_arg(d->step, m->arg);
	const bool rounded = arg && (arg->type == ELEM_FLOAT || arg->type == ELEM_DOUBLE);

	*words = NULL;
	for (uint64_t schedule = 0; schedule <= OTHERS && !*words; schedule++) {
		struct mismatch k = { 0 };
		struct run_outcome o;

		if (once(run, a, d, ref, schedule, true, &o, &k, e))
			return -1;
		if (o.verdict != VERDICT_PASS)
			continue;
		if (!schedule && !same_element(m, &k)) /* it is no order that decides */
			return 0;
		if (schedule && !k.any)
			*words = arena_printf(a, "In another order of threads (schedule %llu) the answer is right",
				(unsigned long long)schedule);
		else if (schedule && !rounded && !same_element(m, &k))
			*words = m->index == k.index && k.got ?
				arena_printf(a, "In another order of threads (schedule %llu) %s is %s",
					(unsigned long long)schedule, k.where ? k.where : k.arg, k.got) :
				arena_printf(a,
					"In another order of threads (schedule %llu) the first wrong element is %s",
					(unsigned long long)schedule, k.where ? k.where : k.arg);
	}
	return 0;
}
