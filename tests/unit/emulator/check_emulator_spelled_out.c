/* Loops that are none in the machine code (cost/spelled_out.c): what follows from their counter needs no instruction,
 * and what they load is on its way together. All others stay what they are. */
#include "emulator_kit.h"

/* CONTROL: what is left of three instructions in a loop that ptxas unrolls by four, and what finds out how many turns
 * there are. */
enum { TURNS = 12, BYTES = 4096, CONTROL = TURNS / 4 * 3 + 8 };

/* loops: of the machine code. */
static struct em_work run_of(const char *name, uint16_t loops)
{
	const struct em_guarded code = { .known = 1, .loops = loops };
	struct em_timing t = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 17, .l2_bytes = 1 << 20, .guarded = &code
	};
	uint64_t params[] = { 0, TURNS };
	struct rig g;

	rig_open(&g, ptx_of("emulator/spelled_out", name), 1, false);
	params[0] = rig_alloc(&g, BYTES);
	return rig_work(
		&g, (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = params, .timing = &t });
}

static struct em_work run(const char *name, bool straight)
{
	return run_of(name, straight ? 0 : 1);
}

/* Rounds of loads for which the warp waits. */
static int64_t rounds(const struct em_work *w)
{
	return (w->wait[EM_WAIT_L1] + w->wait[EM_WAIT_L2] + w->wait[EM_WAIT_LATE] + w->wait[EM_WAIT_DRAM]) /
		EM_WAIT_UNIT;
}

START_TEST(numbers)
{
	const struct em_work loop = run("four places", false), all = run("four places", true);

	/* Four machine instructions make the address; the words of four places are loaded once. */
	ck_assert_uint_eq(loop.pipe[EM_PIPE_ISSUE] - all.pipe[EM_PIPE_ISSUE], CONTROL + TURNS * 4 + TURNS - 4);
	ck_assert_int_gt(rounds(&loop), 2);
	ck_assert_int_le(rounds(&all), 1);
}
END_TEST

START_TEST(stored_to)
{
	const struct em_work kept = run("four places", true), stored = run("four places that are stored to", true);

	/* each turn has its own load, and its store */
	ck_assert_uint_eq(stored.pipe[EM_PIPE_ISSUE] - kept.pipe[EM_PIPE_ISSUE], TURNS - 4 + TURNS);
}
END_TEST

START_TEST(counts_down)
{
	const struct em_work loop = run("down by three", false), all = run("down by three", true);

	ck_assert_uint_eq(loop.pipe[EM_PIPE_ISSUE] - all.pipe[EM_PIPE_ISSUE], CONTROL + TURNS);
}
END_TEST

START_TEST(constants)
{
	const struct em_work loop = run("a table in constant memory", false),
			     all = run("a table in constant memory", true);

	ck_assert_int_gt(loop.wait[EM_WAIT_CONSTANT], 0);
	ck_assert_int_eq(all.wait[EM_WAIT_CONSTANT], 0);
	ck_assert_uint_eq(loop.pipe[EM_PIPE_ISSUE] - all.pipe[EM_PIPE_ISSUE] >= CONTROL + TURNS, 1);
}
END_TEST

START_TEST(needed)
{
	const struct em_work address = run("an address is a number", true), loop = run("an address is a number", false);

	/* the sum stays */
	ck_assert_uint_gt(address.pipe[EM_PIPE_ISSUE], 2 * TURNS);
	ck_assert_uint_lt(address.pipe[EM_PIPE_ISSUE], loop.pipe[EM_PIPE_ISSUE]);
}
END_TEST

/* Where the machine code has one loop less than the PTX, it is the shorter one that is none. */
START_TEST(the_shorter_one)
{
	const char *name = "a short loop in front of a long one, in a loop";
	const struct em_work both = run_of(name, 3), one = run_of(name, 2), none = run_of(name, 1);
	const int64_t shorter = (int64_t)(both.pipe[EM_PIPE_ISSUE] - one.pipe[EM_PIPE_ISSUE]),
		      longer = (int64_t)(one.pipe[EM_PIPE_ISSUE] - none.pipe[EM_PIPE_ISSUE]);

	/* Three instructions for four turns, which ptxas would have side by side. */
	ck_assert_int_eq(shorter, TURNS * TURNS / 4 * 3);
	ck_assert_int_eq(longer, TURNS * TURNS / 4 * 3);
}
END_TEST

static const char *const others[] = { "as often as the run says", "as it stands" };

START_TEST(stays)
{
	const struct em_work loop = run(others[_i], false), all = run(others[_i], true);

	ck_assert_mem_eq(loop.pipe, all.pipe, sizeof loop.pipe);
	ck_assert_mem_eq(loop.wait, all.wait, sizeof loop.wait);
}
END_TEST

Suite *emulator_spelled_out_suite(void);
Suite *emulator_spelled_out_suite(void)
{
	Suite *s = suite_create("emulator_spelled_out");
	TCase *t = tcase_create("spelled_out");

	tcase_add_test(t, numbers);
	tcase_add_test(t, stored_to);
	tcase_add_test(t, counts_down);
	tcase_add_test(t, constants);
	tcase_add_test(t, the_shorter_one);
	tcase_add_test(t, needed);
	tcase_add_loop_test(t, stays, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
