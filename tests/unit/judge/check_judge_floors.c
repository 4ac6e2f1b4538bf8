/* judge/floors and what atomics are to gates: each floor can be missed, and ways that need less than the reference
 * pass. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "judge/every_case.h"
#include "judge/floors.h"
#include "judge/gates.h"
#include "judge/library.h"

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
	params[0].value = 100;
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

START_TEST(a_mean_is_not_raised_by_more_instructions)
{
	static struct gate gate = { .what = "lanes at work", .counter = CTR_ACTIVE_LANES, .has_min = true, .min = 16 };
	static struct gate_result gates[1] = { { .gate = &gate, .judged = true, .defined = true, .pass = true } };
	uint64_t *s = r.student.total.v;

	s[CTR_THREAD_INST_ON] = 60 * N + 1;
	met(); /* no gate asks for a mean */
	r.gates = gates;
	r.ngates = 1;
	missed(1, "thread instructions: 1,920,001, expected at most 1,920,000. The gate 'lanes at work' is a mean");
	s[CTR_THREAD_INST_ON]--;
	met();
	s[CTR_THREAD_INST_ON]++;
	gate.counter = CTR_ATOMICS; /* a sum */
	met();
	gate.counter = CTR_ACTIVE_LANES;
	gates[0].is_max = true; /* an upper limit is not met by more */
	met();
	gates[0].is_max = false;
	r.ngates = 0;
	r.gates = NULL;
}
END_TEST

/* What a library's kernels do counts for nothing, and they may not do what the step is about. */
START_TEST(library)
{
	static struct kernel_run both[2];
	uint64_t *all = r.student.total.v, *theirs = both[0].c.v;

	both[0] =
		(struct kernel_run){ .name = "cub::reduce_kernel<int, float>", .library = "CUB", .has_counters = true };
	both[1] = (struct kernel_run){ .name = "mine", .c = r.student.total, .has_counters = true };
	r.student.kernels = both;
	r.student.nkernels = 2;
	met(); /* it does nothing */
	theirs[CTR_GLOBAL_ST_SECTORS] = N / 8;
	theirs[CTR_THREAD_INST_ON] = N;
	all[CTR_GLOBAL_ST_SECTORS] += N / 8; /* it sets memory to 0 */
	all[CTR_THREAD_INST_ON] += N;
	met();
	theirs[CTR_GLOBAL_LD_SECTORS] =
		N / 16; /* it reads the input, and so does a kernel of the student's, for show */
	all[CTR_GLOBAL_LD_SECTORS] += N / 16;
	missed(1, "Kernels of a library, CUB, did the work (cub::reduce_kernel).");
	theirs[CTR_GLOBAL_LD_SECTORS]--;
	met();
	theirs[CTR_GLOBAL_ST_SECTORS] = all[CTR_GLOBAL_ST_SECTORS] - N / 16 + 1; /* theirs leaves too little to do */
	missed(1, "Kernels of a library, CUB, did the work");
	both[0].library = NULL; /* the same by kernels of the student's */
	met();
}
END_TEST

