/* judge/source_stale: a value of an earlier turn that is added again, and values that are kept on purpose. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_stale.h"

Suite *judge_source_stale_suite(void);

static const struct {
	const char *set, *use; /* lines 5 and 6 */
	bool stale;
} rows[] = {
	{ "if (t >= s) v = a[t - s];", "a[t] += v;", true },
	{ "if (s <= t) { v = a[t - s]; }", "wait(); a[t] += v;", true },
	{ "v = 0; if (t >= s) v = a[t - s];", "a[t] += v;", false },
	{ "if (t >= s) v = a[t - s]; else v = 0;", "a[t] += v;", false },
	{ "if (t >= s) v = a[t - s];", "if (t >= s) a[t] += v;", false },
	{ "int v = 0; if (t >= s) v = a[t - s];", "a[t] += v;", false },
	{ "if (a[t] > v) v = a[t];", "a[t] += v;", false }, /* the largest so far */
	{ "if (a[t] > s && v < s) v = 1;", "a[t] += v;", false },
	{ "if (t == 0) v = a[t];", "a[t] += v;", false },    /* not the loop's counter */
	{ "if (t >= s) v = a[t - s];", "b[t] = v;", false }, /* the last one found */
	{ "if (t >= s) v += a[t - s];", "a[t] += v;", false },
	{ "if (t >= s) v = a[t - s];", "v = 0; a[t] += v;", false },
};

START_TEST(values_of_earlier_turns)
{
	struct stale k;
	struct arena a;
	char text[400];

	arena_init(&a);
	snprintf(text, sizeof text,
		"__global__ void f(int *a, int t)\n{\n\tint v = 0;\n\tfor (int s = 1; s < 32; s *= 2) {\n\t\t%s\n"
		"\t\t%s\n\t}\n}\n",
		rows[_i].set, rows[_i].use);
	ck_assert_msg(source_stale(&a, text, &k) == rows[_i].stale, "%s %s", rows[_i].set, rows[_i].use);
	if (rows[_i].stale) {
		ck_assert_str_eq(k.name, "v");
		ck_assert_int_eq(k.declared, 3);
		ck_assert_int_eq(k.set, 5);
		ck_assert_int_eq(k.read, 6);
	}
	arena_release(&a);
}
END_TEST

Suite *judge_source_stale_suite(void)
{
	Suite *s = suite_create("judge source stale");
	TCase *t = tcase_create("stale");

	tcase_add_loop_test(t, values_of_earlier_turns, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return s;
}
