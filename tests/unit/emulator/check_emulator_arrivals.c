/* Atomics at one word: how long the sums of single lanes queue there, and when the first warps come to them. */
#include "emulator_kit.h"

Suite *emulator_arrivals_suite(void);

enum { BYTES = 1 << 24 };

/* A case of ptx/work.ptx. */
static struct em_work run(const char *name, uint32_t blocks)
{
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.read_row_bytes = 512,
		.write_row_bytes = 256,
		.float_lane = 160,
		.wait_clk = { [EM_WAIT_ALU] = 4, [EM_WAIT_L1] = 36, [EM_WAIT_L2] = 284, [EM_WAIT_DRAM] = 680 } };
	struct rig g;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/work", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	return rig_work(&g,
		(struct em_launch){
			.grid = { blocks, 1, 1 }, .block = { 128, 1, 1 }, .params = &memory, .timing = &t });
}

/* One lane of each warp adds to the word of all warps: floats follow each other more slowly than integers do. */
START_TEST(sums_of_warps)
{
	ck_assert_uint_eq(run("a lane of each warp adds a number", 64).traffic.atomic_lanes, 64 * 4);
	ck_assert_uint_eq(run("a lane of each warp adds a float", 64).traffic.atomic_lanes, 64 * 4 * 5 / 2);
}
END_TEST

/* When the first warps come to their atomics: after what stands before them; in a loop, in its first turn. */
START_TEST(arrivals)
{
	static const char *const names[4] = { "an atomic before a loop of loads", "an atomic after a load",
		"an atomic in a loop of loads", "an atomic after a loop of loads" };
	uint64_t clk[4];

	for (int k = 0; k < 4; k++)
		clk[k] = run(names[k], 4).arrive_clk;
	ck_assert_uint_lt(clk[0], 100);
	ck_assert_uint_gt(clk[1], 680);
	ck_assert_uint_gt(clk[2], clk[0] + 100);
	ck_assert_uint_gt(clk[3], 5 * clk[2]);
	ck_assert_uint_eq(run("loads in a loop", 4).arrive_clk, 0);
}
END_TEST

/* Warps that all add to one place, then to the next one, leave the other places with nothing to do, and wait for this
 * one: for as many as do not get on their way to the L2 meanwhile. 64 warps, 64 places, four passes each time. */
START_TEST(places_one_after_the_other)
{
	const uint64_t apart = run("atomics of each warp at places of its own, one after the other", 16)
				       .traffic.atomic_lanes,
		       all = run("atomics of all warps at one place after the other", 16).traffic.atomic_lanes;

	ck_assert_uint_eq(apart, 64 * 4);
	ck_assert_uint_gt(2 * all, 5 * apart);
	ck_assert_uint_lt(all, 5 * apart);
	/* Few are on their way anyhow. */
	ck_assert_uint_eq(run("atomics of all warps at one place after the other", 2).traffic.atomic_lanes, 2 * 4 * 4);
}
END_TEST

Suite *emulator_arrivals_suite(void)
{
	Suite *s = suite_create("emulator_arrivals");
	TCase *t = tcase_create("emulator_arrivals");

	tcase_add_test(t, sums_of_warps);
	tcase_add_test(t, places_one_after_the_other);
	tcase_add_test(t, arrivals);
	suite_add_tcase(s, t);
	return s;
}
