/* judge/source_flag: loops that wait for a flag, and how they read it; reads that come before the wait; relaxed orders;
 * turns in which two arrays take each other's place. And what looks like them and is right. */
#include <check.h>

#include "judge/source_flag.h"

Suite *judge_source_flag_suite(void);

#define KERNEL(body) "__global__ void f(int *ready)\n{\n" body "\n}\n"

static const struct {
	const char *text;
	enum flag_wait how; /* of line 3 */
} waits[] = {
	{ KERNEL("\twhile (ready[p - 1] == 0)\n\t\t;"), WAIT_PLAIN },
	{ KERNEL("\twhile (*ready == 0) {\n\t}"), WAIT_PLAIN },
	{ KERNEL("\twhile (before.load(cuda::memory_order_acquire) == 0)\n\t\t;"), WAIT_ATOMIC },
	{ KERNEL("\twhile (atomicAdd(&ready[p], 0) == 0)\n\t\t;"), WAIT_ATOMIC },
	{ KERNEL("\twhile (*(volatile int *)ready == 0)\n\t\t;"), WAIT_NONE },
	{ KERNEL("\twhile (ready[p] == 0)\n\t\tp++;"), WAIT_NONE },
	{ KERNEL("\twhile (i * n < 9)\n\t\t;"), WAIT_NONE },
	{ KERNEL("\tif (ready[p] == 0)\n\t\t;"), WAIT_NONE },
	{ KERNEL("\tdo { p = ready[p]; } while (ready[p] == 0);"), WAIT_NONE },
};

START_TEST(how_a_loop_waits)
{
	ck_assert_msg(source_wait_in(waits[_i].text, 3) == waits[_i].how, "%s", waits[_i].text);
	ck_assert_int_eq(source_wait_in(waits[_i].text, 2), WAIT_NONE);
}
END_TEST

START_TEST(waits_somehow)
{
	ck_assert(source_waits_in(KERNEL("\twhile (ready[p] == 0)\n\t\t;"), 3));
	ck_assert(source_waits_in(KERNEL("\twhile (*(volatile int *)ready == 0)\n\t\t;"), 3));
	ck_assert(!source_waits_in(KERNEL("\twhile (*(volatile int *)ready == 0)\n\t\t;"), 2));
	ck_assert(!source_waits_in(KERNEL("\tif (ready[p] == 0)\n\t\t;"), 3));
	ck_assert(!source_waits_in(KERNEL("\twhile (ready[p] == 0)\n\t\tp++;"), 3));
}
END_TEST

START_TEST(a_flag_of_one_side)
{
	static const char text[] = KERNEL("\twhile (ready[p - 1] == 0)\n\t\t;\n\tflag(ready[p]).store(1);\n"
					  "\tatomicExch(&ready[p], 1);\n\tatomicAdd(&sum[p], 1);\n\tready[p] = 1;");

	ck_assert_int_eq(source_plain_wait(text, 5), 3);
	ck_assert_int_eq(source_plain_wait(text, 6), 3);
	ck_assert_int_eq(source_plain_wait(text, 7), 0); /* another array */
	ck_assert(source_sets_atomic(text, 5));
	ck_assert(source_sets_atomic(text, 6));
	ck_assert(!source_sets_atomic(text, 8));
	ck_assert(!source_sets_atomic(text, 99));
}
END_TEST

START_TEST(reads_before_the_wait)
{
	static const char text[] =
		KERNEL("\tint old = upto[p];\n\twhile (r.load() == 0)\n\t\t;\n\tsum = upto[p];\n"
		       "\twhile (r.load() == 1)\n\t\t;") "__global__ void g()\n{\n\tx = upto[0];\n}\n";

	ck_assert_int_eq(source_waits_after(text, 3), 4);
	ck_assert_int_eq(source_waits_after(text, 6), 0); /* one stands before it */
	ck_assert_int_eq(source_waits_after(text, 12), 0);
	ck_assert_int_eq(source_waits_after(text, 99), 0);
}
END_TEST

START_TEST(relaxed_orders)
{
	static const char text[] = KERNEL("\twhile (r.load(cuda::memory_order_acquire) == 0)\n\t\t;\n"
					  "\tflag(ready[p]).store(1, cuda::memory_order_relaxed);\n"
					  "\t/* store(memory_order_relaxed) */ store(x, memory_order_relaxed);");

	ck_assert_int_eq(source_relaxed(text, "store"), 5);
	ck_assert_int_eq(source_relaxed(text, "load"), 0);
	ck_assert_int_eq(
		source_relaxed(
			KERNEL("\ta.store(1, memory_order_relaxed);\n\tb.store(1, memory_order_relaxed);"), "store"),
		0);
}
END_TEST

#define TURN(before, after) \
	KERNEL("\tfor (int s = 0; s < steps; s++) {\n" before \
	       "\t\tfor (int i = t; i < n; i += all)\n\t\t\tb[i] = a[i] + a[i + 1];\n" after "\t}")
static const struct {
	const char *text;
	int at, line;
} turns[] = {
	{ TURN("", "\t\tint *swap = a;\n\t\ta = b;\n\t\tb = swap;\n"), 5, 3 },
	{ TURN("\t\t__syncthreads();\n", "\t\tint *swap = a;\n\t\ta = b;\n\t\tb = swap;\n"), 6, 0 },
	{ TURN("", "\t\tint *swap = a;\n\t\ta = b;\n\t\tb = swap;\n\t\tgrid.sync();\n"), 5, 0 },
	{ TURN("", "\t\tx = a[0];\n"), 5, 0 },              /* nothing is swapped */
	{ TURN("", "\t\ta[i] = b;\n\t\t*b = x;\n"), 5, 0 }, /* elements */
	{ KERNEL("\tb[i] = a[i];\n\ta = b;"), 3, 0 },       /* no loop */
};

START_TEST(turns_without_a_barrier)
{
	ck_assert_int_eq(source_turn_without_barrier(turns[_i].text, turns[_i].at), turns[_i].line);
}
END_TEST

#define LOOP(test, table) tcase_add_loop_test(t, test, 0, (int)(sizeof table / sizeof *table))

Suite *judge_source_flag_suite(void)
{
	Suite *s = suite_create("judge source flag");
	TCase *t = tcase_create("flags");

	LOOP(how_a_loop_waits, waits);
	tcase_add_test(t, waits_somehow);
	tcase_add_test(t, a_flag_of_one_side);
	tcase_add_test(t, reads_before_the_wait);
	tcase_add_test(t, relaxed_orders);
	LOOP(turns_without_a_barrier, turns);
	suite_add_tcase(s, t);
	return s;
}
