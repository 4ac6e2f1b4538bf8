/* floors: see floors.h. */
#include "judge/floors.h"

#include <math.h>

#include "base/number.h"

/* Parts of what the reference does, far below what any way of doing it needs: wide loads and unrolled loops take fewer
 * instructions, never a thirtieth. What is loaded and stored is at most asked to be the arguments themselves. */
enum { SECTORS_PART = 2, INSTRUCTIONS_PART = 32, SECTOR = 32 };

static double sum_of(const struct counters *c, const enum counter_id *id, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (double)c->v[id[i]];
	return sum;
}

/* Bytes of the arguments that are on the device and go in (or come out). */
static double argument_bytes(const struct step *s, const struct test_case *tc, bool in)
{
	double bytes = 0;
	long long n;

	for (size_t i = 0; i < s->nargs; i++) {
		const struct arg *a = &s->args[i];

		if (a->kind != ARG_VALUE && !a->host && a->kind != (in ? ARG_OUT : ARG_IN) &&
			!expr_eval(a->count, tc, &n, NULL))
			bytes += (double)n * (double)elem_size(a->type);
	}
	return bytes;
}

static bool missed(struct result *r, struct case_result *c, const char *what, double value, double least)
{
	char has[64], needs[64];

	/* !(a >= b): what is no number misses it */
	if (value >= least)
		return false;
	number_text(value, has, sizeof has);
	number_text(least, needs, sizeof needs);
	c->verdict = VERDICT_GATE_FAILED;
	c->message = arena_printf(&r->arena,
		"%s: %s, expected at least %s. The values are right, but the kernels did not do the work that it takes "
		"to make them.",
		what, has, needs);
	return true;
}

static bool work_missed(struct result *r, const struct test_case *tc, struct case_result *c)
{
	static const enum counter_id loads[] = { CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_ATOM_SECTORS };
	static const enum counter_id stores[] = { CTR_GLOBAL_ST_SECTORS, CTR_GLOBAL_ATOM_SECTORS,
		CTR_GLOBAL_RED_SECTORS };
	static const enum counter_id instructions[] = { CTR_THREAD_INST_ON };
	const struct {
		const char *what;
		const enum counter_id *id;
		size_t n;
		double most, part; /* no more than `most` is asked for */
	} floors[] = {
		{ "sectors loaded", loads, 2, argument_bytes(r->step, tc, true) / SECTOR, SECTORS_PART },
		{ "sectors stored", stores, 3, argument_bytes(r->step, tc, false) / SECTOR, SECTORS_PART },
		{ "thread instructions", instructions, 1, INFINITY, INSTRUCTIONS_PART },
	};

	if (!r->student.has_counters || !r->reference.has_counters)
		return false;
	for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
		double least = sum_of(&r->reference.total, floors[i].id, floors[i].n);

		if (least > floors[i].most)
			least = floors[i].most;
		if (missed(r, c, floors[i].what, sum_of(&r->student.total, floors[i].id, floors[i].n),
			    floor(least / floors[i].part)))
			return true;
	}
	return false;
}

static bool too_slow(struct result *r, struct case_result *c, double student_us, double reference_us, const char *kind,
	double most, const char *why)
{
	double factor = student_us / reference_us;
	char times[64], limit[64];

	if (!(reference_us > 0) || student_us <= most * reference_us)
		return false;
	number_text(factor < 10 ? factor : floor(factor), times, sizeof times);
	number_text(most, limit, sizeof limit);
	c->verdict = VERDICT_GATE_FAILED;
	c->message = arena_printf(&r->arena,
		"The kernels take %s times as long as the reference's (%.4g us beside %.4g us, %s), expected at most "
		"%s times. The values are right, but %s",
		times, student_us, reference_us, kind, limit, why);
	return true;
}

#define NOT_SPREAD "the work is not spread over the device."

/* A factor below the usual one is about the step's own subject, in the words of its manifest: it is for the perf case
 * alone, where launching and a tail count for little, and for the modelled times, which no busy machine moves. */
static bool too_slow_for_the_step(struct result *r, struct case_result *c)
{
	const struct floors *f = &r->step->floors;

	return f->time < FLOORS_TIME && too_slow(r, c, c->student_us, c->reference_us, "modelled", f->time, f->why);
}

void floors_judge(struct result *r)
{
	const struct step *s = r->step;
	double most = s ? fmax(s->floors.time, FLOORS_TIME) : 0;

	if (!s || s->floors.none || !result_answer_right(r))
		return;
	for (size_t i = 0; i < r->ngates; i++)
		if (!r->gates[i].judged || !r->gates[i].pass)
			return;
	/* The perf case first: it is the one whose numbers are shown. */
	for (size_t i = 0; i < r->ncases; i++) {
		if (!s->cases[i].perf)
			continue;
		if (work_missed(r, &s->cases[i], &r->cases[i]))
			return;
		if (r->student.time_kind == r->reference.time_kind &&
			too_slow(r, &r->cases[i], r->student.time_us, r->reference.time_us,
				r->student.time_kind == TIME_MEASURED ? "measured" : "modelled", most, NOT_SPREAD))
			return;
		if (too_slow_for_the_step(r, &r->cases[i]))
			return;
	}
	for (size_t i = 0; i < r->ncases; i++)
		if (too_slow(r, &r->cases[i], r->cases[i].student_us, r->cases[i].reference_us, "modelled", most,
			    NOT_SPREAD))
			return;
}
