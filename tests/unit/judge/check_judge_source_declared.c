/* judge/source_declared: the line that declares a name, and what is no declaration. */
#include <check.h>

#include "judge/source_declared.h"

Suite *judge_source_declared_suite(void);

static const char text[] = "__global__ void f(const float *a, float *c, int n)\n"
			   "{\n"
			   "\t__shared__ int bins[256];\n"
			   "\t/* int lost; */ int i = n * c[0], k = a[0];\n"
			   "\tfor (int s = 1; s < n; s *= 2)\n"
			   "\t\tx = n * c;\n"
			   "}\n"
			   "void solve(int n)\n"
			   "{\n"
			   "\tint size = 3, i;\n"
			   "}\n";

START_TEST(declarations)
{
	ck_assert_int_eq(source_declared(text, "bins", 9), 3);
	ck_assert_int_eq(source_declared(text, "c", 9), 1);
	ck_assert_int_eq(source_declared(text, "a", 9), 1);
	ck_assert_int_eq(source_declared(text, "s", 9), 5);
	ck_assert_int_eq(source_declared(text, "size", 6), 10);
	ck_assert_int_eq(source_declared(text, "n", 9), 8); /* the last one above */
	ck_assert_int_eq(source_declared(text, "x", 9), 0); /* used alone */
	ck_assert_int_eq(source_declared(text, "lost", 9), 0);
	ck_assert_int_eq(source_declared(text, "size", 10), 0);
	ck_assert_int_eq(source_declared("f(size);\nint g(int size);\n", "size", 1), 2);
	ck_assert_int_eq(source_declared("", "n", 1), 0);
}
END_TEST

Suite *judge_source_declared_suite(void)
{
	Suite *s = suite_create("judge source declared");
	TCase *t = tcase_create("declarations");

	tcase_add_test(t, declarations);
	suite_add_tcase(s, t);
	return s;
}
