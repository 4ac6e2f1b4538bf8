/* replay: see replay.h. */
#include "job/step/replay.h"

#include "base/buf.h"

void replay_note(const struct job_request *rq, struct result *r, uint64_t schedule)
{
	const char *order = schedule ? arena_printf(&r->arena, " --schedule %llu", (unsigned long long)schedule) : "";

	result_note(r, "replay: warplings run %s%s%s --seed %llu%s", r->step_id, rq->named_file ? " --file " : "",
		rq->named_file ? r->file : "", (unsigned long long)r->seed, order);
}

static void note_sizes(struct result *r, const struct test_case *tc)
{
	struct buf b;

	buf_init(&b);
	for (size_t i = 0; i < tc->nparams; i++)
		buf_printf(&b, "%s%s = %lld", i ? ", " : "", tc->params[i].name, tc->params[i].value);
	result_note(r, "case '%s' had %s; its sizes are drawn anew in each run", tc->name, b.data);
	buf_release(&b);
}

void replay_drawn(const struct job_request *rq, struct result *r)
{
	bool any = false;

	for (size_t i = 0; i < r->ncases; i++)
		if (rq->step->cases[i].drawn && r->cases[i].ran && !r->cases[i].schedule &&
			r->cases[i].verdict != VERDICT_PASS && r->cases[i].verdict == r->verdict) {
			note_sizes(r, &rq->step->cases[i]);
			any = true;
		}
	if (any)
		replay_note(rq, r, 0);
}
