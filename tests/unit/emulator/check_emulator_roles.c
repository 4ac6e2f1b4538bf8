/* Warps with work of their own: one that fetches for the others takes longest although it has few instructions. */
#include "emulator_kit.h"

Suite *emulator_roles_suite(void);

enum { BYTES = 1 << 17 };

static double longest(const char *name)
{
	struct em_timing t = { .multiprocessors = 8,
		.resident_blocks = 1,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.wait_clk = { [EM_WAIT_ALU] = 4, [EM_WAIT_L1] = 36, [EM_WAIT_L2] = 284, [EM_WAIT_DRAM] = 680 } };
	struct rig g;
	struct em_work w;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/roles", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	w = rig_work(
		&g, (struct em_launch){ .grid = { 8, 1, 1 }, .block = { 64, 1, 1 }, .params = &memory, .timing = &t });
	return (double)w.longest_clk / (double)w.all_clk;
}

/* Of the two warps the one that waits has nearly all of the block's time to itself. Where all meet at one barrier
 * nothing says that warps differ, and their instructions count. */
START_TEST(who_fetches)
{
	ck_assert_double_gt(longest("64 threads of it"), 0.9);
	ck_assert_double_lt(longest("all of the block"), 0.6);
	ck_assert_double_lt(longest("all of the block, and count"), 0.6);
}
END_TEST

Suite *emulator_roles_suite(void)
{
	Suite *s = suite_create("emulator_roles");
	TCase *t = tcase_create("roles");

	tcase_add_test(t, who_fetches);
	suite_add_tcase(s, t);
	return s;
}
