/* floors: see floors.h. */
#include "judge/floors.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

/* Parts of what the reference does, far below what any way of doing it needs: wide loads and unrolled loops take fewer
 * instructions, never a thirtieth. What is loaded and stored is at most asked to be the arguments themselves. */
enum { SECTORS_PART = 2, INSTRUCTIONS_PART = 32, SECTOR = 32 };
/* Times the reference's instructions, where a gate asks for at least some mean of them. */
enum { MEAN_OF = 3 };

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

/* Of the kernels that a library brought: what they do is no work of the student's. The first of them. */
static const struct kernel_run *of_libraries(const struct side *s, struct counters *sum)
{
	const struct kernel_run *first = NULL;

	memset(sum, 0, sizeof *sum);
	for (size_t i = 0; i < s->nkernels; i++) {
		if (!s->kernels[i].library)
			continue;
		counters_add(sum, &s->kernels[i].c);
		if (!first)
			first = &s->kernels[i];
	}
	return first;
}

static bool by_a_library(struct result *r, struct case_result *c, const struct kernel_run *k)
{
	c->verdict = VERDICT_GATE_FAILED;
	c->message = arena_printf(&r->arena,
		"Kernels of a library, %s, did the work (%.*s). The values are right, but this step asks for kernels "
		"of your own.",
		k->library, (int)strcspn(k->name, "<("), k->name);
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

	struct counters theirs;
	const struct kernel_run *library;

	if (!r->student.has_counters || !r->reference.has_counters)
		return false;
	library = of_libraries(&r->student, &theirs);
	for (size_t i = 0; i < sizeof floors / sizeof *floors; i++) {
		double value, brought, least = sum_of(&r->reference.total, floors[i].id, floors[i].n);

		if (least > floors[i].most)
			least = floors[i].most;
		least = floor(least / floors[i].part);
		value = sum_of(&r->student.total, floors[i].id, floors[i].n);
		if (missed(r, c, floors[i].what, value, least))
			return true;
		brought = sum_of(&theirs, floors[i].id, floors[i].n);
		/* A library may set things up, which loads nothing. */
		if (library && (value - brought < least || (floors[i].id == loads && least > 0 && brought >= least)))
			return by_a_library(r, c, library);
	}
	return false;
}

/* A mean rises with every instruction that does it good, whether it does any work or not: a loop that adds nothing,
 * with all lanes, hides a warp that is divided. */
static bool diluted(struct result *r, struct case_result *c)
{
	double has = (double)r->student.total.v[CTR_THREAD_INST_ON],
	       most = MEAN_OF * (double)r->reference.total.v[CTR_THREAD_INST_ON];
	char text[64], limit[64];

	if (!r->student.has_counters || !r->reference.has_counters || has <= most)
		return false;
	for (size_t i = 0; i < r->ngates; i++) {
		enum counter_id id = (enum counter_id)r->gates[i].gate->counter;

		if (r->gates[i].is_max || !counter_is_ratio(id) || counter_is_timeline(id))
			continue;
		number_text(has, text, sizeof text);
		number_text(most, limit, sizeof limit);
		c->verdict = VERDICT_GATE_FAILED;
		c->message = arena_printf(&r->arena,
			"thread instructions: %s, expected at most %s. The gate '%s' is a mean over all instructions, "
			"and instructions beyond those that the step needs must not raise it.",
			text, limit, r->gates[i].gate->what);
		return true;
	}
	return false;
}

double floors_doubles_us(const struct side *s)
{
	double us = 0;

	for (size_t i = 0; i < s->nkernels; i++)
		for (size_t k = 0; k < s->kernels[i].nparts; k++)
			if (!strcmp(s->kernels[i].parts[k].name, "double"))
				us += s->kernels[i].parts[k].us;
	return us;
}

/* Warps that ended without touching memory do no work. */
static double warps_at_work(const struct counters *c)
{
	return (double)c->v[CTR_WARPS] - (double)c->v[CTR_WARPS_IDLE];
}

/* Why the perf case takes long, where its counters say it; else `why`, which is what most often is the cause. */
enum {
	MOST_WARPS = 2, /* at least this part of the reference's */
	MANY_WARPS = 2  /* times the reference's */
};
#define IDLE_PART 0.5
static const char *cause(struct result *r, const char *why)
{
	const struct counters *s = &r->student.total, *f = &r->reference.total;
	const double all = (double)s->v[CTR_WARPS], idle = (double)s->v[CTR_WARPS_IDLE],
		     theirs = f->v[CTR_WARPS] ? (double)f->v[CTR_WARPS_IDLE] / (double)f->v[CTR_WARPS] : 0;
	char n[64], of[64];

	/* Of as many as the reference launches there are not too many: one block may do the work of all. */
	if (idle > (IDLE_PART + theirs) * all && all > MANY_WARPS * (double)f->v[CTR_WARPS]) {
		number_text(idle, n, sizeof n);
		number_text(all, of, sizeof of);
		return arena_printf(&r->arena,
			"most of those threads have nothing to do: %s of the %s warps that you launch load and store "
			"nothing. Are there more blocks, or more threads in a block, than work?",
			n, of);
	}
	/* As many warps as the reference's: they are slower ones, and not too few. */
	if (floors_doubles_us(&r->student) > 0 && floors_doubles_us(&r->reference) <= 0 &&
		MOST_WARPS * warps_at_work(s) >= warps_at_work(f))
		return "you compute in double precision, which is slower, and the reference does not.";
	return why;
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

	return f->time < FLOORS_TIME &&
		too_slow(r, c, c->student_us, c->reference_us, "modelled", f->time, cause(r, f->why));
}

