/* judge: what passes a comparison and what does not: the rule for one element, honest reorderings against reduced
 * precision, the attacks that beat other rules (NaN, zeros, unwritten), and a reference that is itself at fault.
 */
#include <check.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/compare.h"

Suite *judge_compare_suite(void);

static const struct compare exact = { COMPARE_EXACT, 0 }, sum = { COMPARE_SUM, 32 };

static float poison(void)
{
	float f;

	memset(&f, POISON_BYTE, sizeof f);
	return f;
}

/* ---- one element */

static bool ok_float(const struct compare *how, float got, float want, float magnitude)
{
	struct elements el = {
		.type = ELEM_FLOAT, .how = how, .count = 1, .got = &got, .want = &want, .magnitude = &magnitude
	};

	return element_ok(&el, 0);
}

START_TEST(exact_floats)
{
	ck_assert(ok_float(&exact, 1.5f, 1.5f, 0));
	ck_assert(ok_float(&exact, -0.0f, 0.0f, 0));
	ck_assert(ok_float(&exact, INFINITY, INFINITY, 0));
	ck_assert(ok_float(&exact, NAN, NAN, 0));
	ck_assert(!ok_float(&exact, nextafterf(1, 2), 1, 0));
	ck_assert(!ok_float(&exact, FLT_TRUE_MIN, 0, 0));
	ck_assert(!ok_float(&exact, NAN, 1, 0));
	ck_assert(!ok_float(&exact, 1, NAN, 0));
	ck_assert(!ok_float(&exact, INFINITY, -INFINITY, 0));
	ck_assert(!ok_float(&exact, poison(), 0, 0));
}
END_TEST

START_TEST(exact_whole_numbers)
{
	long long big[] = { (1LL << 53) + 1, LLONG_MIN }, near[] = { 1LL << 53, LLONG_MIN + 1 };
	struct elements el = { .type = ELEM_LONG, .how = &exact, .count = 2, .got = big, .want = big };

	ck_assert(element_ok(&el, 0) && element_ok(&el, 1));
	el.want = near; /* the same as doubles */
	ck_assert(!element_ok(&el, 0) && !element_ok(&el, 1));
	el.how = &sum; /* whole numbers have no allowance */
	el.magnitude = big;
	ck_assert(!element_ok(&el, 0));
}
END_TEST

START_TEST(sums_have_an_allowance)
{
	double u = 0x1p-24;

	ck_assert(ok_float(&sum, 1, 1, 0));
	ck_assert(ok_float(&sum, (float)(1 + 31 * u * 2), 1, 2));
	ck_assert(!ok_float(&sum, (float)(1 + 66 * u), 1, 2));
	ck_assert(ok_float(&sum, (float)(-1 - 31 * u * 2), -1, 2));
	/* Cancellation: the magnitude counts, not the value. */
	ck_assert(ok_float(&sum, (float)(900 * u), 0, 1000));
	ck_assert(!ok_float(&sum, FLT_TRUE_MIN, 0, 0));
}
END_TEST

START_TEST(sums_of_what_is_not_finite)
{
	ck_assert(!ok_float(&sum, NAN, 1, 1e9f));
	ck_assert(!ok_float(&sum, INFINITY, 1, INFINITY));
	ck_assert(!ok_float(&sum, 1, INFINITY, INFINITY));
	ck_assert(!ok_float(&sum, INFINITY, -INFINITY, INFINITY));
	ck_assert(!ok_float(&sum, 1, 2, NAN));
	ck_assert(!ok_float(&sum, poison(), 1, 1e30f));
	ck_assert(ok_float(&sum, INFINITY, INFINITY, INFINITY));
}
END_TEST

START_TEST(doubles_have_their_own_unit)
{
	double got = 1 + 31 * 0x1p-53 * 2, want = 1, mag = 2;
	struct elements el = {
		.type = ELEM_DOUBLE, .how = &sum, .count = 1, .got = &got, .want = &want, .magnitude = &mag
	};

	ck_assert(element_ok(&el, 0));
	got = 1 + 0x1p-24; /* fine for float only */
	ck_assert(!element_ok(&el, 0));
}
END_TEST

/* ---- the precision of dot products, as in docs/judging.md */

#define K 4096
#define M 64

struct dots {
	float a[M][K], b[M][K];
	float ref[M], got[M], mag[M];
};