START_TEST(library_by_path)
{
	ck_assert_str_eq(library_of("/usr/local/cuda-13.0/include/cccl/cub/device/dispatch/x.cuh"), "CUB");
	ck_assert_str_eq(library_of("/usr/local/cuda-12/bin/../targets/x86_64-linux/include/thrust/x.h"), "Thrust");
	ck_assert_str_eq(library_of("/home/ann/include/cuda/include/cuda/std/x.h"), "libcu++");
	ck_assert_ptr_null(library_of("/home/ann/cub/1-modulo.cu"));
	ck_assert_ptr_null(library_of("/home/ann/include/mine.cuh"));
	ck_assert_ptr_null(library_of("include/cubic/mine.cuh"));
	ck_assert_ptr_null(library_of(""));
	ck_assert_ptr_null(library_of(NULL));
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

/* Good at the size that everybody knows. Launches count on neither side. */
START_TEST(one_size)
{
	uint64_t *mine = results[0].student.v;

	for (int i = 0; i < 2; i++) {
		results[i].has_counters = true;
		results[i].student.v[CTR_LAUNCHES] = results[i].reference.v[CTR_LAUNCHES] = 1;
		results[i].student.v[CTR_WARPS] = results[i].reference.v[CTR_WARPS] = 33;
		results[i].student_us = results[i].reference_us = 4;
	}
	params[0].value = 33 * 32;
	mine[CTR_WARPS] = 8; /* one block, where the reference has many */
	results[0].student_us = 6.5;
	met();
	results[0].student_us = 6.6;
	missed(0,
		"The kernels take 4.6 us beside the reference's 2 us (modelled, without the launches), and 1 times as "
		"long as the reference's in the case 'big'; expected at most 2 times as much");
	mine[CTR_LAUNCHES] = 2; /* launches where there is little to do */
	met();
	mine[CTR_LAUNCHES] = 1;
	results[1].student_us = 5; /* slow at every size: gates and notes speak of that */
	met();
	results[1].student_us = 3;
	missed(0, "and 0.50 times as long as the reference's in the case 'big'");
	step.floors.time = 50;
	met();
	step.floors.time = FLOORS_TIME;
	mine[CTR_WARPS] = 9; /* as many as elsewhere, nearly: a printf takes its time */
	results[0].student_us = 20;
	met();
	mine[CTR_WARPS] = 33; /* the others do nothing */
	mine[CTR_WARPS_IDLE] = 25;
	missed(0, "not spread over the device");
	mine[CTR_WARPS_IDLE] = 24;
	met();
	mine[CTR_WARPS_IDLE] = 25;
	results[1].reference_us = 0; /* not known */
	met();
}
END_TEST

/* A column of 100 elements: 100 warps of one lane in the reference's blocks of two dimensions. */
START_TEST(lanes_that_fill_fewer_warps)
{
	uint64_t *mine = results[0].student.v;

	for (int i = 0; i < 2; i++) {
		results[i].has_counters = true;
		results[i].student.v[CTR_LAUNCHES] = results[i].reference.v[CTR_LAUNCHES] = 3;
		results[i].student.v[CTR_WARPS] = results[i].reference.v[CTR_WARPS] = i ? 3000 : 100;
		results[i].student_us = results[i].reference_us = 10;
	}
	results[0].student_us = 15;
	mine[CTR_WARPS] = 3; /* 100 elements fill 4 warps, in each of 3 launches */
	met();
	mine[CTR_WARPS] = 2;
	missed(0, "not spread over the device");
	mine[CTR_WARPS] = 12;
	met();
	params[0].value = 1000;
	missed(0, "not spread over the device");
}
END_TEST

/* One lane of each warp at every size but the one that everybody knows. */
START_TEST(lanes_of_other_sizes)
{
	uint64_t *mine = results[0].student.v, *ref = results[0].reference.v, *big = results[1].student.v;

	for (int i = 0; i < 2; i++) {
		results[i].has_counters = true;
		results[i].student.v[CTR_LAUNCHES] = results[i].reference.v[CTR_LAUNCHES] = 1;
		results[i].student.v[CTR_WARPS] = results[i].reference.v[CTR_WARPS] = 32;
		results[i].student.v[CTR_INST] = results[i].reference.v[CTR_INST] = 100;
		results[i].student.v[CTR_THREAD_INST_ON] = results[i].reference.v[CTR_THREAD_INST_ON] = 3000;
	}
	params[0].value = 32 * 32;
	mine[CTR_THREAD_INST_ON] = 1500;
	met();
	mine[CTR_THREAD_INST_ON] = 1499;
	missed(0,
		"active lanes: 15 of 32, expected at least 15: half of the reference's 30. In the case 'big' they are "
		"30");
	mine[CTR_THREAD_INST_ON] = 300;
	missed(0, "active lanes: 3 of 32");
	params[0].value =
		31 * 32; /* a column in blocks of 32 x 8: the reference's lanes load a tile, and have no work */
	met();
	params[0].value = 32 * 32;
	big[CTR_THREAD_INST_ON] = 600; /* few at every size: gates speak of that */
	met();
	big[CTR_THREAD_INST_ON] = 3000;
	ref[CTR_WARPS_IDLE] = 1; /* a small case: one lane takes a tail */
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
	/* The step knows why, also where it is more than the usual factor. */
	results[1].student_us = 250;
	r.student.time_us = 25 * r.reference.time_us;
	missed(1,
		"take 25 times as long as the reference's (250 us beside 10 us, modelled), expected at most 1.50 "
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

/* What the counters say goes before the step's own words, which name the usual cause. */
START_TEST(slow_for_another_reason)
{
	struct kernel_part part = { .name = "double", .us = 0.1 };
	struct kernel_run kernel = { .name = "f", .parts = &part, .nparts = 1 };

	step.floors.time = 1.5;
	step.floors.why = "only a part of the GPU is at work.";
	results[1].student_us = 30;
	results[1].reference_us = 10;
	r.student.total.v[CTR_WARPS] = 1000;
	r.reference.total.v[CTR_WARPS] = 100;
	r.student.total.v[CTR_WARPS_IDLE] = 500;
	missed(1, "only a part of the GPU is at work.");
	r.student.total.v[CTR_WARPS_IDLE] = 900;
	missed(1, "most of those threads have nothing to do: 900 of the 1,000 warps that you launch");
	r.reference.total.v[CTR_WARPS] = 600; /* not too many: one block does the work of the others */
	missed(1, "only a part of the GPU is at work.");
	r.reference.total.v[CTR_WARPS] = 100;
	r.student.total.v[CTR_WARPS_IDLE] = 0;
	r.student.kernels = &kernel;
	r.student.nkernels = 1;
	missed(1, "you compute in double precision");
	r.reference.kernels = &kernel; /* the reference does, too */
	r.reference.nkernels = 1;
	missed(1, "only a part of the GPU is at work.");
	r.reference.nkernels = 0;
	r.student.total.v[CTR_WARPS] = 40; /* too few warps are a reason of their own */
	missed(1, "only a part of the GPU is at work.");
	r.student.nkernels = 0;
	r.student.kernels = r.reference.kernels = NULL;
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

/* A named argument that is written down as it is in the perf case: the other cases show it. */
START_TEST(limits_for_every_case)
{
	static struct gate limits[2] = {
		{ .what = "warps", .counter = CTR_WARPS, .max_of_reference = 4, .why = "So many are asked for." },
		{ .what = "warps", .counter = CTR_WARPS, .min_of_reference = 0.1, .why = "So many are asked for." }
	};
	struct gate_result gate = { .judged = true, .pass = false };

	step.every_case = limits;
	step.nevery_case = 2;
	for (int i = 0; i < 2; i++) {
		results[i].has_counters = true;
		results[i].student.v[CTR_LAUNCHES] = 1;
		results[i].student.v[CTR_WARPS] = results[i].reference.v[CTR_WARPS] = 264;
	}
	results[0].reference.v[CTR_WARPS] = 66;
	every_case_judge(&r);
	ck_assert_int_eq(results[0].verdict, VERDICT_PASS);
	results[0].student.v[CTR_WARPS]++;
	every_case_judge(&r);
	ck_assert_int_eq(results[0].verdict, VERDICT_GATE_FAILED);
	ck_assert_str_eq(results[0].message, "warps: 265, expected at most 264. So many are asked for.");
	ck_assert_int_eq(results[1].verdict, VERDICT_PASS);
	results[0].verdict = VERDICT_PASS;
	results[0].student.v[CTR_WARPS] = 6; /* 6.6, rounded up: 7 */
	every_case_judge(&r);
	ck_assert_str_eq(results[0].message, "warps: 6, expected at least 7. So many are asked for.");
	results[0].verdict = VERDICT_PASS;
	r.gates = &gate;
	r.ngates = 1;
	every_case_judge(&r); /* the gate says more */
	ck_assert_int_eq(results[0].verdict, VERDICT_PASS);
	r.ngates = 0;
	results[0].student.v[CTR_LAUNCHES] = results[0].student.v[CTR_WARPS] = 0; /* there was nothing to do */
	every_case_judge(&r);
	ck_assert_int_eq(results[0].verdict, VERDICT_PASS);
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
	s[CTR_SHARED_ST_INST] = r.reference.total.v[CTR_SHARED_ST_INST] = 10;
	s[CTR_ATOMICS] = s[CTR_GLOBAL_RED_REQUESTS];
	ck_assert(passes(CTR_SHARED_ST_INST, &value));
	s[CTR_ATOMICS]++; /* one in shared memory: an exchange instead of a store */
	ck_assert(!passes(CTR_SHARED_ST_INST, &value) && fabs(value - 11) < 0.5);
	step.floors.none = true;
	ck_assert(passes(CTR_SHARED_ST_INST, &value));
}
END_TEST

Suite *judge_floors_suite(void)
{
	Suite *s = suite_create("judge floors");
	TCase *t = tcase_create("floors");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, work);
	tcase_add_test(t, a_mean_is_not_raised_by_more_instructions);
	tcase_add_test(t, library);
	tcase_add_test(t, library_by_path);
	tcase_add_test(t, time);
	tcase_add_test(t, one_size);
	tcase_add_test(t, lanes_that_fill_fewer_warps);
	tcase_add_test(t, lanes_of_other_sizes);
	tcase_add_test(t, tight_time);
	tcase_add_test(t, slow_for_another_reason);
	tcase_add_test(t, after_gates);
	tcase_add_test(t, limits_for_every_case);
	tcase_add_test(t, atomics);
	suite_add_tcase(s, t);
	return s;
}