/* Where so many times fewer warps work than in the perf case, measured by the reference's, a case may take this part of
 * FLOORS_TIME times as long as the reference, beyond what the perf case does: a right way has few warps where it needs
 * few, and is the faster for it. What a launch costs by itself is not counted, on neither side: where there is little
 * to do it is all, and would hide the rest. With as many warps as elsewhere, what takes long is something else: a
 * printf, a check. */
enum { FEW_WARPS = 4, FEW_PART = 10, LAUNCH_US = 2, LANES = 32 };
#define FEW_SLACK_US 0.5

/* Elements of the largest argument. */
static double most_elements(const struct step *s, const struct test_case *tc)
{
	double most = 0;
	long long n;

	for (size_t i = 0; i < s->nargs; i++)
		if (s->args[i].kind != ARG_VALUE && !expr_eval(s->args[i].count, tc, &n, NULL))
			most = fmax(most, (double)n);
	return most;
}

/* The reference's warps at work, no more than a lane for each element would fill: a column of 97 elements is 97 warps
 * of one lane in blocks of two dimensions, and 4 in those of one. */
static double warps_of_reference(const struct result *r, const struct case_result *c)
{
	double most = ceil(most_elements(r->step, &r->step->cases[c - r->cases]) / LANES);

	return fmin(warps_at_work(&c->reference), most * (double)c->reference.v[CTR_LAUNCHES]);
}

/* The student's warps at work, beside those. */
static double warps_of(const struct result *r, const struct case_result *c)
{
	double reference = warps_of_reference(r, c);

	return reference > 0 ? warps_at_work(&c->student) / reference : 0;
}

static double without_launches(double us, const struct counters *c)
{
	return fmax(0, us - LAUNCH_US * (double)c->v[CTR_LAUNCHES]);
}

/* A program that is good at the perf case's size alone: at another one few warps do it all. */
static bool uneven(struct result *r, const struct case_result *perf, double most, struct case_result *c)
{
	double part = most / FEW_PART, big_reference = without_launches(perf->reference_us, &perf->reference),
	       big = without_launches(perf->student_us, &perf->student),
	       times = big_reference > 0 ? fmax(1, big / big_reference) : 0,
	       reference = without_launches(c->reference_us, &c->reference),
	       us = without_launches(c->student_us, &c->student), limit = part * times * reference;
	char text[64], factor[64];

	if (!(limit > 0) || !c->has_counters || us <= limit + FEW_SLACK_US ||
		FEW_WARPS * warps_of(r, c) >= warps_of(r, perf))
		return false;
	number_text(big / big_reference, text, sizeof text);
	number_text(part, factor, sizeof factor);
	c->verdict = VERDICT_GATE_FAILED;
	c->message = arena_printf(&r->arena,
		"The kernels take %.3g us beside the reference's %.3g us (modelled, without the launches), and %s "
		"times "
		"as long as the reference's in the case '%s'; expected at most %s times as much. The values are right, "
		"but the work of this size is not spread over the device.",
		us, reference, text, perf->name, factor);
	return true;
}

/* Where so many warps of the reference's have work, the lanes at work of an instruction are at least this part of the
 * reference's, beside the same part in the perf case. A tail of a few elements may be one lane's; a program that takes
 * one lane of each warp at all sizes but the perf case's may not pass. */
enum { LANES_WARPS = 32, LANES_PART = 2 };

static double lanes_of(const struct counters *c)
{
	return c->v[CTR_INST] ? (double)c->v[CTR_THREAD_INST_ON] / (double)c->v[CTR_INST] : 0;
}

static bool idle_lanes(struct result *r, const struct case_result *perf, struct case_result *c)
{
	double has = lanes_of(&c->student), reference = lanes_of(&c->reference), big = lanes_of(&perf->student),
	       big_reference = lanes_of(&perf->reference), most = big_reference > 0 ? fmin(1, big / big_reference) : 0;

	if (!c->has_counters || !perf->has_counters || warps_of_reference(r, c) < LANES_WARPS ||
		LANES_PART * has >= most * reference)
		return false;
	c->verdict = VERDICT_GATE_FAILED;
	c->message = arena_printf(&r->arena,
		"active lanes: %.3g of 32, expected at least %.3g: half of the reference's %.3g. In the case '%s' they "
		"are %.3g. The values are right, but most lanes of a warp have no work at this size.",
		has, most * reference / LANES_PART, reference, perf->name, big);
	return true;
}

void floors_judge(struct result *r)
{
	const struct step *s = r->step;
	const struct case_result *perf = NULL;
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
		perf = &r->cases[i];
		if (work_missed(r, &s->cases[i], &r->cases[i]) || diluted(r, &r->cases[i]))
			return;
		if (too_slow_for_the_step(r, &r->cases[i])) /* first: the step knows why */
			return;
		if (r->student.time_kind == r->reference.time_kind &&
			too_slow(r, &r->cases[i], r->student.time_us, r->reference.time_us,
				r->student.time_kind == TIME_MEASURED ? "measured" : "modelled", most,
				cause(r, NOT_SPREAD)))
			return;
	}
	for (size_t i = 0; i < r->ncases; i++)
		if (too_slow(r, &r->cases[i], r->cases[i].student_us, r->cases[i].reference_us, "modelled", most,
			    NOT_SPREAD))
			return;
	for (size_t i = 0; perf && i < r->ncases; i++)
		if (&r->cases[i] != perf && (uneven(r, perf, most, &r->cases[i]) || idle_lanes(r, perf, &r->cases[i])))
			return;
}
