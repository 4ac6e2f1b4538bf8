/* judge/source_freed: how an array of the caller's comes to be freed. */
#include <check.h>
#include <stdio.h>

#include "judge/source_freed.h"

Suite *judge_source_freed_suite(void);

static const struct {
	const char *body, *other;
	int swapped, freed;
} rows[] = {
	{ "cudaFree(out);", NULL, 0, 3 },
	{ "cudaFreeAsync(out, s);", NULL, 0, 3 },
	{ "std::swap(out, b);\ncudaFree(b);", "b", 3, 4 },
	{ "swap(b, out);\ncudaFree(b);", "b", 3, 4 },
	{ "std::swap(a, b);\ncudaFree(b);", NULL, 0, 0 },
	{ "std::swap(out, b);\ncudaFree(c);", NULL, 0, 0 },
	{ "cudaFree(out2);", NULL, 0, 0 },
};

START_TEST(freed)
{
	char text[300];
	struct freed_argument k;
	struct arena a;

	arena_init(&a);
	snprintf(text, sizeof text, "void solve(float *out)\n{\n%s\n}\n", rows[_i].body);
	ck_assert_msg(source_freed_argument(&a, text, "out", &k) == (rows[_i].freed > 0), "%s", rows[_i].body);
	ck_assert_msg(k.freed == rows[_i].freed && k.swapped == rows[_i].swapped, "%s", rows[_i].body);
	ck_assert(!k.other == !rows[_i].other);
	if (k.other)
		ck_assert_str_eq(k.other, rows[_i].other);
	arena_release(&a);
}
END_TEST

Suite *judge_source_freed_suite(void)
{
	Suite *s = suite_create("judge source freed");
	TCase *t = tcase_create("arguments");

	tcase_add_loop_test(t, freed, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return s;
}
