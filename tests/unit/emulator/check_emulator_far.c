/* cache/far.c: a load that comes to one line again and again waits for the memory once or twice, also where that line
 * is not one of those that are followed; one that comes to other lines waits each time. Warps that share lines wait for
 * each of them together, and not again for what they have had. */
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_far_suite(void);

enum {
	TURNS = 60,
	LINES = 40,
	LINE = 128,
	SIDE_BY_SIDE = 4,
	SECTORS = 60
};                                   /* ptxas has so many turns of such a loop side by side */
enum { APART = 16384, SHARING = 8 }; /* bytes from four warps' lines to the next four's */

/* Waits of all warps, of a launch that begins at this line. */
static int64_t waits_of(const char *name, uint32_t line, uint32_t warps)
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
	memory = rig_alloc(&g, (LINES + TURNS) * LINE + APART) + line * LINE;
	w = rig_work(&g,
		(struct em_launch){
			.grid = { 1, 1, 1 }, .block = { 32 * warps, 1, 1 }, .params = &memory, .timing = &t });
	return (w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_LATE] + w.wait[EM_WAIT_DRAM]) / EM_WAIT_UNIT;
}

static int64_t waits(const char *name, uint32_t line)
{
	return waits_of(name, line, 1);
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

/* 60 lines, one a turn, and 15 lines of four turns each. */
START_TEST(shared_lines)
{
	int64_t once = 0, again = 0;

	for (uint32_t k = 0; k < LINES; k++) {
		once += waits_of("four warps share lines", k, SHARING);
		again += waits_of("four warps share lines for four turns each", k, SHARING);
	}
	once /= LINES * SHARING;
	again /= LINES * SHARING;
	ck_assert_msg(once >= TURNS * 9 / 10 && once <= TURNS, "%lld", (long long)once);
	ck_assert_msg(again >= TURNS / 4 * 9 / 10 && again <= TURNS / 4 * 11 / 10, "%lld", (long long)again);
}
END_TEST

/* 240 turns of 8 bytes are 60 sectors, each of which comes to the last lanes first. A warp that walks behind another
 * one finds what that has had, until it has caught up with it. */
START_TEST(sliding)
{
	int64_t alone = 0, two = 0;

	for (uint32_t k = 0; k < LINES; k++) {
		alone += waits_of("lanes side by side walk along", k, 1);
		two += waits_of("lanes side by side walk along", k, 2);
	}
	alone /= LINES;
	two /= 2 * LINES;
	ck_assert_msg(alone >= SECTORS * 8 / 10 && alone <= SECTORS * 11 / 10, "%lld", (long long)alone);
	ck_assert_msg(two >= SECTORS * 7 / 10 && two <= SECTORS * 11 / 10, "%lld", (long long)two);
}
END_TEST

/* Where only some warps' lanes are side by side, these wait for each sector as they would among their like. */
START_TEST(some_slide)
{
	int64_t all = 0;

	for (uint32_t k = 0; k < LINES; k++)
		all += waits_of("lanes of one warp in four side by side, those of the others all at one word", k, 4);
	all /= 4 * LINES;
	ck_assert_msg(all >= SECTORS * 8 / 10 && all <= SECTORS * 11 / 10, "%lld", (long long)all);
}
END_TEST

/* Of lanes three sectors apart all come to something new in three turns; then it is only the last one that does, as the
 * others find what the next one has had. */
START_TEST(last_lane)
{
	int64_t all = 0;

	for (uint32_t k = 0; k < LINES; k++)
		all += waits_of("lanes three sectors apart walk along", k, 1);
	all /= LINES;
	ck_assert_msg(all >= SECTORS * 6 / 10 && all <= SECTORS * 13 / 10, "%lld", (long long)all);
}
END_TEST

/* The warp with which a barrier opens is not ahead of the others. */
START_TEST(met)
{
	int64_t all = 0;

	for (uint32_t k = 0; k < LINES; k++)
		all += waits_of("warps that have met share lines", k, 4);
	all /= 4 * LINES;
	ck_assert_msg(all >= TURNS * 9 / 10 && all <= TURNS, "%lld", (long long)all);
}
END_TEST

Suite *emulator_far_suite(void)
{
	Suite *s = suite_create("emulator far");
	TCase *t = tcase_create("far");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, one_line);
	tcase_add_test(t, other_lines);
	tcase_add_test(t, shared_lines);
	tcase_add_test(t, sliding);
	tcase_add_test(t, some_slide);
	tcase_add_test(t, last_lane);
	tcase_add_test(t, met);
	suite_add_tcase(s, t);
	return s;
}
