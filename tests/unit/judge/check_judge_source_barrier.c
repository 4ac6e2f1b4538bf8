/* judge/source_barrier: what keeps some threads of a block away from a barrier, and what only looks like it. The
 * barrier is in the line with "here". */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_barrier.h"

Suite *judge_source_barrier_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

static int line_of(const char *text, const char *word)
{
	int line = 1;

	for (const char *s = text; s < strstr(text, word); s++)
		line += *s == '\n';
	return line;
}

/* "at" is a word of the line that is to be named. */
static const struct {
	const char *body;
	int how; /* -1: none is to be seen */
	const char *at, *words, *leaves;
} missed[] = {
	{ "if (t < n) /* at */\n__syncthreads(); /* here */", MISSED_IN_IF, "at", "t < n", NULL },
	{ "int i = 4 * t;\nif (i < n) { /* at */\nx[i] = 0;\n__syncthreads(); /* here */\n}", MISSED_IN_IF, "at",
		"i < n", NULL },
	{ "if (t >= n) /* at */\nreturn;\n__syncthreads(); /* here */", MISSED_LEFT, "at", "t >= n", "return" },
	{ "for (int s = 1; s < n; s *= 2) {\nif (t < s) /* at */\nbreak;\n__syncthreads(); /* here */\n}", MISSED_LEFT,
		"at", "t < s", "break" },
	{ "for (int s = 1; s < n; s *= 2) {\nif (t < s) { /* at */\ncontinue;\n}\n__syncthreads(); /* here */\n}",
		MISSED_LEFT, "at", "t < s", "continue" },
	{ "for (int s = 1; s <= t; s *= 2) { /* at */\n__syncthreads(); /* here */\n}", MISSED_IN_LOOP, "at",
		"int s = 1; s <= t; s *= 2", NULL },
	{ "int k = t;\nwhile (k < n) { /* at */\nk += 32;\n__syncthreads(); /* here */\n}", MISSED_IN_LOOP, "at",
		"k < n", NULL },
	/* Of the grid: there blocks differ, too. */
	{ "cg::grid_group g = cg::this_grid();\nif (blockIdx.x > 3) /* at */\nreturn;\ng.sync(); /* here */",
		MISSED_LEFT, "at", "blockIdx.x > 3", "return" },
	{ "if (t < n) /* at */\ncooperative_groups::this_grid().sync(); /* here */", MISSED_IN_IF, "at", "t < n",
		NULL },
	{ "cg::thread_block g = cg::this_thread_block();\nif (t < n)\ng.sync(); /* here */", -1, NULL, NULL, NULL },
	{ "auto g = cg::this_grid();\nif (n < 3)\nreturn;\ng.sync(); /* here */", -1, NULL, NULL, NULL },
	/* What all threads of a block decide alike, or what comes to an end before the barrier. */
	{ "if (n > 3)\n__syncthreads(); /* here */", -1, NULL, NULL, NULL },
	{ "for (int s = 1; s < n; s *= 2) {\nint v = t >= s ? x[t] : 0;\n__syncthreads(); /* here */\nx[t] = v;\n}", -1,
		NULL, NULL, NULL },
	{ "for (int k = t; k < n; k += 32)\nif (x[k] == t)\nbreak;\n__syncthreads(); /* here */", -1, NULL, NULL,
		NULL },
	{ "if (t == 0)\nx[0] = 1;\n__syncthreads(); /* here */", -1, NULL, NULL, NULL },
	{ "if (blockIdx.x > 0)\nreturn;\n__syncthreads(); /* here */", -1, NULL, NULL, NULL },
	{ "x[t] = 0; /* here */", -1, NULL, NULL, NULL },
};

START_TEST(what_misses_a_barrier)
{
	struct barrier_missed k;
	char text[400];
	bool found;

	snprintf(text, sizeof text, "__global__ void f(int *x, int n)\n{\nint t = threadIdx.x;\n%s\n}\n",
		missed[_i].body);
	found = source_barrier_missed(&a, text, line_of(text, "here"), &k);
	ck_assert_msg(found == (missed[_i].how >= 0), "%s", missed[_i].body);
	if (!found)
		return;
	ck_assert_int_eq((int)k.how, missed[_i].how);
	ck_assert_int_eq(k.line, line_of(text, "/* at"));
	ck_assert_str_eq(k.words, missed[_i].words);
	ck_assert(k.grid == (strstr(missed[_i].body, "this_grid") != NULL));
	if (missed[_i].leaves)
		ck_assert_str_eq(k.leaves, missed[_i].leaves);
}
END_TEST

static const struct {
	const char *body, *words;
} between[] = {
	{ "x[t] = 1; /* one */\nif (next < n) {\n__syncthreads(); /* here */\n}\nn = x[t + 1]; /* two */", "next < n" },
	{ "x[t] = 1; /* one */\n__syncthreads();\nn = x[t + 1]; /* two */", NULL },
	{ "x[t] = 1; /* one */\nif (next < n)\n__syncthreads();\n__syncthreads();\nn = x[t + 1]; /* two */", NULL },
	{ "x[t] = 1; /* one */\nn = x[t + 1]; /* two */\nif (next < n)\n__syncthreads();", NULL },
	{ "if (n) {\nx[t] = 1; /* one */\n__syncthreads();\nn = x[t + 1]; /* two */\n}", NULL },
};

START_TEST(a_barrier_in_an_if)
{
	const char *words = NULL;
	char text[400];
	int line;

	snprintf(text, sizeof text, "__global__ void f(int *x, int n, int next)\n{\nint t = threadIdx.x;\n%s\n}\n",
		between[_i].body);
	for (int turn = 0; turn < 2; turn++) {
		line = source_barrier_in_if(
			&a, text, line_of(text, turn ? "two" : "one"), line_of(text, turn ? "one" : "two"), &words);
		ck_assert_msg((line > 0) == (between[_i].words != NULL), "%s", between[_i].body);
		if (!line)
			continue;
		ck_assert_int_eq(line, line_of(text, "here"));
		ck_assert_str_eq(words, between[_i].words);
	}
}
END_TEST

Suite *judge_source_barrier_suite(void)
{
	Suite *s = suite_create("judge source barrier");
	TCase *t = tcase_create("barrier");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, what_misses_a_barrier, 0, (int)(sizeof missed / sizeof *missed));
	tcase_add_loop_test(t, a_barrier_in_an_if, 0, (int)(sizeof between / sizeof *between));
	suite_add_tcase(s, t);
	return s;
}
