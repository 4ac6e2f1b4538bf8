/* judge/source_step.h: steps of a loop that bring nothing new. */
#include <check.h>
#include <string.h>

#include "base/arena.h"
#include "judge/source_step.h"

Suite *judge_source_step_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

START_TEST(products)
{
	ck_assert_str_eq(source_step_stays("for (s = 0; s < n; s *= 2)", 1), " (0 times a number is 0)");
	ck_assert_str_eq(source_step_stays("for (s = 0; s < n; s <<= 1)", 1), " (0 times a number is 0)");
	ck_assert_str_eq(source_step_stays("for (s = 1; s < n; s *= 1)", 1), " (a number times 1 is what it was)");
	ck_assert_str_eq(source_step_stays("for (s = 0; s < n; s *= 10)", 1), " (0 times a number is 0)");
	ck_assert_str_eq(
		source_step_stays("for (s = 1; s < n; s <<= 0)", 1), " (a number moved by 0 bits is what it was)");
	ck_assert_str_eq(source_step_stays("for (s = 1; s < n; s += 0)", 1), "");
	ck_assert_str_eq(source_step_stays("", 1), "");
}
END_TEST

static const struct {
	const char *text, *name, *words;
	unsigned divisor;
	bool grid;
	int axis, line;
} steps[] = {
	{ "x;\nfor (int p = 0; p < n; p += gridDim.x / 2) {", "p", "gridDim.x / 2", 2, true, 0, 2 },
	{ "while (i < n) { i += blockDim.y / 32; }", "i", "blockDim.y / 32", 32, false, 1, 1 },
	{ "for (; p < n; p += gridDim.x * 2)", NULL, NULL, 0, false, 0, 0 },
	{ "for (; p < n; p += gridDim.x / 2 + 1)", NULL, NULL, 0, false, 0, 0 },
	{ "for (; p < n; p += gridDim.x / parts)", NULL, NULL, 0, false, 0, 0 },
	{ "for (; p < n; p += gridDim.x / 2) ; for (; q < n; q += gridDim.x / 2)", NULL, NULL, 0, false, 0, 0 },
	{ "/* p += gridDim.x / 2; */", NULL, NULL, 0, false, 0, 0 },
};

START_TEST(divided_steps)
{
	struct divided_step d;

	ck_assert_msg(source_step_divided(&a, steps[_i].text, &d) == (steps[_i].name != NULL), "%s", steps[_i].text);
	if (!steps[_i].name)
		return;
	ck_assert_str_eq(d.name, steps[_i].name);
	ck_assert_str_eq(d.words, steps[_i].words);
	ck_assert_uint_eq(d.divisor, steps[_i].divisor);
	ck_assert(d.grid == steps[_i].grid);
	ck_assert_int_eq(d.axis, steps[_i].axis);
	ck_assert_int_eq(d.line, steps[_i].line);
}
END_TEST

Suite *judge_source_step_suite(void)
{
	Suite *s = suite_create("judge source step");
	TCase *t = tcase_create("steps");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, products);
	tcase_add_loop_test(t, divided_steps, 0, (int)(sizeof steps / sizeof *steps));
	suite_add_tcase(s, t);
	return s;
}
