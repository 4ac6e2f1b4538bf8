/* images: see images.h. */
#include "job/step/images.h"

#include "job/step/order.h"
#include "judge/image.h"

void images_of_case(const struct case_data *d, const struct outputs *want, const struct run_outcome *o,
	const struct outputs *got, struct result *r)
{
	if (image_case(d->step) == d->tc && o->verdict == VERDICT_PASS)
		image_take(r, d, got, want);
}

int images_of_wrong(
	const struct job_request *rq, struct runner *run, const struct truth *t, struct result *r, struct err *e)
{
	const struct test_case *tc = image_case(rq->step);
	size_t i = tc ? (size_t)(tc - rq->step->cases) : 0;
	bool wrong = false;
	struct outputs got;
	struct run_outcome o;
	int rc;

	for (size_t k = 0; k < r->ncases; k++)
		wrong |= r->cases[k].mismatch.any;
	if (!tc || tc->perf || !wrong || r->cases[i].ran || rq->stop_at_first)
		return 0;
	if (outputs_make(&got, &t->data[i], e))
		return -1;
	rc = order_allow(run, &t->reference, r, i, e);
	if (!rc)
		rc = runner_case(run, &r->arena, &t->data[i], &got, NULL, (int)rq->step->time_limit_ms, &o, e);
	if (!rc)
		images_of_case(&t->data[i], &t->reference.cases[i].want, &o, &got, r);
	outputs_release(&got);
	return rc;
}
