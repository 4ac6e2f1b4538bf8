/* judge/source_shift: values that are passed on the wrong way, remainders below 0; and what looks like them and is
 * right. */
#include <check.h>

#include "judge/source_shift.h"

Suite *judge_source_shift_suite(void);

#define LOOP_OF(body) "__global__ void f(int n)\n{\n\tfor (int z = 0; z < n; z++) {\n" body "\t}\n}\n"

static const struct {
	const char *text;
	int second;
} shifts[] = {
	{ LOOP_OF("\t\tcentre = above;\n\t\tbelow = centre;\n"), 5 },
	{ LOOP_OF("\t\tg(z);\n\n\t\tcentre = above; below = centre;\n"), 6 },
	{ LOOP_OF("\t\tbelow = centre;\n\t\tcentre = above;\n"), 0 },
	{ LOOP_OF("\t\tswap = a;\n\t\ta = b;\n\t\tb = swap;\n"), 0 }, { LOOP_OF("\t\tint *x = a;\n\t\tb = x;\n"), 0 },
	{ LOOP_OF("\t\tcentre = above + 1;\n\t\tbelow = centre;\n"), 0 }, { LOOP_OF("\t\ta = b;\n\t\tb = a;\n"), 0 },
	{ "__global__ void f(int n)\n{\n\tcentre = above;\n\tbelow = centre;\n}\n", 0 },              /* in no loop */
	{ "void f(int n)\n{\n\tfor (int z = 0; z < n; z++) {\n\t\ta = b;\n\t\tc = a;\n\t}\n}\n", 0 }, /* the host's */
};

START_TEST(values_passed_on)
{
	struct stale_shift k = { 0 };
	struct arena a;

	arena_init(&a);
	ck_assert_msg(source_stale_shift(&a, shifts[_i].text, &k) == (shifts[_i].second != 0), "%s", shifts[_i].text);
	if (shifts[_i].second) {
		ck_assert_int_eq(k.second, shifts[_i].second);
		ck_assert_str_eq(k.middle, "centre");
		ck_assert_str_eq(k.last, "below");
	}
	arena_release(&a);
}
END_TEST

static const struct {
	const char *text;
	int line;
	const char *rest;
} rests[] = {
	{ "int below = (z - 1) % 3;\nt[below] = 0;", 2, "(z - 1) % 3" },
	{ "t[(i - R) % WIDE] = 0;", 1, "(i - R) % WIDE" },
	{ "int below = (z - 1) % 3;\nt[here] = 0;", 2, NULL },
	{ "int below = (z + 2) % 3;", 1, NULL },
	{ "int below = (z - 1 + 3) % 3;", 1, NULL },
	{ "int k = f(p->n) % 3;", 1, NULL },
	{ "/* (z - 1) % 3 */", 1, NULL },
};

START_TEST(remainders)
{
	struct arena a;

	arena_init(&a);
	if (rests[_i].rest)
		ck_assert_str_eq(source_rest_below(&a, rests[_i].text, rests[_i].line), rests[_i].rest);
	else
		ck_assert_ptr_null(source_rest_below(&a, rests[_i].text, rests[_i].line));
	arena_release(&a);
}
END_TEST

#define LOOP(test, table) tcase_add_loop_test(t, test, 0, (int)(sizeof table / sizeof *table))

Suite *judge_source_shift_suite(void)
{
	Suite *s = suite_create("judge source shift");
	TCase *t = tcase_create("shift");

	LOOP(values_passed_on, shifts);
	LOOP(remainders, rests);
	suite_add_tcase(s, t);
	return s;
}