static float to_half(float x) /* 11 significant bits, to nearest even */
{
	int e;
	float m = frexpf(x, &e);

	return ldexpf(rintf(ldexpf(m, 11)), e - 11);
}

static float to_tf32(float x) /* 11 significant bits, truncated */
{
	int e;
	float m = frexpf(x, &e);

	return ldexpf(truncf(ldexpf(m, 11)), e - 11);
}

static float dot_forward(const float *a, const float *b, int n)
{
	float s = 0;

	for (int k = 0; k < n; k++)
		s += a[k] * b[k];
	return s;
}

static float dot_fma(const float *a, const float *b, int n)
{
	float s = 0;

	for (int k = 0; k < n; k++)
		s = fmaf(a[k], b[k], s);
	return s;
}

static float dot_backward(const float *a, const float *b, int n)
{
	float s = 0;

	for (int k = n - 1; k >= 0; k--)
		s += a[k] * b[k];
	return s;
}

static float dot_tree(const float *a, const float *b, int n)
{
	return n == 1 ? a[0] * b[0] : dot_tree(a, b, n / 2) + dot_tree(a + n / 2, b + n / 2, n - n / 2);
}

static float dot_tiles(const float *a, const float *b, int n)
{
	float s = 0;

	for (int k = 0; k < n; k += 32)
		s += dot_fma(a + k, b + k, 32);
	return s;
}

static float dot_strided(const float *a, const float *b, int n)
{
	float lane[32] = { 0 };

	for (int k = 0; k < n; k++)
		lane[k % 32] += a[k] * b[k];
	for (int w = 16; w; w /= 2) {
		for (int l = 0; l < w; l++)
			lane[l] += lane[l + w];
	}
	return lane[0];
}

static float dot_half(const float *a, const float *b, int n)
{
	float s = 0;

	for (int k = 0; k < n; k++)
		s += to_half(a[k]) * to_half(b[k]);
	return s;
}

static float dot_tf32(const float *a, const float *b, int n)
{
	float s = 0;

	for (int k = 0; k < n; k++)
		s += to_tf32(a[k]) * to_tf32(b[k]);
	return s;
}

static float dot_missing_last(const float *a, const float *b, int n)
{
	return dot_forward(a, b, n - 1);
}

static float dot_zero(const float *a, const float *b, int n)
{
	(void)a;
	(void)b;
	(void)n;
	return 0;
}

static const struct {
	const char *name;
	float (*dot)(const float *, const float *, int);
	bool honest;
} dots[] = {
	{ "forward", dot_forward, true },
	{ "fma", dot_fma, true },
	{ "backward", dot_backward, true },
	{ "tree", dot_tree, true },
	{ "tiles", dot_tiles, true },
	{ "strided", dot_strided, true },
	{ "half", dot_half, false },
	{ "tf32", dot_tf32, false },
	{ "one term short", dot_missing_last, false },
	{ "zero", dot_zero, false },
};

/* Excess of the worst element, in units of the allowance. */
static double worst_dot(struct dots *d, float (*dot)(const float *, const float *, int))
{
	struct elements el = {
		.type = ELEM_FLOAT, .how = &sum, .count = M, .got = d->got, .want = d->ref, .magnitude = d->mag
	};
	double worst = 0;

	for (int m = 0; m < M; m++) {
		double excess;

		d->got[m] = dot(d->a[m], d->b[m], K);
		excess = element_excess(&el, (uint64_t)m);
		worst = excess > worst ? excess : worst;
	}
	return worst;
}

static struct dots *dots_make(void)
{
	struct param none[] = { { "n", M * K } };
	struct test_case tc[] = { { .name = "c", .params = none, .nparams = 1 } };
	struct arg args[] = {
		{ .name = "a", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n", .fill = { FILL_UNIFORM, -1, 1 } },
		{ .name = "b", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "n", .fill = { FILL_UNIFORM, -1, 1 } }
	};
	struct step s = { .args = args, .nargs = 2, .cases = tc, .ncases = 1 };
	struct dots *d = malloc(sizeof *d);
	struct case_data data;

