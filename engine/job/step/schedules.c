/* schedules: see schedules.h. Cases take part when nothing but a race was said of any of them: what is wrong already
 * needs no other order. The checkers are off meanwhile: what they find hangs on what is ordered, not on who came first,
 * and the natural order told it.
 *
 * How much is run is counted in warp instructions of the natural order, never in time, so that a verdict is the same on
 * every machine. */
#include "job/step/schedules.h"

#include <string.h>

#include "base/buf.h"
#include "emulator/emulator.h"
#include "job/evidence/findings.h"
#include "job/step/again.h"
#include "job/step/advice.h"
#include "job/step/order.h"
#include "job/step/replay.h"
#include "job/step/written.h"
#include "judge/compare.h"
#include "judge/finding.h"

/* Without a word on the command line: six orders, of every kind, of the correctness cases as long as they stay below so
 * many warp instructions together (less than a tenth of a second). Where a checker has seen a race, more are tried for
 * the element that shows it. */
enum { USUAL = 6, SEARCH = 16 };
/* A launch may then take this many times the instructions of the case in its natural order (32 would do for lanes that
 * all part), and so many for polling. What takes more waits for what never comes; it is stopped, and says nothing. Of
 * such orders so many are enough: each takes longer than all others together. */
enum { TRIAL_FACTOR = 64, TRIAL_BASE = 4000000, ENDLESS = 4 };

struct trial {
	const struct job_request *rq;
	struct runner *run;
	const struct case_data *data;
	const struct reference *reference;
	struct result *r;
	enum schedules_part part;
	uint64_t *left;   /* warp instructions */
	int endless;      /* orders that were stopped by their budget */
	int64_t until_ns; /* of runner_now(); 0: no end */
};

/* Before the big cases only a quarter of the time that is left goes into other orders: a program that sleeps in each
 * call has to come to its end in all cases as well. */
static int64_t until(const struct runner *run, enum schedules_part part)
{
	int64_t end = run->spec.deadline_ns, now = runner_now(run);

	return end && part == SCHEDULES_SMALL && end > now ? now + (end - now) / 4 : end;
}

/* Time is over: what was found until now stands. */
static bool out_of_time(const struct trial *t)
{
	return t->until_ns && runner_past(t->run, t->until_ns);
}

static bool takes_part(const struct trial *t, size_t i, uint64_t nth)
{
	const struct case_result *c = &t->r->cases[i];
	bool usual = !t->rq->schedule && !t->rq->schedules, races = c->verdict == VERDICT_RACE;

	if (!c->ran || c->schedule || c->mismatch.any || (c->verdict != VERDICT_PASS && !races))
		return false;
	if (t->part != SCHEDULES_ALL && !races && (t->part == SCHEDULES_SMALL) != order_small(t->reference, i))
		return false;
	return !usual ||
		(t->endless < ENDLESS && (races || nth < USUAL) && !t->data[i].step->cases[i].perf &&
			c->student.v[CTR_INST] <= *t->left);
}

/* m: what is wrong; NULL: it did not come to its end. again: for all that is known, the order is not to blame but the
 * calls before. */
static void went_wrong(
	struct trial *t, size_t i, uint64_t schedule, bool again, const struct run_outcome *o, const struct mismatch *m)
{
	struct case_result *c = &t->r->cases[i];

	c->again = again;
	c->schedule = again ? 0 : schedule;
	if (m) {
		c->mismatch = *m;
		if (!again && c->verdict == VERDICT_PASS)
			finding_judge(&t->r->arena, c); /* what take_garbage() left */
		if (c->verdict == VERDICT_UNINITIALIZED)
			return;
		c->verdict = again ? VERDICT_WRONG_ANSWER : VERDICT_RACE;
		return;
	}
	/* A race that was seen already is the better reason. */
	if (c->verdict == VERDICT_RACE)
		return;
	c->verdict = o->verdict;
	c->message = o->message;
	c->place = o->place;
}

