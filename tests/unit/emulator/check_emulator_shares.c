/* What the blocks of a launch have to do, where some have more than the others and wait in another way
 * (run/shares.c). */
#include "emulator_kit.h"

Suite *emulator_shares_suite(void);

enum { BYTES = 8 << 20, BLOCKS = 8, TURNS = 256 };

static struct em_work run(const char *name)
{
	struct em_timing t = { .multiprocessors = BLOCKS,
		.resident_blocks = 1,
		.l1_bytes = 256 << 10,
		.l2_bytes = 4 << 20,
		.fill_sectors = 2,
		.wait_clk = { [EM_WAIT_ALU] = 4, [EM_WAIT_L1] = 36, [EM_WAIT_L2] = 284, [EM_WAIT_DRAM] = 680 } };
	struct rig g;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/shares", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	return rig_work(&g,
		(struct em_launch){ .grid = { BLOCKS, 1, 1 }, .block = { 64, 1, 1 }, .params = &memory, .timing = &t });
}

/* Each of 32 lanes comes to new words of its own list every 16th turn, so some lane of the warp does in each of the four
 * turns that ptxas has side by side, and the warp waits for the memory each time. Where all read one list it hardly
 * does. */
START_TEST(own_lists)
{
	struct em_work own = run("each lane of a long warp reads a list of its own"),
		       one = run("lanes of a long warp read one list");

	ck_assert_uint_gt(own.longest_clk, TURNS / 4 * 680);
	ck_assert_uint_lt(one.longest_clk, TURNS / 4 * 680 / 4);
}
END_TEST

Suite *emulator_shares_suite(void)
{
	Suite *s = suite_create("emulator_shares");
	TCase *t = tcase_create("shares");

	tcase_add_test(t, own_lists);
	suite_add_tcase(s, t);
	return s;
}
