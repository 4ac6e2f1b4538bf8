/* judge/source_two_arrays: a read of one array that meets a write of another, and what only looks like it. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_two_arrays.h"

Suite *judge_source_two_arrays_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

/* The read is in line 5, the write in line 6. */
static const struct {
	const char *declared, *read, *write, *of_read, *of_write;
} lines[] = {
	{ "__shared__ int tile[8][40], sums[8][32];", "s += tile[y][x + k];", "sums[y][x] = s;", "tile", "sums" },
	{ "__shared__ int tile[8]; __shared__ int sums[8];", "sums[x] = tile[x + 1];", "sums[x] = 0;", "tile", "sums" },
	{ "__shared__ float tile[8], sums[8];", "v = tile[x] * tile[x + 1];", "sums[x] += v;", "tile", "sums" },
	{ "__shared__ int tile[8];", "v = tile[x + 1];", "tile[x] = v;", NULL, NULL },
	{ "__shared__ int tile[8], sums[8];", "v = tile[x] + sums[x];", "sums[x] = v;", NULL, NULL },
	{ "__shared__ int tile[8], sums[8]; int *p = sums;", "v = tile[x];", "p[x] = v;", NULL, NULL },
	{ "__shared__ int tile[8], sums[8]; int *p = sums;", "v = tile[x] + p[x];", "sums[x] = v;", NULL, NULL },
	{ "extern __shared__ int tile[]; __shared__ int sums[8];", "v = tile[x];", "sums[x] = v;", NULL, NULL },
	{ "__shared__ int tile[8], sums[8];", "v = tile[x];", "f(sums[x]);", NULL, NULL },
};

START_TEST(arrays_of_two_lines)
{
	const char *of_read = NULL, *of_write = NULL;
	char text[400];
	bool told;

	snprintf(text, sizeof text,
		"__global__ void f(int x, int y, int k)\n{\n\t%s\n\tint v = 0, s = 0;\n\t%s\n\t%s\n}\n",
		lines[_i].declared, lines[_i].read, lines[_i].write);
	told = source_two_arrays(&a, text, 5, 6, &of_read, &of_write);
	ck_assert_msg(told == (lines[_i].of_read != NULL), "%s %s", lines[_i].read, lines[_i].write);
	ck_assert(!source_two_arrays(&a, text, 5, 5, &of_read, &of_write));
	ck_assert(!source_two_arrays(&a, text, 5, 99, &of_read, &of_write));
	if (!told)
		return;
	ck_assert_str_eq(of_read, lines[_i].of_read);
	ck_assert_str_eq(of_write, lines[_i].of_write);
}
END_TEST

Suite *judge_source_two_arrays_suite(void)
{
	Suite *s = suite_create("judge source shared");
	TCase *t = tcase_create("shared");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, arrays_of_two_lines, 0, (int)(sizeof lines / sizeof *lines));
	suite_add_tcase(s, t);
	return s;
}