/* A flag that nobody had set to 0: in the natural order its writer came first, so nobody looked at garbage. Of a case
 * in which no race was seen, for a read that came too early is garbage as well. */
static void take_garbage(struct trial *t, struct case_result *c, const struct run_outcome *o)
{
	for (size_t i = 0; c->verdict == VERDICT_PASS && i < o->nfindings; i++) {
		struct kernel_finding *f = &o->findings[i];

		if (f->verdict != VERDICT_UNINITIALIZED || f->host || !f->space || strcmp(f->space, "global") != 0 ||
			!f->message || !strstr(f->message, "it decides a branch"))
			continue;
		findings_rename(f, 1, t->rq->file, t->r->file);
		c->findings = f;
		c->nfindings = 1;
		return;
	}
}

/* Who wrote the wrong elements is known to a run under the checkers only. They change no order, so the same comes out
 * again. */
static int explain(struct trial *t, size_t i, uint64_t schedule, struct mismatch *m, struct err *e)
{
	const struct reference_case *ref = &t->reference->cases[i];
	struct outputs got;
	struct run_outcome o;
	int rc = device_schedule(t->run->device, schedule, 0, 0, e) ? -1 : outputs_make(&got, &t->data[i], e);

	if (rc)
		return -1;
	rc = runner_case(t->run, &t->r->arena, &t->data[i], &got, NULL, (int)t->data[i].step->time_limit_ms, &o, e);
	if (!rc && o.verdict == VERDICT_PASS)
		rc = written_explain(t->run, &t->r->arena, &t->data[i], &o, &got, &ref->want,
			ref->magnitude.data ? &ref->magnitude : NULL, t->r->file, m, e);
	if (!rc && o.verdict == VERDICT_PASS)
		take_garbage(t, &t->r->cases[i], &o);
	outputs_release(&got);
	return rc;
}

/* It came out wrong in this order after other calls. Is the order to blame? Not if it is right as the first call of a
 * process, in the same order. Nor if the first call is wrong in the natural order, too: arrays lie at the same
 * addresses in both, and at others in later calls (an address decides, or what earlier calls left). */
static int blame(struct trial *t, size_t i, uint64_t schedule, bool *again, bool *uneven, struct err *e)
{
	const struct reference_case *ref = &t->reference->cases[i];
	bool natural = true;
	int rc = again_first(t->run, &t->r->arena, &t->data[i], ref, schedule, again, e);

	if (!rc && !*again) {
		rc = again_first(t->run, &t->r->arena, &t->data[i], ref, 0, &natural, e);
		*uneven = *again = !natural;
	}
	return rc;
}

/* Of a launch of this case in another order; 0: as in the natural one. */
static uint64_t budget(const struct trial *t, size_t i)
{
	uint64_t most = TRIAL_FACTOR * t->r->cases[i].student.v[CTR_INST] + TRIAL_BASE,
		 natural = t->run->spec.step_budget;

	return t->rq->schedule || t->rq->schedules || (natural && natural < most) ? 0 : most;
}

