/* judge: inputs follow from the seed, stay in their range and differ where they must; outputs start as poison. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "judge/inputs.h"

Suite *judge_inputs_suite(void);

#define N 20000

static struct param params[] = { { "n", N } };
static struct test_case cases[] = { { .name = "a", .params = params, .nparams = 1 },
	{ .name = "b", .params = params, .nparams = 1 } };
static struct arg args[] = {
	{ .name = "f", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n", .fill = { FILL_UNIFORM, -1, 1 } },
	{ .name = "d", .type = ELEM_DOUBLE, .kind = ARG_IN, .count = "n", .fill = { FILL_UNIFORM, 2, 3 } },
	{ .name = "i", .type = ELEM_INT, .kind = ARG_IN, .count = "n", .fill = { FILL_INTEGERS, -3, 3 } },
	{ .name = "u", .type = ELEM_UINT, .kind = ARG_IN, .count = "n", .fill = { FILL_INTEGERS, 0, 4294967295.0 } },
	{ .name = "c", .type = ELEM_CHAR, .kind = ARG_INOUT, .count = "n", .fill = { FILL_INTEGERS, -128, 127 } },
	{ .name = "l", .type = ELEM_LONG, .kind = ARG_IN, .count = "n", .fill = { FILL_RAMP, -5, 0 } },
	{ .name = "k", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n", .fill = { FILL_CONST, 0.1, 0 } },
	{ .name = "g", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n", .fill = { FILL_UNIFORM, -1, 1 } },
	{ .name = "out", .type = ELEM_FLOAT, .kind = ARG_OUT, .count = "n / 2" },
	{ .name = "n", .type = ELEM_INT, .kind = ARG_VALUE, .value = "n" },
	{ .name = "m", .type = ELEM_LONG, .kind = ARG_VALUE, .value = "-n" },
	{ .name = "x", .type = ELEM_FLOAT, .kind = ARG_VALUE, .value = "n + 1" },
	{ .name = "y", .type = ELEM_CHAR, .kind = ARG_VALUE, .value = "-1" },
	{ .name = "q", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n", .fill = { FILL_QUARTERS, -1, 2 } },
	{ .name = "p", .type = ELEM_DOUBLE, .kind = ARG_IN, .count = "n", .fill = { FILL_QUARTERS, -1, 2 } },
};
static const struct step step = {
	.id = "01-x/1", .args = args, .nargs = sizeof args / sizeof args[0], .cases = cases, .ncases = 2
};

static struct case_data d;

static void setup(void)
{
	ck_assert_int_eq(case_data_make(&d, &step, &cases[0], 7, NULL), 0);
}

static void teardown(void)
{
	case_data_release(&d);
}

START_TEST(a_time_of_its_own_is_accepted_and_nothing_else)
{
	struct param three[] = { { "n", 6 } };
	struct test_case tc = { .name = "a", .params = three, .nparams = 1 };
	struct arg outs[] = { { .name = "ms", .type = ELEM_FLOAT, .kind = ARG_OUT, .count = "n", .milliseconds = true },
		{ .name = "y", .type = ELEM_FLOAT, .kind = ARG_OUT, .count = "n" } };
	struct step timed = { .id = "01-x/2", .args = outs, .nargs = 2, .cases = &tc, .ncases = 1 };
	static const float seen[] = { 2, 0, -1, INFINITY, NAN, 7 };
	struct outputs got, want;
	struct case_data own;

	ck_assert_int_eq(case_data_make(&own, &timed, &tc, 7, NULL), 0);
	ck_assert_int_eq(outputs_make(&got, &own, NULL), 0);
	ck_assert_int_eq(outputs_make(&want, &own, NULL), 0);
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 6; k++) {
			((float *)got.data[i])[k] = seen[k];
			((float *)want.data[i])[k] = 5;
		}
	outputs_accept_times(&own, &got, &want);
	for (int k = 0; k < 6; k++) {
		const float now = ((float *)got.data[0])[k];

		ck_assert(now == (k == 0 || k == 5 ? 5 : seen[k]) || (isnan(now) && isnan(seen[k])));
		ck_assert(((float *)got.data[1])[k] == seen[k] || isnan(seen[k]));
		/* others are compared with it, too */
		ck_assert(((float *)want.data[0])[k] == 5 && ((float *)want.data[1])[k] == 5);
	}
	outputs_release(&got);
	outputs_release(&want);
	case_data_release(&own);
}
END_TEST

static double element_of(const struct case_arg *a, uint64_t i)
{
	return a->arg->type == ELEM_FLOAT ? (double)((float *)a->data)[i] : ((double *)a->data)[i];
}

START_TEST(fills_keep_their_range_and_reach_its_ends)
{
	double least = 2, most = -2, sum = 0;
	int seen[7] = { 0 }, chars[256] = { 0 };
	bool high = false;

	for (int i = 0; i < N; i++) {
		float f = ((float *)d.args[0].data)[i];
		double g = ((double *)d.args[1].data)[i];
		int k = ((int *)d.args[2].data)[i];

		ck_assert(f >= -1 && f < 1);
		ck_assert(g >= 2 && g < 3);
		ck_assert(k >= -3 && k <= 3);
		least = f < least ? f : least;
		most = f > most ? f : most;
		sum += f;
		seen[k + 3]++;
		chars[((signed char *)d.args[4].data)[i] + 128]++;
		high |= ((unsigned *)d.args[3].data)[i] > 0xF0000000u;
		ck_assert(((long long *)d.args[5].data)[i] == i - 5);
		ck_assert(((float *)d.args[6].data)[i] == 0.1f);
	}
	ck_assert(least < -0.99 && most > 0.99 && fabs(sum / N) < 0.05);
	for (int k = 0; k < 7; k++)
		ck_assert_int_gt(seen[k], N / 14);
	for (int k = 0; k < 256; k++)
		ck_assert_int_gt(chars[k], 0);
	ck_assert(high);
}
END_TEST

