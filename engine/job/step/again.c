/* again: see again.h. */
#include "job/step/again.h"

#include "emulator/emulator.h"
#include "judge/compare.h"

int again_first(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	uint64_t schedule, bool *right, struct err *e)
{
	struct mismatch m;
	struct outputs got;
	struct run_outcome o;
	int rc = outputs_make(&got, d, e);

	*right = false;
	if (rc)
		return rc;
	runner_forget(run);
	rc = device_schedule(run->device, schedule, EM_CHECK_ALL, e);
	if (!rc)
		rc = runner_case(run, a, d, &got, NULL, (int)d->step->time_limit_ms, &o, e);
	if (!rc && o.verdict == VERDICT_PASS) {
		rc = compare_case(a, d, &got, &ref->want, ref->magnitude.data ? &ref->magnitude : NULL, &m, e);
		*right = !rc && !m.any;
	}
	outputs_release(&got);
	return rc;
}

int again_other(struct runner *run, struct arena *a, const struct case_data *d, const struct reference_case *ref,
	struct case_result *c, struct err *e)
{
	struct mismatch m = { 0 };
	struct outputs got;
	struct run_outcome o;
	bool right = false;
	int rc = device_schedule(run->device, 0, EM_CHECK_ALL, e) ? -1 : outputs_make(&got, d, e);

	if (rc)
		return rc;
	rc = runner_case(run, a, d, &got, NULL, (int)d->step->time_limit_ms, &o, e);
	if (!rc && o.verdict == VERDICT_PASS)
		rc = compare_case(a, d, &got, &ref->want, ref->magnitude.data ? &ref->magnitude : NULL, &m, e);
	outputs_release(&got);
	if (rc || (o.verdict == VERDICT_PASS && !m.any))
		return rc;
	rc = again_first(run, a, d, ref, 0, &right, e);
	if (rc)
		return rc;
	c->again = right;
	c->verdict = m.any ? VERDICT_WRONG_ANSWER : o.verdict;
	c->mismatch = m;
	if (!m.any) {
		c->message = o.message;
		c->place = o.place;
	}
	return 0;
}
