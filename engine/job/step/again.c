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
