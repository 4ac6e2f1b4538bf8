/* judge/source_type: a variable of whole numbers that makes a float's value, and what only looks like one. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_type.h"

Suite *judge_source_type_suite(void);

/* The value is stored in line 6. */
static const struct {
	const char *declared, *store, *name, *type;
	int line;
} rows[] = {
	{ "int sum = 0;", "c[i] = sum;", "sum", "int", 4 },
	{ "unsigned int i = 0, sum = a[i];", "c[i] = sum;", "sum", "unsigned int", 4 },
	{ "const int x = a[i];", "c[i] = x * x;", "x", "int", 4 },
	{ "float x = a[0]; int y = a[1];", "c[i] += x * y;", "y", "int", 4 },
	{ "long long sum =\n0;", "c[i] = sum;", "sum", "long long", 4 },
	/* What has the right type, or is no value. */
	{ "float sum = 0;", "c[i] = sum;", NULL, NULL, 0 },
	{ "int i = 3; float sum = 0;", "c[i] = sum;", NULL, NULL, 0 },
	{ "int i = 3;", "c[i] = a[i];", NULL, NULL, 0 },
	{ "int i = 3;", "c[i] = f(a, 1)[i];", NULL, NULL, 0 },
	{ "int sum[4];", "c[i] = sum[0];", NULL, NULL, 0 },
	{ "int *sum = 0;", "c[i] = *sum;", NULL, NULL, 0 },
	{ "int x = 0; { float x = 1; c[0] = x; }", "c[i] = 1;", NULL, NULL, 0 },
	{ "int x = 0; float x = 1;", "c[i] = x;", NULL, NULL, 0 },
	{ "int k = max(1, sum);", "c[i] = sum;", NULL, NULL, 0 },
	{ "int x = 0;", "c[i] = p.x;", NULL, NULL, 0 },
	{ "int x = 0;", "f(x);", NULL, NULL, 0 },
	{ "int x = 0;", "if (x == 1) f(x);", NULL, NULL, 0 },
};

START_TEST(whole_variables)
{
	struct whole_variable k = { 0 };
	struct arena a;
	char text[400];
	int extra = strchr(rows[_i].declared, '\n') != NULL;
	bool told;

	arena_init(&a);
	snprintf(text, sizeof text,
		"/* int sum; */\n__global__ void f(const float *a, float *c, int n)\n{\n\t%s\n%s\t%s\n}\n",
		rows[_i].declared, extra ? "" : "\n", rows[_i].store);
	told = source_whole_variable(&a, text, 6, &k);
	ck_assert_msg(told == (rows[_i].name != NULL), "%s %s", rows[_i].declared, rows[_i].store);
	if (told) {
		ck_assert_str_eq(k.name, rows[_i].name);
		ck_assert_str_eq(k.type, rows[_i].type);
		ck_assert_int_eq(k.declared, rows[_i].line);
	}
	ck_assert(!source_whole_variable(&a, text, 99, &k));
	ck_assert(!source_whole_variable(&a, text, 2, &k));
	arena_release(&a);
}
END_TEST

Suite *judge_source_type_suite(void)
{
	Suite *s = suite_create("judge source type");
	TCase *t = tcase_create("type");

	tcase_add_loop_test(t, whole_variables, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return s;
}
