/* cache/far.c: a load that comes to one line again and again waits for the memory once or twice, also where that line
 * is not one of those that are followed; one that comes to other lines waits each time. */
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_far_suite(void);

enum { TURNS = 60, LINES = 40, LINE = 128, SIDE_BY_SIDE = 4 }; /* ptxas has so many turns of such a loop side by side */

/* Waits of the warp, of a launch that begins at this line. */
static int64_t waits(const char *name, uint32_t line)
{
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.read_row_bytes = 512,
		.write_row_bytes = 256,
		.wait_clk = { [EM_WAIT_L1] = 36, [EM_WAIT_L2] = 284, [EM_WAIT_DRAM] = 680 } };
	struct rig g;
	struct em_work w;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/far", name), 1, false);
	memory = rig_alloc(&g, (LINES + TURNS) * LINE) + line * LINE;
	w = rig_work(
		&g, (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &memory, .timing = &t });
	return (w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_LATE] + w.wait[EM_WAIT_DRAM]) / EM_WAIT_UNIT;
}

START_TEST(one_line)
{
	for (uint32_t k = 0; k < LINES; k++)
		ck_assert_msg(waits("one line", k) <= 6, "line %u: %lld waits", k, (long long)waits("one line", k));
}
END_TEST

START_TEST(other_lines)
{
	for (uint32_t k = 0; k < LINES; k++)
		ck_assert_msg(waits("other lines", k) >= TURNS / SIDE_BY_SIDE, "from line %u: %lld waits", k,
			(long long)waits("other lines", k));
}
END_TEST

Suite *emulator_far_suite(void)
{
	Suite *s = suite_create("emulator far");
	TCase *t = tcase_create("far");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, one_line);
	tcase_add_test(t, other_lines);
	suite_add_tcase(s, t);
	return s;
}
