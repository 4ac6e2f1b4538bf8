/* judge/source_called: the kernel's call of the function in which one of two accesses is. The two lines have the words
 * "one" and "two". */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_called.h"

Suite *judge_source_called_suite(void);

static int line_of(const char *text, const char *word)
{
	int line = 1;

	for (const char *s = text; s < strstr(text, word); s++)
		line += *s == '\n';
	return line;
}

/* "at" is a word of the line of the call; NULL: none is to be told. */
static const struct {
	const char *body, *at;
	bool loop;
} rows[] = {
	{ "load(tile);\nfor (;;) {\nload(tile); /* at */\nx[0] = tile[1]; /* two */\n}", "/* at", true },
	{ "load(tile); /* at */\nfor (;;)\nx[0] += tile[1]; /* two */", "/* at", false },
	{ "for (;;)\nif (x)\nload(tile); /* at */\nx[0] = tile[1]; /* two */", "/* at", false },
	{ "load(tile);\nload(tile);\nx[0] = tile[1]; /* two */", NULL, false },
	{ "x[0] = tile[1]; /* two */", NULL, false },
	{ "load(tile);\n}\n__global__ void g(int *x)\n{\nx[0] = tile[1]; /* two */", NULL, false },
};

START_TEST(the_call)
{
	char text[600];
	struct arena a;
	struct called k;
	bool found;

	arena_init(&a);
	snprintf(text, sizeof text,
		"__device__ void load(int *t)\n{\nt[threadIdx.x] = 1; /* one */\n}\n__global__ void f(int "
		"*x)\n{\n%s\n}\n",
		rows[_i].body);
	found = source_called(&a, text, line_of(text, "/* one"), line_of(text, "/* two"), &k);
	ck_assert_msg(found == (rows[_i].at != NULL), "%s", rows[_i].body);
	if (found) {
		ck_assert_int_eq(k.call, line_of(text, rows[_i].at));
		ck_assert_str_eq(k.function, "load");
		ck_assert_str_eq(k.caller, "f");
		ck_assert(k.loop == rows[_i].loop);
	}
	ck_assert(!source_called(&a, text, line_of(text, "/* two"), line_of(text, "/* one"), &k));
	arena_release(&a);
}
END_TEST

Suite *judge_source_called_suite(void)
{
	Suite *s = suite_create("judge source called");
	TCase *t = tcase_create("lines");

	tcase_add_loop_test(t, the_call, 0, (int)(sizeof rows / sizeof *rows));
	suite_add_tcase(s, t);
	return s;
}
