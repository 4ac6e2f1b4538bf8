/* judge/source_buffers: buffers that change places, and what only looks like them. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_buffers.h"

Suite *judge_source_buffers_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

static void program(char *text, size_t size, const char *declared, const char *read, const char *write)
{
	snprintf(text, size,
		"__global__ void f(int x, int y)\n{\n\t__shared__ float %s;\n\tint now = 0; float s = 0;\n\tfor (;;) "
		"{\n"
		"\t\t%s\n\t\t%s\n\t\t__syncthreads();\n\t}\n}\n",
		declared, read, write);
}

/* The read is in line 6, the write in line 7. */
static const struct {
	const char *declared, *read, *write, *array, *index; /* array NULL: not the same buffer */
} same[] = {
	{ "t[2][8][8]", "s += t[now][y][x]; u(t[0]);", "t[now][x][y] = s;", "t", "now" },
	{ "t[2][8]", "s += t[1 - now][x];", "t[1 - now][y] = t[now][y];", "t", "1 - now" },
	{ "a[2][8][8], b[2][8][8]", "s += a[now][y][x] * b[1 - now][y][x];", "b[1 - now][x][y] = s; v(b[0]);", "b",
		"1 - now" },
	{ "t[STAGES][8][8]", "s += t[k % 3][y][x];", "t[k % 3][x][y] = t[0][0][0];", "t", "k % 3" },
	{ "t[2][8][8]", "s += t[now][y][x];", "t[1 - now][x][y] = s;", NULL, NULL },
	{ "t[2][8][8]", "s += t[now][y][x];", "t[now][x][y] = s;", NULL, NULL }, /* no other is ever named */
	{ "t[8][9]", "s += t[y][x];", "t[y][x + 1] = t[0][0];", NULL, NULL },    /* rows */
	{ "t[2][8][8]", "s += t[0][y][x];", "t[0][x][y] = t[1][0][0];", NULL, NULL },
	{ "t[2][8][8], u[2][8]", "s += t[now][y][x] + u[0][0];", "u[now][x] = t[0][0][0];", NULL, NULL },
	{ "t[2][8][8]", "s += other[now][y][x];", "t[now][x][y] = t[0][0][0];", NULL, NULL },
};

START_TEST(one_buffer_in_two_lines)
{
	struct buffer_use k;
	char text[500];
	bool told;

	program(text, sizeof text, same[_i].declared, same[_i].read, same[_i].write);
	told = source_same_buffer(&a, text, 6, 7, &k);
	ck_assert_msg(told == (same[_i].array != NULL), "%s %s", same[_i].read, same[_i].write);
	ck_assert(!source_same_buffer(&a, text, 6, 6, &k));
	ck_assert(!source_same_buffer(&a, text, 6, 99, &k));
	if (!told)
		return;
	ck_assert_str_eq(k.array, same[_i].array);
	ck_assert_str_eq(k.index, same[_i].index);
}
END_TEST

START_TEST(a_buffer_of_a_line)
{
	struct buffer_use k;
	char text[500];

	program(text, sizeof text, "t[2][8][8]", "s += t[now][y][x];", "t[1 - now][x][y] = s;");
	ck_assert(source_buffer(&a, text, 7, &k));
	ck_assert_str_eq(k.index, "1 - now");
	ck_assert(!source_buffer(&a, text, 4, &k));
	ck_assert(!source_buffer(&a, text, 99, &k));
	program(text, sizeof text, "t[8][9]", "s += t[y][x];", "t[x][y] = s;");
	ck_assert(!source_buffer(&a, text, 6, &k));
}
END_TEST

static const struct {
	const char *declared, *read, *write;
	bool still;
} turns[] = {
	{ "t[2][8][8]", "s += t[now][y][x];", "t[1 - now][x][y] = s;", true },
	{ "t[2][8]", "t[1 - now][x] = s;", "s += t[now][y];", true },
	{ "t[2][8][8]", "s += t[now][y][x];", "t[1 - now][x][y] = s; now = 1 - now;", false },
	{ "t[2][8][8]", "s += t[now][y][x];", "t[1 - now][x][y] = s; now ^= 1;", false },
	{ "t[2][8][8]", "s += t[now][y][x];", "t[1 - now][x][y] = s; now++;", false },
	{ "t[2][8][8]", "s += t[now][y][x];", "t[1 - now][x][y] = s; turn(&now);", false },
	{ "t[2][8][8]", "s += t[k % 2][y][x];", "t[(k + 1) % 2][x][y] = s;", false },
	{ "t[2][8][8]", "s += t[x][y][now];", "t[1][x][y] = s;", false }, /* no number is given to x */
	{ "t[8][9]", "s += t[now][x];", "t[1 - now][y] = s;", false },
};

START_TEST(a_buffer_that_never_changes)
{
	struct still_buffer k;
	char text[500];

	program(text, sizeof text, turns[_i].declared, turns[_i].read, turns[_i].write);
	ck_assert_msg(source_still_buffer(&a, text, &k) == turns[_i].still, "%s %s", turns[_i].read, turns[_i].write);
	if (!turns[_i].still)
		return;
	ck_assert_str_eq(k.array, "t");
	ck_assert_str_eq(k.name, "now");
	ck_assert_int_eq(k.declared, 4);
}
END_TEST

Suite *judge_source_buffers_suite(void)
{
	Suite *s = suite_create("judge source buffers");
	TCase *t = tcase_create("buffers");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, one_buffer_in_two_lines, 0, (int)(sizeof same / sizeof *same));
	tcase_add_test(t, a_buffer_of_a_line);
	tcase_add_loop_test(t, a_buffer_that_never_changes, 0, (int)(sizeof turns / sizeof *turns));
	suite_add_tcase(s, t);
	return s;
}
