/* What single instructions take of the schedulers and the multiplier, and which stores go to the L2 together, and how
 * often loops of compare-and-swap get through. Numbers of
 * SASS and of an H200 (tests/bench/hard). */
#include <math.h>

#include "emulator_kit.h"

Suite *emulator_slots_suite(void);

enum { BYTES = 1 << 24, BLOCKS = 32, WARPS = 4 * BLOCKS };

static struct em_work run(const char *name)
{
	return rig_timed("emulator/slots", name, (struct timed){ 4, 4, BLOCKS, 128, BYTES, { 0 } });
}

/* The group's cases use so much more of each pipe than the first one, by what they say of it. */
static void say_what_they_use(
	const char *group, size_t cases, const char *first, const char *const *names, const enum em_pipe *pipes)
{
	const struct em_work none = run(first);
	size_t n;
	const struct ptx_case *const *of = ptx_group(ptx_cases("emulator/slots"), group, &n);

	ck_assert_uint_eq(n, cases);
	for (size_t k = 0; k < n; k++) {
		const struct em_work w = run(of[k]->name);

		for (size_t j = 0; j < 3; j++) {
			const uint64_t more = (w.pipe[pipes[j]] - none.pipe[pipes[j]]) / WARPS;

			ck_assert_msg(more == (uint64_t)ptx_want_number(of[k], names[j]), "%s: %s %llu", of[k]->name,
				names[j], (unsigned long long)more);
		}
	}
}

START_TEST(pipes)
{
	static const char *const names[] = { "issue", "multiply", "wide" };
	static const enum em_pipe of[] = { EM_PIPE_ISSUE, EM_PIPE_MULTIPLY, EM_PIPE_WIDE };

	say_what_they_use("pipes: ", 10, "pipes: nothing", names, of);
}
END_TEST

/* A constant of 64 bits takes two instructions, once in a basic block, unless its lower half is zero. Library code asks
 * for the upper half of a reciprocal or a root alone. */
START_TEST(doubles)
{
	static const char *const names[] = { "issue", "uniform", "f64" };
	static const enum em_pipe of[] = { EM_PIPE_ISSUE, EM_PIPE_UNIFORM, EM_PIPE_F64 };

	say_what_they_use("doubles: ", 9, "doubles: none", names, of);
}
END_TEST

/* Who needs what all lanes have together waits twice as long as for a special function. */
START_TEST(sum_of_lanes)
{
	const struct em_work none = run("pipes: nothing"), sum = run("a sum of all lanes");

	ck_assert_int_eq((sum.wait[EM_WAIT_SPECIAL] - none.wait[EM_WAIT_SPECIAL]) / (int64_t)WARPS, 2 * EM_WAIT_UNIT);
}
END_TEST

/* A reciprocal is only taken in front of a loop whose every turn divides. */
START_TEST(conditional_divisions)
{
	const struct em_work over = run("a division that is jumped over"), each = run("a division in each turn");

	ck_assert_uint_ge(over.pipe[EM_PIPE_SPECIAL] - each.pipe[EM_PIPE_SPECIAL], (uint64_t)WARPS * 9 * 3);
}
END_TEST

/* Several divisions by one number have one reciprocal: those that all come by who come to the next one, with no call
 * between. */
START_TEST(shared_reciprocals)
{
	const struct em_work none = run("pipes: nothing");
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/slots"), "divisions: ", &n);

	ck_assert_uint_eq(n, 6);
	for (size_t k = 0; k < n; k++) {
		const uint64_t more = (run(cases[k]->name).pipe[EM_PIPE_SPECIAL] - none.pipe[EM_PIPE_SPECIAL]) / WARPS;

		ck_assert_msg(more == (uint64_t)ptx_want_number(cases[k], "special"), "%s: %llu", cases[k]->name,
			(unsigned long long)more);
	}
}
END_TEST

/* One warp's instructions start in order, and each keeps it for as long as its pipe needs; a chain of them waits for
 * results instead, which takes longer. */
START_TEST(in_order)
{
	const struct em_work beside = run("beside"), chain = run("in a chain");
	const int64_t each = (int64_t)WARPS * EM_WAIT_UNIT;

	ck_assert_int_ge(beside.wait[EM_WAIT_NEXT_ALU] / each, 64);
	ck_assert_int_lt(beside.wait[EM_WAIT_ALU] / each, 16);
	ck_assert_int_eq(chain.wait[EM_WAIT_NEXT_ALU] / each, 0);
	ck_assert_int_ge(chain.wait[EM_WAIT_ALU] / each, 63);
}
END_TEST

START_TEST(fields)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/slots"), "stores: ", &n);

	ck_assert_uint_eq(n, 10);
	for (size_t k = 0; k < n; k++) {
		const struct em_work w = run(cases[k]->name);
		const double wanted = (double)ptx_want_number(cases[k], "partial");

		ck_assert_msg(fabs((double)w.traffic.l2_partial - wanted) < 0.15 * wanted + 100, "%s: %llu",
			cases[k]->name, (unsigned long long)w.traffic.l2_partial);
	}
}
END_TEST

/* What goes wrong in vain does not count, nor what leaves all as it was. Of 2048 lanes that run side by side those of
 * other warps that want the same word make a lane try again, which it does not do here. */
START_TEST(swaps)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/slots"), "swaps: ", &n);

	ck_assert_uint_eq(n, 8);
	for (size_t k = 0; k < n; k++) {
		const struct em_traffic t = run(cases[k]->name).traffic;

		ck_assert_msg((int64_t)t.swaps_word >= ptx_want_number(cases[k], "at-least") &&
				(int64_t)t.swaps_word <= ptx_want_number(cases[k], "at-most"),
			"%s: %llu", cases[k]->name, (unsigned long long)t.swaps_word);
		ck_assert_msg((int64_t)t.swap_tries >= ptx_want_number(cases[k], "more-at-least") &&
				(int64_t)t.swap_tries <= ptx_want_number(cases[k], "more-at-most"),
			"%s: %llu more", cases[k]->name, (unsigned long long)t.swap_tries);
		/* Who puts back what it found tries again each time that the word changes. */
		ck_assert_msg(
			(int64_t)t.swap_again == (ptx_want(cases[k], "again") ? ptx_want_number(cases[k], "again") : 0),
			"%s: %llu again", cases[k]->name, (unsigned long long)t.swap_again);
	}
}
END_TEST

Suite *emulator_slots_suite(void)
{
	Suite *s = suite_create("emulator_slots");
	TCase *t = tcase_create("slots");

	tcase_add_test(t, pipes);
	tcase_add_test(t, doubles);
	tcase_add_test(t, sum_of_lanes);
	tcase_add_test(t, conditional_divisions);
	tcase_add_test(t, shared_reciprocals);
	tcase_add_test(t, in_order);
	tcase_add_test(t, fields);
	tcase_add_test(t, swaps);
	suite_add_tcase(s, t);
	return s;
}
