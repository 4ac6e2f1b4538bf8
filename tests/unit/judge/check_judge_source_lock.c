/* judge/source_lock: locks that keep nobody out, and what looks like them and is right; indices that are values. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "judge/source_lock.h"
#include "judge/source_shape.h"

Suite *judge_source_lock_suite(void);

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

#define TAKE "while (atomicCAS(lock, 0, 1) != 0)\n\t\t;\n\t"
#define FREE "atomicExch(lock, 0);\n\t"
#define FENCE "__threadfence();\n\t"

static const struct {
	const char *body;
	bool found;
	enum lock_misuse_kind kind;
	int takes, frees, again;
} rows[] = {
	{ "while (*lock != 0)\n\t\t;\n\t*lock = 1;\n\twork();\n\t" FREE, true, LOCK_TAKEN_PLAIN, 3, 5, 0 },
	{ TAKE "work();\n\t*lock = 0;", true, LOCK_FREED_PLAIN, 3, 6, 0 },
	{ "while (atomicExch(&locks[k], 1))\n\t\t;\n\twork();\n\tlocks[k] = 0;", true, LOCK_FREED_PLAIN, 3, 6, 0 },
	{ "if (atomicCAS(lock, 0, 1) != 0)\n\t\treturn;\n\twork();\n\t" FREE, true, LOCK_ASKED_ONCE, 3, 0, 0 },
	{ TAKE FENCE FREE "work();", true, LOCK_NOTHING_UNDER, 3, 6, 0 },
	{ TAKE "work();\n\t" FREE FREE, true, LOCK_FREED_TWICE, 3, 6, 7 },
	{ "if (lane == 0) {\n\t" TAKE "work();\n\t}\n\t" FREE, true, LOCK_FREED_BY_ALL, 4, 8, 0 },
	/* right */
	{ TAKE FENCE "work();\n\t" FENCE FREE, false, 0, 0, 0, 0 },
	{ "if (lane == 0) {\n\t" TAKE "}\n\t__syncwarp();\n\twork();\n\tif (lane == 0)\n\t" FREE, false, 0, 0, 0, 0 },
	{ "for (bool done = false; !done;) {\n\tif (atomicCAS(lock, 0, 1) == 0) {\n\twork();\n\t" FREE
	  "done = true;\n\t}\n\t}",
		false, 0, 0, 0, 0 },
	{ TAKE "if (x) {\n\t" FREE "return;\n\t}\n\twork();\n\t" FREE, false, 0, 0, 0, 0 },
	{ TAKE "work(1);\n\t" FREE "while (atomicCAS(other, 0, 1) != 0)\n\t\t;\n\twork(2);\n\tatomicExch(other, 0);",
		false, 0, 0, 0, 0 },
	{ "if (atomicCAS(&slot[h], 0, key) == 0)\n\t\twork();", false, 0, 0, 0, 0 }, /* nobody frees it: no lock */
	{ "while (*flag == 0)\n\t\t;\n\twork();", false, 0, 0, 0, 0 },
	{ "", false, 0, 0, 0, 0 },
};

START_TEST(locks_that_keep_nobody_out)
{
	struct lock_misuse k;
	char text[500];

	snprintf(text, sizeof text, "__global__ void f(int *lock)\n{\n\t%s\n}\n", rows[_i].body);
	ck_assert_msg(source_lock_misuse(&a, text, &k) == rows[_i].found, "%s", rows[_i].body);
	if (!rows[_i].found)
		return;
	ck_assert_msg(k.kind == rows[_i].kind, "%s: %d", rows[_i].body, k.kind);
	ck_assert_int_eq(k.takes, rows[_i].takes);
	ck_assert_int_eq(k.frees, rows[_i].frees);
	ck_assert_int_eq(k.again, rows[_i].again);
	ck_assert_str_eq(k.lock, strstr(rows[_i].body, "&locks") ? "&locks[k]" : "lock");
	if (k.kind == LOCK_FREED_BY_ALL)
		ck_assert_str_eq(k.taken_if, "lane == 0");
}
END_TEST

START_TEST(indices_that_are_values)
{
	static const struct {
		const char *line, *inner, *outer;
		bool read, stored;
	} lines[] = {
		{ "\n\tatomicAdd(&counts[(unsigned)in[i]], 1);\n", "in", "counts", false, true },
		{ "\n\tout[order[k] + 1] = x[k];", "order", "out", false, true },
		{ "\n\ty = table[in[i]];", "in", "table", true, false },
		{ "\n\tn += i == k && table[in[i]] == 3;", "in", "table", true, false },
		{ "\n\tout[i] = table[in[i]];", "in", "table", true, false },
		{ "\n\t++sums[in[i]];", "in", "sums", true, true },
		{ "\n\tsums[in[i]] += 1;", "in", "sums", true, true },
	};
	struct source_index k;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		ck_assert_msg(source_index_array(&a, lines[i].line, 2, &k), "%s", lines[i].line);
		ck_assert_str_eq(k.inner, lines[i].inner);
		ck_assert_str_eq(k.outer, lines[i].outer);
		ck_assert_msg(k.read == lines[i].read, "%s", lines[i].line);
		ck_assert_msg(k.stored == lines[i].stored, "%s", lines[i].line);
	}
	ck_assert(!source_index_array(&a, "tile[y][x] = in[i] + in[j];", 1, &k));
	ck_assert(!source_index_array(&a, "x = 1;", 2, &k));
}
END_TEST

Suite *judge_source_lock_suite(void)
{
	Suite *s = suite_create("judge source lock");
	TCase *t = tcase_create("locks");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, locks_that_keep_nobody_out, 0, (int)(sizeof rows / sizeof *rows));
	tcase_add_test(t, indices_that_are_values);
	suite_add_tcase(s, t);
	return s;
}
