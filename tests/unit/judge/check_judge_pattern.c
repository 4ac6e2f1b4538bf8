/* judge: patterns of wrong elements are told when they are true of every element, and nothing is said otherwise.
 *
 * Each row spoils a right output in one way; the sentence is the whole of what is said. Rows with NULL are the
 * controls: damage without a pattern, or with one that is almost true.
 */
#include <check.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/compare.h"

Suite *judge_pattern_suite(void);

#define MAX 4096

struct board {
	uint64_t n, rows, cols; /* rows = 0: flat */
	float want[MAX], got[MAX], before[MAX];
	bool inout;
};

static float poison(void)
{
	float f;

	memset(&f, POISON_BYTE, sizeof f);
	return f;
}

/* Values without structure of their own, none 0, no two near each other equal. */
static float value(uint64_t i)
{
	return (float)((i * 2654435761u) % 100003 + 1);
}

static uint64_t row(const struct board *b, uint64_t i)
{
	return i / b->cols;
}

static uint64_t col(const struct board *b, uint64_t i)
{
	return i % b->cols;
}

/* ---- ways to spoil element i */

static void nothing_written(struct board *b, uint64_t i)
{
	b->got[i] = poison();
}
static void tail_of_256(struct board *b, uint64_t i)
{
	if (i >= b->n / 256 * 256)
		b->got[i] = poison();
}
static void tail_zero(struct board *b, uint64_t i)
{
	if (i >= 990)
		b->got[i] = 0;
}
static void tail_noise(struct board *b, uint64_t i)
{
	if (i >= 991)
		b->got[i] = value(i * i + 7);
}
static void last_only(struct board *b, uint64_t i)
{
	if (i + 1 == b->n)
		b->got[i] = poison();
}
static void first_only(struct board *b, uint64_t i)
{
	if (!i)
		b->got[i] += 1;
}
static void middle_run(struct board *b, uint64_t i)
{
	if (i >= 256 && i < 512)
		b->got[i] = poison();
}
static void one_inside(struct board *b, uint64_t i)
{
	if (i == 300)
		b->got[i] += 0.5f;
}
static void before_32(struct board *b, uint64_t i)
{
	if (i < 32)
		b->got[i] = NAN;
}
static void every_4th(struct board *b, uint64_t i)
{
	if (i % 4 == 1)
		b->got[i] = value(i * i + 7);
}
static void all_but_4th(struct board *b, uint64_t i)
{
	if (i % 4 != 1)
		b->got[i] = poison();
}
static void every_4th_but_one(struct board *b, uint64_t i)
{
	if (i % 4 == 1 && i != 401)
		b->got[i] = value(i * i + 7);
}
static void three_scattered(struct board *b, uint64_t i)
{
	if (i == 10 || i == 17 || i == 400)
		b->got[i] = value(i * i + 7);
}
static void all_noise(struct board *b, uint64_t i)
{
	b->got[i] = value(i * i + 7) + 0.5f;
}
static void later(struct board *b, uint64_t i)
{
	if (i + 1 < b->n)
		b->got[i] = b->want[i + 1];
}
static void earlier(struct board *b, uint64_t i)
{
	if (i)
		b->got[i] = b->want[i - 1];
}
static void later_but_one(struct board *b, uint64_t i)
{
	if (i + 1 < b->n)
		b->got[i] = b->want[i + 1] + (i == 500);
}
static void reversed(struct board *b, uint64_t i)
{
	b->got[i] = b->want[b->n - 1 - i];
}
static void doubled(struct board *b, uint64_t i)
{
	b->got[i] = 2 * b->want[i];
}
static void doubled_but_one(struct board *b, uint64_t i)
{
	b->got[i] = (i == 500 ? 3 : 2) * b->want[i];
}
static void a_rounding_off(struct board *b, uint64_t i)
{
	b->got[i] = nextafterf(b->want[i], 1e9f);
}
static void negated(struct board *b, uint64_t i)
{
	b->got[i] = -b->want[i];
}
static void one_too_high(struct board *b, uint64_t i)
{
	if (i >= 512)
		b->got[i] = b->want[i] + 1;
}
static void far_too_high(struct board *b, uint64_t i)
{
	b->got[i] = b->want[i] + 1048576;
}
static void unchanged(struct board *b, uint64_t i)
{
	b->inout = true;
	if (i >= 768)
		b->got[i] = b->before[i];
}
static void unchanged_but_one(struct board *b, uint64_t i)
{
	b->inout = true;
	if (i >= 768)
		b->got[i] = b->before[i] + (i == 800);
}
static void one_row(struct board *b, uint64_t i)
{
	if (row(b, i) == 7)
		b->got[i] = poison();
}
static void tail_rows(struct board *b, uint64_t i)
{
	if (row(b, i) >= 32)
		b->got[i] = poison();
}
static void tail_columns(struct board *b, uint64_t i)
{
	if (col(b, i) >= 48)
		b->got[i] = poison();
}
static void last_column(struct board *b, uint64_t i)
{
	if (col(b, i) + 1 == b->cols)
		b->got[i] += 3;
}
static void odd_rows(struct board *b, uint64_t i)
{
	if (row(b, i) % 2)
		b->got[i] = poison();
}
static void both_edges(struct board *b, uint64_t i)
{
	if (row(b, i) >= 32 || col(b, i) >= 48)
		b->got[i] = poison();
}
static void one_tile(struct board *b, uint64_t i)
{
	if (row(b, i) / 16 == 1 && col(b, i) / 16 == 2)
		b->got[i] = poison();
}
static void off_diagonal(struct board *b, uint64_t i)
{
	if (row(b, i) != col(b, i))
		b->got[i] = value(i * i + 7);
}
static void rows_but_one(struct board *b, uint64_t i)
{
	if (row(b, i) >= 32 && i != 34 * b->cols + 3)
		b->got[i] = poison();
}
static void transposed(struct board *b, uint64_t i)
{
	b->got[col(b, i) * b->rows + row(b, i)] = b->want[i];
}
static void row_later(struct board *b, uint64_t i)
{
	if (i + b->cols < b->n)
		b->got[i] = b->want[i + b->cols];
}

