/* timing.c: see timing.h. The host process samples; order, statistics and suspicion are ours. */
#include "job/step/timing.h"

#include <stdlib.h>
#include <string.h>

#include "judge/compare.h"

enum { CASE_TIMEOUT_MS = 60000 };

double percentile(const double *sorted, size_t n, double p)
{
	double at = p * (double)(n - 1);
	size_t i = (size_t)at;

	if (n == 0)
		return 0;
	if (i + 1 >= n)
		return sorted[n - 1];
	return sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct samples {
	double *v;
	size_t n;
	double wall;
};

/* What every visit shares: the inputs and, from the reference's first visit on, what is right. */
struct stage {
	const struct timing_request *rq;
	struct result *r;
	const struct timing_pace *pace;
	struct case_data data;
	struct outputs want, magnitude;
};

/* sum |terms| of each output, for the comparison of sums. */
static int run_magnitude(struct stage *st, const char *so, struct err *e)
{
	struct runner_spec spec = { .install = st->rq->install,
		.so = so,
		.symbol = "magnitude",
		.gpu_lib = st->rq->gpu_lib,
		.gpu_name = st->rq->gpu_name,
		.cancel_fd = st->rq->cancel_fd };
	struct runner run;
	struct run_outcome o;
	int rc;

	if (outputs_make(&st->magnitude, &st->data, e) || runner_start(&run, &spec, e))
		return -1;
	rc = runner_case(&run, &st->r->arena, &st->data, &st->magnitude, NULL, CASE_TIMEOUT_MS, &o, e);
	runner_stop(&run);
	if (!rc && o.verdict != VERDICT_PASS)
		rc = err_set(e, ERR_ENV, "the reference's magnitude() failed: %s",
			o.message ? o.message : "no reason given");
	return rc;
}

const struct timing_pace timing_unhurried = {
	.visits = 2, .min_samples = 15, .max_samples = 100, .min_ms = 250, .max_ms = 5000, .warmup_ms = 50
};

/* One visit of one program. 0 fine, 1 it failed (noted), -1 cancelled or our processes failed. */
static int visit(struct runner *run, struct stage *st, struct samples *s, const char *who, struct err *e)
{
	const struct timing_request *rq = st->rq;
	struct result *r = st->r;
	struct host_timing t = { .wanted = true,
		.min_samples = st->pace->min_samples,
		.max_samples = st->pace->max_samples,
		.min_ms = st->pace->min_ms,
		.max_ms = st->pace->max_ms,
		.warmup_ms = st->pace->warmup_ms,
		.warmup_runs = 3 };
	struct run_outcome o;
	struct outputs out;
	struct mismatch m;
	int rc;

	if (outputs_make(&out, &st->data, e))
		return -1;
	rc = runner_case(run, &r->arena, &st->data, &out, &t, CASE_TIMEOUT_MS, &o, e);
	if (!rc && o.verdict != VERDICT_PASS) {
		result_note(r, "no time was measured: %s failed on %s: %s", who, rq->gpu_name,
			o.message ? o.message : "no reason given");
		rc = 1;
	}
	if (!rc && st->want.data)
		outputs_accept_times(&st->data, &out, &st->want);
	if (!rc && !st->want.data) { /* the reference's first visit */
		st->want = out;
		out.data = NULL;
		out.n = 0;
	} else if (!rc &&
		!compare_case(
			&r->arena, &st->data, &out, &st->want, st->magnitude.data ? &st->magnitude : NULL, &m, NULL) &&
		m.any) {
		result_note(r, "no time is shown for %s: on %s its answer was wrong (%s)", who, rq->gpu_name,
			m.where ? m.where : "?");
		rc = 1;
	}
	if (!rc && t.nsamples) {
		s->v = xrealloc(s->v, (s->n + t.nsamples) * sizeof *s->v);
		memcpy(s->v + s->n, t.samples_us, t.nsamples * sizeof *s->v);
		s->n += t.nsamples;
		s->wall += t.wall_us / st->pace->visits;
	}
	free(t.samples_us);
	outputs_release(&out);
	return rc;
}

static void summarise(struct samples *s, struct side *side, const char *gpu, const char *who, struct result *r)
{
	qsort(s->v, s->n, sizeof *s->v, by_value);
	side->time_us = percentile(s->v, s->n, 0.5);
	side->time_lo_us = percentile(s->v, s->n, 0.2);
	side->time_hi_us = percentile(s->v, s->n, 0.8);
	side->time_n = (int)s->n;
	side->time_kind = TIME_MEASURED;
	side->time_device = arena_strdup(&r->arena, gpu);
	side->noisy = percentile(s->v, s->n, 0.75) - percentile(s->v, s->n, 0.25) > 0.05 * side->time_us;
	if (side->noisy)
		result_note(
			r, "the %s's time is noisy: half of the samples spread over more than 5 %% of the median", who);
	/* Events live in the process that is not trusted. Our own clock around each run holds the launch and two
	 * messages besides, so it is longer; much longer means that work was hidden from the events (another stream, a
	 * late thread). */
	if (s->wall > 1.5 * side->time_us + 200)
		result_note(r,
			"the %s's events say %.1f us, but the wall clock %.1f us for each run: some of its work is not "
			"in the events",
			who, side->time_us, s->wall);
}

/* The step's timing sizes, or its perf case. */
static const struct test_case *usual_case(const struct step *s)
{
	if (s->has_timing)
		return &s->timing;
	for (size_t i = 0; i < s->ncases; i++)
		if (s->cases[i].perf)
			return &s->cases[i];
	return NULL;
}

/* All visits, there and (with two) back. A program that failed once is left out from then on; without the first there
 * is nothing to compare with. */
static int take_turns(
	struct stage *st, struct runner *runs, struct timed *programs, struct samples *s, size_t n, struct err *e)
{
	bool *failed = xcalloc(n, sizeof *failed);
	int rc = 0;

	for (size_t i = 0; i < (size_t)st->pace->visits * n && rc >= 0 && !failed[0]; i++) {
		size_t at = i < n ? i : 2 * n - 1 - i;

		if (failed[at])
			continue;
		rc = visit(&runs[at], st, &s[at], programs[at].who, e);
		failed[at] = rc > 0;
	}
	for (size_t i = 0; i < n && rc >= 0; i++)
		if (!failed[i] && !failed[0] && s[i].n)
			summarise(&s[i], programs[i].side, st->rq->gpu_name, programs[i].who, st->r);
	free(failed);
	return rc < 0 ? -1 : 0;
}

int timing_programs(const struct timing_request *rq, const struct test_case *tc, const struct timing_pace *pace,
	struct timed *programs, size_t n, struct result *notes, struct err *e)
{
	struct stage st = { .rq = rq, .r = notes, .pace = pace };
	struct runner *runs = xcalloc(n, sizeof *runs);
	struct samples *s = xcalloc(n, sizeof *s);
	size_t started = 0;
	int rc;

	if (!tc)
		tc = usual_case(rq->step);
	rc = case_data_make(&st.data, rq->step, tc, rq->seed, e);
	if (!rc && rq->step->compare.kind == COMPARE_SUM)
		rc = run_magnitude(&st, programs[0].so, e);
	for (; started < n && !rc; started++) {
		struct runner_spec spec = { .install = rq->install,
			.so = programs[started].so,
			.symbol = "solve",
			.gpu_lib = rq->gpu_lib,
			.gpu_name = rq->gpu_name,
			.deadline_ns = programs[started].deadline_ns,
			.cancel_fd = rq->cancel_fd };

		rc = runner_start(&runs[started], &spec, e);
	}
	if (!rc)
		rc = take_turns(&st, runs, programs, s, n, e);
	for (size_t i = 0; i < started; i++)
		runner_stop(&runs[i]);
	for (size_t i = 0; i < n; i++)
		free(s[i].v);
	free(s);
	free(runs);
	outputs_release(&st.want);
	outputs_release(&st.magnitude);
	case_data_release(&st.data);
	return rc;
}

int timing_run(const struct timing_request *rq, struct result *r, struct err *e)
{
	/* Into sides of their own: one alone is not shown. */
	struct side student = r->student, reference = r->reference;
	struct timed both[] = { { .so = rq->reference_so, .who = "reference", .side = &reference },
		{ .so = rq->student_so, .who = "student", .deadline_ns = rq->deadline_ns, .side = &student } };
	int rc;

	student.time_n = reference.time_n = 0;
	rc = timing_programs(rq, NULL, &timing_unhurried, both, 2, r, e);
	if (!rc && student.time_n && reference.time_n) {
		r->student = student;
		r->reference = reference;
		if (r->student.time_us > 10 * r->reference.time_us)
			result_note(r, "the student's kernel takes more than 10 times the reference's time");
	}
	if (rc < 0 && e && e->kind != ERR_CANCELLED) {
		result_note(r, "no time was measured on %s: %s", rq->gpu_name, e->msg);
		err_clear(e);
		rc = 0;
	}
	return rc < 0 ? -1 : 0;
}
