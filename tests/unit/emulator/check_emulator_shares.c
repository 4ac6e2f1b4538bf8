/* What the blocks of a launch have to do, where some have more than the others and wait in another way
 * (run/shares.c). */
#include "emulator_kit.h"

Suite *emulator_shares_suite(void);

enum { BYTES = 8 << 20, BLOCKS = 8, TURNS = 256 };

/* What a launch did, and each of its blocks. */
struct did {
	struct em_work work;
	struct em_share share[BLOCKS];
};
static struct did run(const char *name)
{
	struct em_timing t = { .multiprocessors = BLOCKS,
		.resident_blocks = 1,
		.l1_bytes = 256 << 10,
		.l2_bytes = 4 << 20,
		.fill_sectors = 2,
		.wait_clk = { [EM_WAIT_ALU] = 4, [EM_WAIT_L1] = 36, [EM_WAIT_L2] = 284, [EM_WAIT_DRAM] = 680 } };
	struct rig g;
	uint64_t memory;
	struct did d;

	rig_open(&g, ptx_of("emulator/shares", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	g.r = rig_launched(&g, "k",
		(struct em_launch){ .grid = { BLOCKS, 1, 1 }, .block = { 64, 1, 1 }, .params = &memory, .timing = &t });
	rig_ok(&g);
	ck_assert_ptr_nonnull(g.r.work.share);
	d.work = g.r.work;
	memcpy(d.share, g.r.work.share, sizeof d.share);
	rig_close(&g);
	return d;
}

/* Each of 32 lanes comes to new words of its own list every 16th turn, so some lane of the warp does in each of the
 * four turns that ptxas has side by side, and the warp waits for the memory each time. Where all read one list it
 * hardly does. */
START_TEST(own_lists)
{
	struct did own = run("each lane of a long warp reads a list of its own"),
		   one = run("lanes of a long warp read one list");

	ck_assert_uint_gt(own.work.longest_clk, TURNS / 4 * 680);
	ck_assert_uint_lt(one.work.longest_clk, TURNS / 4 * 680 / 4);
}
END_TEST

/* Where all warps read such lists, one with twice as many turns takes twice as long, and has no long list. */
START_TEST(longer_lists)
{
	struct did w = run("lanes of a warp with twice as much to do read lists of their own, and all others do");
	double others = 0;

	for (int k = 1; k < BLOCKS; k++)
		others += w.share[k].longest / (BLOCKS - 1.0);
	ck_assert_double_gt(w.share[0].longest, 1.6 * others);
	ck_assert_double_lt(w.share[0].longest, 2.4 * others);
}
END_TEST

Suite *emulator_shares_suite(void)
{
	Suite *s = suite_create("emulator_shares");
	TCase *t = tcase_create("shares");

	tcase_add_test(t, own_lists);
	tcase_add_test(t, longer_lists);
	suite_add_tcase(s, t);
	return s;
}