static const struct {
	void (*spoil)(struct board *, uint64_t);
	uint64_t n, rows, cols;
	const char *says;
} rows[] = {
	{ nothing_written, 1000, 0, 0, "every element: never written" },
	{ nothing_written, 1, 0, 0, "never written" },
	{ tail_of_256, 1000, 0, 0, "every element from 768 on, the last 232 (1000 % 256 = 232): never written" },
	{ tail_zero, 1000, 0, 0, "every element from 990 on, the last 10 of 1000: 0" },
	{ tail_noise, 1000, 0, 0, "every element from 991 on, the last 9 of 1000" },
	{ last_only, 1000, 0, 0, "only the last element: never written" },
	{ first_only, 1000, 0, 0, "only the first element" },
	{ middle_run, 1000, 0, 0, "every element from 256 to 511: never written" },
	{ one_inside, 1000, 0, 0, "only element 300 of 1000" },
	{ before_32, 1000, 0, 0, "every element before 32: NaN" },
	{ every_4th, 1000, 0, 0, "every element whose index % 4 is 1" },
	{ all_but_4th, 1000, 0, 0, "every element but those whose index % 4 is 1: never written" },
	{ every_4th_but_one, 1000, 0, 0, NULL },
	{ three_scattered, 1000, 0, 0, NULL },
	{ all_noise, 1000, 0, 0, NULL },
	{ later, 1000, 0, 0, "every element before 999: each holds what belongs one element later" },
	{ earlier, 1000, 0, 0,
		"every element from 1 on, the last 999 of 1000: each holds what belongs one element earlier" },
	{ later_but_one, 1000, 0, 0, "every element before 999" },
	{ reversed, 1000, 0, 0, "every element: the order is reversed" },
	{ doubled, 1000, 0, 0, "every element: 2 times the right value" },
	{ doubled_but_one, 1000, 0, 0, NULL },
	{ negated, 1000, 0, 0, "every element: the right value with the other sign" },
	{ one_too_high, 1000, 0, 0, "every element from 512 on, the last 488 (1000 % 512 = 488): 1 too high" },
	{ far_too_high, 1000, 0, 0, "every element: 1,048,576 too high" },
	{ unchanged, 1000, 0, 0,
		"every element from 768 on, the last 232 (1000 % 256 = 232): the same as before the call" },
	{ unchanged_but_one, 1000, 0, 0, "every element from 768 on, the last 232 (1000 % 256 = 232)" },
	{ all_noise, 37 * 53, 37, 53, NULL },
	{ a_rounding_off, 37 * 53, 37, 53, NULL }, /* 1 times the right value is no news */
	{ nothing_written, 37 * 53, 37, 53, "every element: never written" },
	{ one_row, 37 * 53, 37, 53, "only row 7 of 37: never written" },
	{ tail_rows, 37 * 53, 37, 53, "every row from 32 on, the last 5 (37 % 8 = 5): never written" },
	{ tail_columns, 37 * 53, 37, 53, "every column from 48 on, the last 5 (53 % 8 = 5): never written" },
	{ last_column, 37 * 53, 37, 53, "only the last column: 3 too high" },
	{ odd_rows, 37 * 53, 37, 53, "every row whose index % 2 is 1: never written" },
	{ both_edges, 37 * 53, 37, 53, "every row from 32 on and every column from 48 on: never written" },
	{ one_tile, 37 * 53, 37, 53, "rows 16 to 31 of columns 32 to 47: never written" },
	{ off_diagonal, 37 * 37, 37, 37, "every element off the diagonal" },
	{ rows_but_one, 37 * 53, 37, 53, "every wrong element: never written" },
	{ transposed, 37 * 53, 37, 53, NULL }, /* the place depends on the values; see below */
	{ row_later, 37 * 53, 37, 53, "every row before 36: each holds what belongs one row later" },
};