START_TEST(quarters_are_all_there_and_nothing_between_them)
{
	for (size_t a = 13; a < 15; a++) {
		int seen[13] = { 0 };

		for (uint64_t i = 0; i < N; i++) {
			double x = 4 * element_of(&d.args[a], i);

			ck_assert(x == floor(x) && x >= -4 && x <= 8);
			seen[(int)x + 4]++;
		}
		for (int k = 0; k < 13; k++)
			ck_assert_int_gt(seen[k], N / 26);
	}
}
END_TEST

START_TEST(values_have_their_types_bits)
{
	float x;
	long long m;
	int n;

	memcpy(&n, &d.args[9].value, sizeof n);
	memcpy(&m, &d.args[10].value, sizeof m);
	memcpy(&x, &d.args[11].value, sizeof x);
	ck_assert_int_eq(n, N);
	ck_assert(m == -N);
	ck_assert(x == N + 1);
	ck_assert_uint_eq(d.args[12].value, 0xFF);
	ck_assert_uint_eq(d.args[12].bytes, 1);
	ck_assert_uint_eq(d.args[9].bytes, 4);
}
END_TEST

START_TEST(outputs_have_no_data_but_a_size)
{
	ck_assert_ptr_null(d.args[8].data);
	ck_assert_uint_eq(d.args[8].count, N / 2);
	ck_assert_uint_eq(d.args[8].bytes, N / 2 * 4);
}
END_TEST

static bool same(const struct case_data *a, const struct case_data *b, size_t i)
{
	return !memcmp(a->args[i].data, b->args[i].data, a->args[i].bytes);
}

START_TEST(seed_case_and_argument_make_the_numbers)
{
	struct case_data again, other_seed, other_case;

	ck_assert_int_eq(case_data_make(&again, &step, &cases[0], 7, NULL), 0);
	ck_assert_int_eq(case_data_make(&other_seed, &step, &cases[0], 8, NULL), 0);
	ck_assert_int_eq(case_data_make(&other_case, &step, &cases[1], 7, NULL), 0);
	for (size_t i = 0; i < 5; i++) {
		ck_assert(same(&d, &again, i));
		ck_assert(!same(&d, &other_seed, i));
		ck_assert(!same(&d, &other_case, i));
	}
	ck_assert(memcmp(d.args[0].data, d.args[7].data, d.args[0].bytes)); /* equal fills of two arguments */
	case_data_release(&again);
	case_data_release(&other_seed);
	case_data_release(&other_case);
}
END_TEST

/* The bits themselves: a change of them would make old seeds worthless. */
START_TEST(numbers_are_the_same_for_ever)
{
	float f[2];

	memcpy(f, d.args[0].data, sizeof f);
	ck_assert_msg(f[0] == -0x1.018794p-1f && f[1] == 0x1.23f014p-1f, "%a %a", (double)f[0], (double)f[1]);
	ck_assert_int_eq(((int *)d.args[2].data)[0], -1);
}
END_TEST

START_TEST(outputs_start_as_poison)
{
	struct outputs o;

	ck_assert_int_eq(outputs_make(&o, &d, NULL), 0);
	ck_assert_uint_eq(o.n, step.nargs);
	ck_assert_ptr_null(o.data[0]);
	ck_assert_ptr_null(o.data[9]);
	ck_assert_ptr_nonnull(o.data[4]);
	for (size_t i = 0; i < d.args[8].bytes; i++)
		ck_assert_uint_eq(((unsigned char *)o.data[8])[i], 0xFF);
	outputs_release(&o);
}
END_TEST

START_TEST(empty_cases_and_bad_expressions)
{
	struct param none[] = { { "n", 0 } }, many[] = { { "n", 1LL << 40 } };
	struct test_case odd[] = { { .name = "empty", .params = none, .nparams = 1 },
		{ .name = "huge", .params = many, .nparams = 1 }, { .name = "without", .nparams = 0 } };
	struct step s = step;
	struct case_data e;
	struct outputs o;
	struct err err = ERR_INIT;

	s.cases = odd;
	ck_assert_int_eq(case_data_make(&e, &s, &odd[0], 1, &err), 0);
	ck_assert_uint_eq(e.args[0].bytes, 0);
	ck_assert_int_eq(outputs_make(&o, &e, &err), 0);
	ck_assert_ptr_nonnull(o.data[8]);
	outputs_release(&o);
	case_data_release(&e);
	ck_assert_int_eq(case_data_make(&e, &s, &odd[1], 1, &err), -1);
	ck_assert_int_eq(err.kind, ERR_INPUT);
	ck_assert_int_eq(case_data_make(&e, &s, &odd[2], 1, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.msg, "gives no 'n'"));
}
END_TEST

Suite *judge_inputs_suite(void)
{
	Suite *s = suite_create("judge_inputs");
	TCase *t = tcase_create("inputs");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, fills_keep_their_range_and_reach_its_ends);
	tcase_add_test(t, a_time_of_its_own_is_accepted_and_nothing_else);
	tcase_add_test(t, quarters_are_all_there_and_nothing_between_them);
	tcase_add_test(t, values_have_their_types_bits);
	tcase_add_test(t, outputs_have_no_data_but_a_size);
	tcase_add_test(t, seed_case_and_argument_make_the_numbers);
	tcase_add_test(t, numbers_are_the_same_for_ever);
	tcase_add_test(t, outputs_start_as_poison);
	tcase_add_test(t, empty_cases_and_bad_expressions);
	suite_add_tcase(s, t);
	return s;
}
