/* lab: expressions of a manifest give the right value, or the right complaint, and nothing overflows. */
#include <check.h>
#include <limits.h>
#include <string.h>

#include "lab/expr.h"

Suite *lab_expr_suite(void);

static struct param params[] = { { "n", 100 }, { "rows", 37 }, { "cols", 53 }, { "zero", 0 }, { "most", LLONG_MAX },
	{ "least", LLONG_MIN } };
static const struct test_case tc = { .name = "big", .params = params, .nparams = 6 };

static const struct {
	const char *expr;
	long long value;
} good[] = {
	{ "n", 100 },
	{ " n\t", 100 },
	{ "7", 7 },
	{ "rows * cols", 37 * 53 },
	{ "2 + 3 * 4", 14 },
	{ "(2 + 3) * 4", 20 },
	{ "10 - 3 - 2", 5 },
	{ "100 / 7 / 2", 7 },
	{ "100 % 7 * 2", 4 },
	{ "-7 / 2", -3 },
	{ "-7 % 2", -1 },
	{ "--n", 100 },
	{ "2 * -n", -200 },
	{ "(n + 31) / 32", 4 },
	{ "min(n, rows)", 37 },
	{ "max(n, rows)", 100 },
	{ "max ( min(1, 2) , zero ) + 1", 2 },
	{ "1024*1024", 1048576 },
	{ "most", LLONG_MAX },
	{ "least", LLONG_MIN },
	{ "-9223372036854775807 - 1", LLONG_MIN },
	{ "least + most", -1 },
};

START_TEST(values)
{
	struct err e = ERR_INIT;
	long long v;

	ck_assert_int_eq(expr_eval(good[_i].expr, &tc, &v, &e), 0);
	ck_assert_msg(v == good[_i].value, "%s gives %lld", good[_i].expr, v);
	ck_assert_int_eq(e.kind, ERR_NONE);
	ck_assert_int_eq(expr_check(good[_i].expr, &e), 0);
}
END_TEST

static const struct {
	const char *expr, *says;
	bool well_formed; /* wrong only when it is evaluated */
} bad[] = {
	{ "", "expected a number", false },
	{ "n +", "expected a number", false },
	{ "n n", "expected an operator or the end at 'n'", false },
	{ "(n", "expected ')' at its end", false },
	{ "n)", "expected an operator or the end at ')'", false },
	{ "min(1)", "expected ',' at ')'", false },
	{ "min", "expected '('", false },
	{ "max(1, 2, 3)", "expected ')'", false },
	{ "1.5", "expected an operator after a whole number", false },
	{ "0x10", "expected an operator after a whole number", false },
	{ "n; m", "expected an operator or the end", false },
	{ "n ** 2", "expected a number", false },
	{ "+n", "expected a number", false },
	{ "9223372036854775808", "does not fit into 64 bits", false },
	{ "99999999999999999999999999", "does not fit into 64 bits", false },
	{ "m", "case 'big' gives no 'm'", true },
	{ "row", "gives no 'row'", true },
	{ "n / zero", "division by zero", true },
	{ "n % zero", "division by zero", true },
	{ "most + 1", "does not fit", true },
	{ "least - 1", "does not fit", true },
	{ "most * 2", "does not fit", true },
	{ "-least", "does not fit", true },
	{ "least / -1", "does not fit", true },
	{ "least % -1", "does not fit", true },
	{ "((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))", "nested too deep", false },
	{ "------------------------------------1", "nested too deep", false },
};

START_TEST(complaints)
{
	struct err e = ERR_INIT;
	long long v = 42;

	ck_assert_int_eq(expr_eval(bad[_i].expr, &tc, &v, &e), -1);
	ck_assert_int_eq(v, 42);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_msg(strstr(e.msg, bad[_i].says) != NULL, "%s: %s", bad[_i].expr, e.msg);
	ck_assert_int_eq(expr_check(bad[_i].expr, NULL), bad[_i].well_formed ? 0 : -1);
}
END_TEST

START_TEST(too_long_is_refused)
{
	char text[EXPR_MAX + 3];
	long long v;

	memset(text, '1', sizeof text);
	for (size_t i = 1; i < sizeof text; i += 2)
		text[i] = '+';
	text[EXPR_MAX - 1] = '\0'; /* ends with 1 */
	ck_assert_int_eq(expr_eval(text, &tc, &v, NULL), 0);
	ck_assert_int_eq(v, EXPR_MAX / 2);
	text[EXPR_MAX - 1] = '+';
	text[EXPR_MAX + 1] = '\0';
	ck_assert_int_eq(expr_eval(text, &tc, &v, NULL), -1);
}
END_TEST

START_TEST(names_are_found_whole)
{
	ck_assert(expr_uses("(n + 31) / 32", "n"));
	ck_assert(expr_uses("max(1, rows)", "rows"));
	ck_assert(!expr_uses("rows * cols", "row"));
	ck_assert(!expr_uses("min(1, 2)", "min"));
	ck_assert(!expr_uses("n +", "n"));
}
END_TEST

Suite *lab_expr_suite(void)
{
	Suite *s = suite_create("lab_expr");
	TCase *t = tcase_create("expr");

	tcase_add_loop_test(t, values, 0, sizeof good / sizeof good[0]);
	tcase_add_loop_test(t, complaints, 0, sizeof bad / sizeof bad[0]);
	tcase_add_test(t, too_long_is_refused);
	tcase_add_test(t, names_are_found_whole);
	suite_add_tcase(s, t);
	return s;
}