static struct board *board_make(int i)
{
	struct board *b = calloc(1, sizeof *b);

	b->n = rows[i].n;
	b->rows = rows[i].rows;
	b->cols = rows[i].cols ? rows[i].cols : 1;
	for (uint64_t k = 0; k < b->n; k++) {
		b->want[k] = b->got[k] = value(k);
		b->before[k] = value(k + 5000);
	}
	for (uint64_t k = 0; k < b->n; k++)
		rows[i].spoil(b, k);
	return b;
}

static const char *describe(struct arena *a, const struct board *b, const struct compare *how, const float *magnitude)
{
	struct elements el = { .type = ELEM_FLOAT,
		.how = how,
		.count = b->n,
		.got = b->got,
		.want = b->want,
		.magnitude = magnitude,
		.before = b->inout ? b->before : NULL };
	uint64_t wrong = 0;

	if (b->rows) {
		el.ndim = 2;
		el.dim[0] = b->rows;
		el.dim[1] = b->cols;
	}
	for (uint64_t i = 0; i < b->n; i++)
		wrong += !element_ok(&el, i);
	ck_assert_uint_gt(wrong, 0);
	return pattern_describe(a, &el, wrong);
}

START_TEST(what_is_said)
{
	static const struct compare exact = { COMPARE_EXACT, 0 };
	struct board *b = board_make(_i);
	struct arena a;
	const char *says;

	arena_init(&a);
	says = describe(&a, b, &exact, NULL);
	if (rows[_i].spoil == transposed)
		ck_assert_msg(says && strstr(says, "rows and columns are exchanged (transposed)"), "row %d: %s", _i,
			says ? says : "nothing");
	else if (rows[_i].says)
		ck_assert_msg(says && !strcmp(says, rows[_i].says), "row %d: %s", _i, says ? says : "nothing");
	else
		ck_assert_msg(!says, "row %d: %s", _i, says);
	arena_release(&a);
	free(b);
}
END_TEST

/* With an allowance, a shifted or transposed result is recognised although its sums were added in another order. */
START_TEST(an_allowance_applies_to_what_is_recognised)
{
	static const struct compare sum = { COMPARE_SUM, 32 };
	struct board *b = calloc(1, sizeof *b);
	float magnitude[MAX];
	struct arena a;
	const char *says;

	arena_init(&a);
	b->n = 16 * 24;
	b->rows = 16;
	b->cols = 24;
	for (uint64_t i = 0; i < b->n; i++) {
		b->want[i] = value(i);
		magnitude[i] = 2 * value(i);
	}
	for (uint64_t i = 0; i < b->n; i++)
		b->got[col(b, i) * b->rows + row(b, i)] = b->want[i] * (1 + 0x1p-21f);
	says = describe(&a, b, &sum, magnitude);
	ck_assert_msg(says && strstr(says, "transposed"), "%s", says ? says : "nothing");
	arena_release(&a);
	free(b);
}
END_TEST

