/* judge/floors and what atomics are to gates: each floor can be missed, and ways that need less than the reference
 * pass. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "judge/floors.h"
#include "judge/gates.h"

Suite *judge_floors_suite(void);

enum { N = 32000 }; /* floats: 4,000 sectors */
static struct result r;
static struct arg args[2] = { { .name = "in", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n" },
	{ .name = "out", .type = ELEM_FLOAT, .kind = ARG_OUT, .count = "n" } };
static struct param params[2] = { { "n", 100 }, { "n", N } };
static struct test_case cases[2] = { { .name = "small", .params = &params[0], .nparams = 1 },
	{ .name = "big", .params = &params[1], .nparams = 1, .perf = true } };
static struct step step;
static struct case_result results[2];

static void setup(void)
{
	step = (struct step){ .args = args, .nargs = 2, .cases = cases, .ncases = 2, .floors.time = FLOORS_TIME };
	result_init(&r);
	r.step = &step;
	r.cases = results;
	r.ncases = 2;
	for (int i = 0; i < 2; i++)
		results[i] = (struct case_result){
			.name = cases[i].name, .ran = true, .verdict = VERDICT_PASS, .student_us = 2, .reference_us = 2
		};
	r.student = (struct side){ .ran = true, .has_counters = true, .time_kind = TIME_MODELLED, .time_us = 5 };
	r.student.total.v[CTR_GLOBAL_LD_SECTORS] = r.student.total.v[CTR_GLOBAL_ST_SECTORS] = N / 8;
	r.student.total.v[CTR_THREAD_INST_ON] = 20 * N;
	r.reference = r.student;
}

static void teardown(void)
{
	result_release(&r);
}

static void missed(size_t c, const char *words)
{
	floors_judge(&r);
	ck_assert_int_eq(results[c].verdict, VERDICT_GATE_FAILED);
	ck_assert_msg(strstr(results[c].message, words) != NULL, "%s", results[c].message);
	results[c].verdict = VERDICT_PASS;
	step.floors.none = true;
	floors_judge(&r);
	ck_assert_int_eq(results[c].verdict, VERDICT_PASS);
	step.floors.none = false;
}

static void met(void)
{
	floors_judge(&r);
	ck_assert_int_eq(results[0].verdict, VERDICT_PASS);
	ck_assert_int_eq(results[1].verdict, VERDICT_PASS);
}

START_TEST(work)
{
	uint64_t *s = r.student.total.v, *ref = r.reference.total.v;

	met();
	s[CTR_THREAD_INST_ON] = 20 * N / 32; /* wide loads, unrolled */
	met();
	s[CTR_THREAD_INST_ON]--;
	missed(1, "thread instructions: 19,999, expected at least 20,000");
	s[CTR_THREAD_INST_ON] = 20 * N;
	s[CTR_GLOBAL_LD_SECTORS] = N / 8 / 2 - 1;
	missed(1, "sectors loaded: 1,999, expected at least 2,000");
	s[CTR_GLOBAL_ATOM_SECTORS] = 1; /* an atomic loads */
	met();
	ref[CTR_GLOBAL_LD_SECTORS] = 100 * N; /* a reference that loads again and again sets no floor */
	met();
	s[CTR_GLOBAL_ST_SECTORS] = 0;
	s[CTR_GLOBAL_RED_SECTORS] = N / 16 - 2;
	missed(1, "sectors stored: 1,999, expected at least 2,000");
}
END_TEST

START_TEST(time)
{
	r.student.time_us = 100;
	met();
	r.student.time_us = 101;
	missed(1, "take 20 times as long");
	r.student.time_us = 5;
	results[0].student_us = 41; /* serial where nobody looks at the numbers */
	missed(0, "(41 us beside 2 us, modelled), expected at most 20 times");
	step.floors.time = 30;
	met();
	results[0].student_us = 4000;
	results[0].reference_us = 0; /* not known */
	met();
}
END_TEST

/* A factor below the usual one: the perf case alone, modelled, in the manifest's words. */
START_TEST(tight_time)
{
	step.floors.time = 1.5;
	step.floors.why = "each pair still takes a division.";
	results[1].student_us = 15;
	results[1].reference_us = 10;
	met();
	results[1].student_us = 15.8;
	missed(1,
		"take 1.58 times as long as the reference's (15.8 us beside 10 us, modelled), expected at most 1.50 "
		"times. The values are right, but each pair still takes a division.");
	results[1].student_us = 15;
	r.student.time_us = 2 * r.reference.time_us; /* a busy GPU */
	met();
	results[0].student_us = 15 * results[0].reference_us; /* a small case */
	met();
	results[0].student_us = 21 * results[0].reference_us;
	missed(0, "expected at most 20 times. The values are right, but the work is not spread over the device.");
}
END_TEST

START_TEST(after_gates)
{
	struct gate_result gate = { .judged = true, .pass = false };

	r.student.time_us = 1e6;
	r.gates = &gate;
	r.ngates = 1;
	met(); /* the gate says more */
	r.ngates = 0;
	results[0].verdict = VERDICT_WRONG_ANSWER;
	floors_judge(&r);
	ck_assert_int_eq(results[1].verdict, VERDICT_PASS);
}
END_TEST

/* ---- atomics under a gate of at most as many sectors as the reference's */
static struct kernel_run kernels[2];

static bool passes(int counter, double *value)
{
	struct gate g = { .what = "x", .counter = counter, .max_of_reference = 1, .why = "" };
	struct gate_result *out;

	step.gates = &g;
	step.ngates = 1;
	for (int i = 0; i < 2; i++) {
		struct side *s = i ? &r.reference : &r.student;

		kernels[i] = (struct kernel_run){ .name = "k", .c = s->total, .has_counters = true };
		s->kernels = &kernels[i];
		s->nkernels = 1;
	}
	out = gates_evaluate(&r.arena, &step, &r.student, &r.reference, NULL, true);
	*value = out[0].value;
	ck_assert(out[0].judged && out[0].defined);
	return out[0].pass;
}

START_TEST(atomics)
{
	uint64_t *s = r.student.total.v;
	double value;

	ck_assert(passes(CTR_GLOBAL_ST_SECTORS, &value) && fabs(value - N / 8) < 0.5);
	s[CTR_GLOBAL_ST_SECTORS] = 0;
	s[CTR_GLOBAL_ATOM_REQUESTS] = N / 32;
	s[CTR_GLOBAL_ATOM_SECTORS] = N; /* scattered exchanges */
	ck_assert(!passes(CTR_GLOBAL_ST_SECTORS, &value) && fabs(value - N) < 0.5);
	ck_assert(!passes(CTR_GLOBAL_LD_SECTORS, &value) && fabs(value - N - N / 8) < 0.5);
	step.floors.none = true; /* a lab about atomics */
	ck_assert(passes(CTR_GLOBAL_ST_SECTORS, &value));
	step.floors.none = false;
	s[CTR_GLOBAL_ATOM_REQUESTS] = s[CTR_GLOBAL_ATOM_SECTORS] = 0;
	s[CTR_GLOBAL_RED_REQUESTS] = N / 8; /* neighbours add to neighbours, many times */
	s[CTR_GLOBAL_RED_SECTORS] = N / 2;
	ck_assert(passes(CTR_GLOBAL_ST_SECTORS, &value) && value < 0.5);
	s[CTR_GLOBAL_RED_SECTORS] = N; /* scattered */
	ck_assert(!passes(CTR_GLOBAL_ST_SECTORS, &value));
}
END_TEST

Suite *judge_floors_suite(void)
{
	Suite *s = suite_create("judge floors");
	TCase *t = tcase_create("floors");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, work);
	tcase_add_test(t, time);
	tcase_add_test(t, tight_time);
	tcase_add_test(t, after_gates);
	tcase_add_test(t, atomics);
	suite_add_tcase(s, t);
	return s;
}