	ck_assert_int_eq(case_data_make(&data, &s, tc, 99, NULL), 0);
	memcpy(d->a, data.args[0].data, sizeof d->a);
	memcpy(d->b, data.args[1].data, sizeof d->b);
	case_data_release(&data);
	for (int m = 0; m < M; m++) {
		d->ref[m] = dot_tiles(d->a[m], d->b[m], K);
		d->mag[m] = 0;
		for (int k = 0; k < K; k++)
			d->mag[m] += fabsf(d->a[m][k] * d->b[m][k]);
	}
	return d;
}

START_TEST(honest_orders_pass_with_room_and_lost_precision_does_not)
{
	struct dots *d = dots_make();
	double worst = worst_dot(d, dots[_i].dot);

	if (dots[_i].honest)
		ck_assert_msg(worst < 0.25, "%s: %g of the allowance", dots[_i].name, worst);
	else
		ck_assert_msg(worst > 4, "%s: %g of the allowance", dots[_i].name, worst);
	free(d);
}
END_TEST

/* ---- a whole case */

#define N 12

static struct param params[] = { { "rows", 3 }, { "cols", 4 } };
static struct test_case tc[] = { { .name = "c", .params = params, .nparams = 2 } };
static struct arg args[] = {
	{ .name = "in", .type = ELEM_FLOAT, .kind = ARG_IN, .count = "rows * cols", .fill = { FILL_RAMP, 1, 0 } },
	{ .name = "first", .type = ELEM_INT, .kind = ARG_OUT, .count = "cols" },
	{ .name = "out",
		.type = ELEM_FLOAT,
		.kind = ARG_OUT,
		.count = "rows * cols",
		.shape = { "rows", "cols" },
		.nshape = 2 },
	{ .name = "rows", .type = ELEM_INT, .kind = ARG_VALUE, .value = "rows" },
};
static struct step step;
static struct case_data data;
static struct outputs got, want, mag;
static struct arena arena;

static void setup(void)
{
	step = (struct step){
		.id = "01-x/1", .args = args, .nargs = 4, .cases = tc, .ncases = 1, .compare = { COMPARE_SUM, 32 }
	};
	arena_init(&arena);
	ck_assert_int_eq(case_data_make(&data, &step, tc, 1, NULL), 0);
	ck_assert_int_eq(outputs_make(&got, &data, NULL), 0);
	ck_assert_int_eq(outputs_make(&want, &data, NULL), 0);
	ck_assert_int_eq(outputs_make(&mag, &data, NULL), 0);
	for (int i = 0; i < 4; i++)
		((int *)got.data[1])[i] = ((int *)want.data[1])[i] = ((int *)mag.data[1])[i] = i * i;
	for (int i = 0; i < N; i++) {
		((float *)got.data[2])[i] = ((float *)want.data[2])[i] = (float)(10 * i + i * i);
		((float *)mag.data[2])[i] = 300;
	}
}

static void teardown(void)
{
	outputs_release(&got);
	outputs_release(&want);
	outputs_release(&mag);
	case_data_release(&data);
	arena_release(&arena);
}

static struct mismatch compare(void)
{
	struct mismatch m;
	struct err e = ERR_INIT;

