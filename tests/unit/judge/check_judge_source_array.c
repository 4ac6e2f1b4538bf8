/* judge/source_array: how the only shared array of a kernel is declared, and what is not told. */
#include <check.h>
#include <stdio.h>

#include "judge/source_array.h"

Suite *judge_source_array_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

/* The declaration is in line 3, the use in line 4. */
static const struct {
	const char *declared, *use, *name, *type;
	unsigned bytes;
	bool of_launch;
} lines[] = {
	{ "__shared__ int part[256];", "part[t] += part[t + s];", "part", "int", 4, false },
	{ "extern __shared__ unsigned char seen[];", "seen[t] = 1;", "seen", "unsigned char", 1, true },
	{ "__shared__ float4 four[N + 1];", "four[t] = v;", "four", "float4", 16, false },
	{ "__shared__ int tile[16][16];", "tile[t][0] = 1;", NULL, NULL, 0, false }, /* two indices */
	{ "__shared__ int a[8], b[8];", "a[t] = 1;", NULL, NULL, 0, false },         /* not alone */
	{ "__shared__ int a[8]; __shared__ int b[8];", "a[t] = 1;", NULL, NULL, 0, false },
	{ "__shared__ int one;", "one = 1;", NULL, NULL, 0, false },
	{ "__shared__ struct pair p[8];", "p[t] = v;", NULL, NULL, 0, false },
	{ "__shared__ int part[256];", "out[t] = 1;", NULL, NULL, 0, false }, /* through a pointer */
	{ "int part[256];", "part[t] = 1;", NULL, NULL, 0, false },
};

START_TEST(arrays)
{
	struct shared_array k;
	char text[300];

	snprintf(text, sizeof text, "__global__ void f(int *out)\n{\n\t%s\n\t%s\n}\n", lines[_i].declared,
		lines[_i].use);
	ck_assert_msg(source_shared_array(&a, text, 4, &k) == (lines[_i].name != NULL), "%s", lines[_i].declared);
	ck_assert(!source_shared_array(&a, text, 99, &k));
	if (!lines[_i].name)
		return;
	ck_assert_str_eq(k.name, lines[_i].name);
	ck_assert_str_eq(k.type, lines[_i].type);
	ck_assert_uint_eq(k.bytes, lines[_i].bytes);
	ck_assert(k.of_launch == lines[_i].of_launch);
}
END_TEST

START_TEST(sizes_by_sizeof)
{
	ck_assert(source_launch_has_sizeof("f<<<1, 2, n * sizeof(int)>>>(a);"));
	ck_assert(source_launch_has_sizeof("size_t bytes = 2 * n * sizeof(float);\nf<<<1, 2, bytes>>>(a);"));
	ck_assert(!source_launch_has_sizeof("int words = 2 * n;\nf<<<1, 2, words>>>(a);"));
	ck_assert(!source_launch_has_sizeof("f<<<1, 2, n>>>(a);\nx = sizeof(int);"));
	ck_assert(!source_launch_has_sizeof("f<<<1, sizeof(int)>>>(a);"));
	ck_assert(!source_launch_has_sizeof("f<<<1, 2, sizeof(int)>>>(a);\ng<<<1, 2, 4>>>(a);"));
	ck_assert(!source_launch_has_sizeof(""));
}
END_TEST

Suite *judge_source_array_suite(void)
{
	Suite *s = suite_create("judge source array");
	TCase *t = tcase_create("arrays");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, arrays, 0, (int)(sizeof lines / sizeof *lines));
	tcase_add_test(t, sizes_by_sizeof);
	suite_add_tcase(s, t);
	return s;
}
