/* Blocks that draw what to do next, and wait for what others put there, and warps of a block that draw from its own
 * numbers: they draw by turns, as they do side by side on a device (gives_way of em_cost; run/block.c). */
#include "emulator_kit.h"

Suite *emulator_drawn_suite(void);

enum { BLOCKS = 8, PIECES = 63, WORDS = 1024 };

/* How many pieces the block, or the warp, had that had most; all of them together are looked at. timed: a time is asked
 * for. */
static uint32_t most(const char *name, uint32_t blocks, uint32_t threads, bool timed)
{
	const struct em_timing t = { .multiprocessors = BLOCKS,
		.resident_blocks = 1,
		.l1_bytes = 1 << 17,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.hop_clk = { 1000, 1000, 300 } };
	struct rig g;
	struct em_result r;
	uint32_t *word, all = 0, highest = 0;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/drawn", name), 1, true);
	memory = rig_alloc(&g, WORDS * 4);
	word = rig_ptr(&g, memory, WORDS * 4);
	memset(word, 0, WORDS * 4);
	word[1] = word[128] = 1;
	r = rig_launched(&g, "k",
		(struct em_launch){ .grid = { blocks, 1, 1 },
			.block = { threads, 1, 1 },
			.params = &memory,
			.timing = timed ? &t : NULL });
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%s", r.fault.message);
	for (unsigned b = 0; b < BLOCKS; b++) {
		all += word[64 + b];
		highest = word[64 + b] > highest ? word[64 + b] : highest;
	}
	ck_assert_uint_eq(all, PIECES);
	em_result_release(&r);
	rig_close(&g);
	return highest;
}

START_TEST(by_turns)
{
	const uint32_t had = most("a queue of work", BLOCKS, 1, true);

	ck_assert_msg(had <= 2 * PIECES / BLOCKS, "one block of %d had %u of %d pieces", BLOCKS, had, PIECES);
}
END_TEST

START_TEST(in_a_block)
{
	const uint32_t had = most("a queue of a block", 1, 32 * BLOCKS, true);

	ck_assert_msg(had <= 2 * PIECES / BLOCKS, "one warp of %d had %u of %d numbers", BLOCKS, had, PIECES);
	ck_assert_uint_gt(most("a queue of a block", 1, 32 * BLOCKS, false), 2 * PIECES / BLOCKS);
}
END_TEST

Suite *emulator_drawn_suite(void)
{
	Suite *s = suite_create("emulator_drawn");
	TCase *t = tcase_create("drawn");

	tcase_add_test(t, by_turns);
	tcase_add_test(t, in_a_block);
	suite_add_tcase(s, t);
	return s;
}
