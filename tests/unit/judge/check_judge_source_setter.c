/* judge/source_setter: the call that gives a number of the host's its value. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_setter.h"

Suite *judge_source_setter_suite(void);

static const struct {
	const char *body, *call; /* call NULL: none is named */
	int line;
} rows[] = {
	{ "cudaGetDevice(fit);", "cudaGetDevice(fit)", 3 },
	{ "cudaMax(&fit,\n\t\t\tkernel,   threads);", "cudaMax(&fit, kernel, threads)", 3 },
	{ "int n = 1;\n\tif (cudaEventElapsedTime(fit, a, b))\n\t\treturn;", "cudaEventElapsedTime(fit, a, b)", 4 },
	{ "cudaGetDevice(fit);\n\tcudaMemcpy(fit, d, 4, kind);", NULL, 0 },
	{ "cudaHostRegister(fit, 4, 0);", NULL, 0 },
	{ "cudaMallocHost(&fit, 4);", NULL, 0 },
	{ "cudaGetDevice(fit);\n\tcudaGetDeviceCount(fit);", NULL, 0 },
	{ "cudaGetDevice(outfit);", NULL, 0 },
	{ "cudaSetDevice(fit + 1);", NULL, 0 },
	{ "/* cudaGetDevice(fit); */", NULL, 0 },
	{ "mycudaGetDevice(fit);", NULL, 0 },
	{ "cudaGetDevice(fit", NULL, 0 },
};

START_TEST(calls)
{
	char text[300];
	struct arena a;
	const char *call;
	int line = 0;

	arena_init(&a);
	snprintf(text, sizeof text, "void solve(int *fit)\n{\n\t%s\n}\n", rows[_i].body);
	call = source_setter(&a, text, "fit", &line);
	if (rows[_i].call) {
		ck_assert_msg(call != NULL, "%s", rows[_i].body);
		ck_assert_str_eq(call, rows[_i].call);
		ck_assert_int_eq(line, rows[_i].line);
	} else {
		ck_assert_msg(!call, "%s", rows[_i].body);
	}
	arena_release(&a);
}
END_TEST

Suite *judge_source_setter_suite(void)
{
	Suite *s = suite_create("judge source setter");
	TCase *t = tcase_create("setter");

	tcase_add_loop_test(t, calls, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return s;
}
