/* judge/source_double: where a kernel computes in double precision. */
#include <check.h>
#include <stdio.h>

#include "judge/source_double.h"

Suite *judge_source_double_suite(void);

static const struct {
	const char *body, *what; /* NULL: there is none */
} rows[] = {
	{ "x = 0.5 * y;", "0.5" },
	{ "x = 0.5f * y;", NULL },
	{ "x = .5 * y;", ".5" },
	{ "x = 1e-3 * y;", "1e-3" },
	{ "x = 1e-3F * y;", NULL },
	{ "x = 2. * y;", "2." },
	{ "x = 0x1f + 0xe + 10 + 1'000;", NULL },
	{ "a1.x = b.y2;", NULL },
	{ "double z = y;", "double" },
	{ "doubled z = y; /* 0.5 */", NULL },
};

START_TEST(doubles)
{
	char text[300];
	const char *what = NULL;
	struct arena a;
	int line;

	arena_init(&a);
	snprintf(text, sizeof text,
		"double host = 0.5;\n__global__ void f(float *x)\n{\n%s\n}\nvoid solve() { double d = 0.5; }\n",
		rows[_i].body);
	line = source_double(&a, text, &what);
	ck_assert_msg(line == (rows[_i].what ? 4 : 0), "%s", rows[_i].body);
	if (line)
		ck_assert_str_eq(what, rows[_i].what);
	arena_release(&a);
}
END_TEST

Suite *judge_source_double_suite(void)
{
	Suite *s = suite_create("judge source double");
	TCase *t = tcase_create("kernels");

	tcase_add_loop_test(t, doubles, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return s;
}