static int run_one(struct trial *t, size_t i, uint64_t schedule, struct err *e)
{
	const struct reference_case *ref = &t->reference->cases[i];
	const uint64_t most = budget(t, i), cost = t->r->cases[i].student.v[CTR_INST];
	struct arena *a = &t->r->arena;
	struct mismatch m = { 0 };
	struct outputs got;
	struct run_outcome o;
	bool again = false, uneven = false;
	int rc = device_schedule(t->run->device, schedule, EM_CHECK_ALL, most, e) ? -1 :
										    outputs_make(&got, &t->data[i], e);

	if (rc)
		return -1;
	*t->left -= cost < *t->left ? cost : *t->left;
	rc = runner_case(t->run, a, &t->data[i], &got, NULL, (int)t->data[i].step->time_limit_ms, &o, e);
	if (!rc) /* how late the host comes is no order of threads */
		outputs_accept_times(&t->data[i], &got, &ref->want);
	if (!rc && o.verdict == VERDICT_PASS)
		rc = compare_case(
			a, &t->data[i], &got, &ref->want, ref->magnitude.data ? &ref->magnitude : NULL, &m, e);
	t->endless += !rc && o.verdict == VERDICT_TIMEOUT && (o.stopped_after || o.fault_thread);
	/* That it takes long says nothing: this order runs more instructions, in one thread. */
	if (!rc && (m.any || (o.verdict != VERDICT_PASS && o.verdict != VERDICT_TIMEOUT))) {
		/* Where a race was seen, that is the cause. */
		if (t->r->cases[i].verdict == VERDICT_PASS)
			rc = blame(t, i, schedule, &again, &uneven, e);
		if (!rc && m.any && !again)
			rc = explain(t, i, schedule, &m, e);
		t->r->cases[i].uneven = uneven;
		if (!rc)
			went_wrong(t, i, schedule, again, &o, m.any ? &m : NULL);
	}
	outputs_release(&got);
	return rc;
}

static void note_replay(struct trial *t)
{
	for (size_t i = 0; i < t->r->ncases; i++) {
		const struct case_result *c = &t->r->cases[i];

		if (c->schedule || c->again) {
			replay_note(t->rq, t->r, c->schedule);
			return;
		}
	}
}

/* A time that solve() took itself is another number in each call. */
static bool is_time(const struct case_data *d, const struct mismatch *m)
{
	const struct arg *arg = step_arg(d->step, m->arg);

	return arg && arg->milliseconds;
}

/* A wrong answer in the natural order: only after other cases? If not: in every order the same? */
static int judge_state(struct trial *t, struct err *e)
{
	struct case_result *wrong = NULL;
	const struct reference_case *ref;
	const struct case_data *d;
	size_t ran = 0;
	int rc = 0;

	for (size_t i = 0; i < t->r->ncases; i++) {
		struct case_result *c = &t->r->cases[i];

		ran += c->ran;
		if (c->ran && c->verdict == VERDICT_WRONG_ANSWER && c->mismatch.any && !c->message)
			wrong = c;
	}
	if (!wrong || out_of_time(t) || !order_small(t->reference, (size_t)(wrong - t->r->cases)))
		return 0;
	d = &t->data[wrong - t->r->cases];
	if (is_time(d, &wrong->mismatch))
		return 0;
	ref = &t->reference->cases[wrong - t->r->cases];
	if (ran >= 2)
		rc = again_first(t->run, &t->r->arena, d, ref, 0, &wrong->again, e);
	if (!rc && !wrong->again && !out_of_time(t))
		rc = again_varies(t->run, &t->r->arena, d, ref, &wrong->mismatch, &wrong->varies, e);
	return rc;
}

int schedules_judge(const struct job_request *rq, struct runner *run, const struct case_data *data,
	const struct reference *reference, enum schedules_part part, uint64_t *left, struct result *r, struct err *e)
{
	struct trial t = { rq, run, data, reference, r, part, left, 0, until(run, part) };
	uint64_t n = rq->schedule ? 1 : rq->schedules > 0 ? (uint64_t)rq->schedules : SEARCH;
	int rc = 0;

	if (rq->schedules < 0)
		return 0;
	for (size_t i = 0; i < r->ncases; i++)
		if (r->cases[i].ran && r->cases[i].verdict != VERDICT_PASS && r->cases[i].verdict != VERDICT_RACE)
			return judge_state(&t, e);
	for (uint64_t k = 0; k < n && !rc; k++) {
		for (size_t i = 0; i < r->ncases && !rc; i++) {
			if (!out_of_time(&t) && takes_part(&t, i, k))
				rc = run_one(&t, i, rq->schedule ? rq->schedule : k + 1, e);
		}
	}
	if (!rc)
		note_replay(&t);
	return rc;
}