	ck_assert_msg(!compare_case(&arena, &data, &got, &want, &mag, &m, &e), "%s", e.msg);
	return m;
}

START_TEST(equal_outputs_match)
{
	struct mismatch m = compare();

	ck_assert(!m.any);
	ck_assert_int_eq(m.wrong, 0);
}
END_TEST

START_TEST(the_first_bad_element_is_named)
{
	struct mismatch m;

	((float *)got.data[2])[7] = 0.1f;
	((float *)got.data[2])[9] = 1e6f;
	m = compare();
	ck_assert(m.any && !m.never_written);
	ck_assert_str_eq(m.arg, "out");
	ck_assert_int_eq(m.index, 7);
	ck_assert_str_eq(m.where, "out[1][3]");
	ck_assert_str_eq(m.got, "0.1");
	ck_assert_str_eq(m.want, "119");
	ck_assert_int_eq(m.wrong, 2);
	ck_assert_int_eq(m.total, N);
	ck_assert_int_eq(m.worst_index, 9);
	ck_assert(m.worst > 1e6);
}
END_TEST

START_TEST(nan_is_the_worst)
{
	struct mismatch m;

	((float *)got.data[2])[2] = 1e30f;
	((float *)got.data[2])[3] = NAN;
	m = compare();
	ck_assert_int_eq(m.index, 2);
	ck_assert_int_eq(m.worst_index, 3);
	ck_assert(isinf(m.worst));
}
END_TEST

START_TEST(the_first_wrong_output_counts)
{
	struct mismatch m;

	((int *)got.data[1])[3] = 8;
	((float *)got.data[2])[0] = 5;
	m = compare();
	ck_assert_str_eq(m.arg, "first");
	ck_assert_str_eq(m.where, "first[3]");
	ck_assert_str_eq(m.got, "8");
	ck_assert_str_eq(m.want, "9");
	ck_assert(m.worst == 0);
}
END_TEST

START_TEST(unwritten_elements_are_known)
{
	struct mismatch m;

	((float *)got.data[2])[11] = poison();
	m = compare();
	ck_assert(m.any && m.never_written);
	ck_assert_str_eq(m.where, "out[2][3]");
	ck_assert_int_eq(m.wrong, 1);
}
END_TEST

/* ---- the reference at fault */

static void expect_fault(const char *says)
{
	struct mismatch m;
	struct err e = ERR_INIT;

	ck_assert_int_eq(compare_case(&arena, &data, &got, &want, &mag, &m, &e), -1);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_msg(strstr(e.msg, says) != NULL, "%s", e.msg);
}

START_TEST(reference_left_out_an_element)
{
	((float *)want.data[2])[5] = ((float *)got.data[2])[5] = poison();
	expect_fault("the reference of step 01-x/1 is at fault: for out[5] in case 'c' it left it unwritten");
}
END_TEST

START_TEST(reference_gave_nan)
{
	((float *)want.data[2])[5] = NAN;
	expect_fault("gave NaN");
}
END_TEST

static const float no_magnitudes[] = { -1, NAN, INFINITY, 0, 70 };

START_TEST(reference_gave_no_magnitude)
{
	((float *)mag.data[2])[5] = no_magnitudes[_i]; /* want is 75 */
	expect_fault("magnitude()");
}
END_TEST

START_TEST(reference_without_magnitudes)
{
	struct mismatch m;
	struct err e = ERR_INIT;

	ck_assert_int_eq(compare_case(&arena, &data, &got, &want, NULL, &m, &e), -1);
	ck_assert_int_eq(e.kind, ERR_BUG);
	step.compare = exact;
	ck_assert_int_eq(compare_case(&arena, &data, &got, &want, NULL, &m, &e), 0);
}
END_TEST

/* ---- how numbers are printed */

static const struct {
	float value;
	const char *text;
} prints[] = { { 0.1f, "0.1" }, { 1, "1" }, { 16777216, "16777216" }, { 1.0f / 3, "0.33333334" }, { -INFINITY, "-inf" },
	{ 1e-45f, "1e-45" }, { 30, "30" }, { -1200, "-1200" }, { 3e9f, "3000000000" }, { 0.25f, "0.25" },
	{ 123.5f, "123.5" }, { 2e20f, "2e+20" } };

START_TEST(floats_print_short_and_exact)
{
	struct mismatch m;

	step.compare = exact;
	((float *)got.data[2])[0] = prints[_i].value;
	m = compare();
	ck_assert_str_eq(m.got, prints[_i].text);
}
END_TEST

Suite *judge_compare_suite(void)
{
	Suite *s = suite_create("judge_compare");
	TCase *t = tcase_create("element"), *c = tcase_create("case");

	tcase_add_test(t, exact_floats);
	tcase_add_test(t, exact_whole_numbers);
	tcase_add_test(t, sums_have_an_allowance);
	tcase_add_test(t, sums_of_what_is_not_finite);
	tcase_add_test(t, doubles_have_their_own_unit);
	tcase_add_loop_test(
		t, honest_orders_pass_with_room_and_lost_precision_does_not, 0, sizeof dots / sizeof dots[0]);
	suite_add_tcase(s, t);
	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, equal_outputs_match);
	tcase_add_test(c, the_first_bad_element_is_named);
	tcase_add_test(c, nan_is_the_worst);
	tcase_add_test(c, the_first_wrong_output_counts);
	tcase_add_test(c, unwritten_elements_are_known);
	tcase_add_test(c, reference_left_out_an_element);
	tcase_add_test(c, reference_gave_nan);
	tcase_add_loop_test(c, reference_gave_no_magnitude, 0, sizeof no_magnitudes / sizeof no_magnitudes[0]);
	tcase_add_test(c, reference_without_magnitudes);
	tcase_add_loop_test(c, floats_print_short_and_exact, 0, sizeof prints / sizeof prints[0]);
	suite_add_tcase(s, c);
	return s;
}