START_TEST(whole_numbers_hedge)
{
	static const struct compare exact = { COMPARE_EXACT, 0 };
	int want[100], got[100];
	struct elements el = { .type = ELEM_INT, .how = &exact, .count = 100, .got = got, .want = want };
	struct arena a;

	arena_init(&a);
	for (int i = 0; i < 100; i++)
		want[i] = got[i] = i * i;
	for (int i = 64; i < 100; i++)
		got[i] = -1;
	ck_assert_str_eq(pattern_describe(&a, &el, 36),
		"every element from 64 on, the last 36 (100 % 64 = 36): never written (or written as all one bits)");
	arena_release(&a);
}
END_TEST

/* All wanted values equal: a factor or a shift would be an accident. */
START_TEST(constant_outputs_have_no_factor)
{
	static const struct compare exact = { COMPARE_EXACT, 0 };
	struct board *b = calloc(1, sizeof *b);
	struct arena a;

	arena_init(&a);
	b->n = 100;
	for (int i = 0; i < 100; i++) {
		b->want[i] = 4;
		b->got[i] = 8;
	}
	ck_assert_ptr_null(describe(&a, b, &exact, NULL));
	arena_release(&a);
	free(b);
}
END_TEST

/* An int on the way cuts sums of products of quarters; not all of them have a fraction. */
START_TEST(fractions_that_are_lost)
{
	static const struct compare exact = { COMPARE_EXACT, 0 };
	struct board *b = calloc(1, sizeof *b);
	struct arena a;
	const char *says;

	arena_init(&a);
	b->n = 100;
	for (uint64_t i = 0; i < b->n; i++) {
		b->want[i] = value(i) / 16;
		b->got[i] = truncf(b->want[i]) - 1;
	}
	says = describe(&a, b, &exact, NULL);
	ck_assert_msg(
		says && !strcmp(says, "every element: a whole number, where most of the right values have a fraction"),
		"%s", says ? says : "nothing");
	b->got[50] += 0.5f;
	ck_assert_ptr_null(describe(&a, b, &exact, NULL));
	for (uint64_t i = 0; i < b->n; i++) {
		b->want[i] = value(i) + (float)(i % 3 == 0) / 2; /* most are whole themselves */
		b->got[i] = floorf(b->want[i]) + (float)(i * i);
	}
	ck_assert_ptr_null(describe(&a, b, &exact, NULL));
	arena_release(&a);
	free(b);
}
END_TEST

/* A copy that took too few bytes ends within an element. */
START_TEST(a_part_of_an_element)
{
	static const struct compare exact = { COMPARE_EXACT, 0 };
	static const struct {
		unsigned want, got;
		int came;
	} parts[] = { { 0x11223344, 0xffffff44, 1 }, { 0x11223344, 0xffff3344, 2 }, { 0x11223344, 0xff223344, 3 },
		{ 0x11223344, 0x11223344, 0 }, { 0x11223344, 0xffffffff, 0 }, { 0x11223344, 0xff00ff44, 0 },
		{ 0x11223344, 0x00000044, 0 }, { 0xe2dfff75, 0xffffff75, 1 }, { 0x11ff3344, 0xffff3344, 2 } };

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		const unsigned *want = &parts[i].want;
		struct elements el = {
			.type = ELEM_UINT, .how = &exact, .count = 1, .got = &parts[i].got, .want = want
		};

		ck_assert_int_eq(element_came(&el, 0), parts[i].came);
		el.before = want; /* what goes in and out holds no poison */
		ck_assert_int_eq(element_came(&el, 0), 0);
	}
}
END_TEST

Suite *judge_pattern_suite(void)
{
	Suite *s = suite_create("judge_pattern");
	TCase *t = tcase_create("pattern");

	tcase_add_loop_test(t, what_is_said, 0, sizeof rows / sizeof rows[0]);
	tcase_add_test(t, an_allowance_applies_to_what_is_recognised);
	tcase_add_test(t, whole_numbers_hedge);
	tcase_add_test(t, constant_outputs_have_no_factor);
	tcase_add_test(t, fractions_that_are_lost);
	tcase_add_test(t, a_part_of_an_element);
	suite_add_tcase(s, t);
	return s;
}
