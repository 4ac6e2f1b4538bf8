/* What a warp waits for where it has an array in local memory: neither do its stores there keep loads from elsewhere
 * waiting, nor does it wait for the memory where it reads what it has stored. */
#include "emulator/cache/cache.h"
#include "emulator_kit.h"

Suite *emulator_local_waits_suite(void);

enum { BYTES = 1 << 20, BLOCKS = 4, THREADS = 128, WARPS = BLOCKS * THREADS / 32 };

/* Waits of a warp for the memory or the L2, in hundredths. under_way: words of memory that the machine code asks for at
 * a time; 0: unknown. */
static int64_t waits_with(const char *kernel, uint32_t under_way)
{
	struct {
		uint64_t in, out;
	} args;
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 128 << 10,
		.l2_bytes = 4 << 20,
		.fill_sectors = 2,
		.registers = under_way ? 255 : 0,
		.under_way = { .known = under_way != 0, .most = { [EM_ASKED_MEMORY] = under_way } } };
	struct em_launch l = { .grid = { BLOCKS, 1, 1 }, .block = { THREADS, 1, 1 }, .params = &args, .timing = &t };
	struct em_work w;
	struct rig g;

	rig_open(&g, ptx_of("emulator/local_waits", "waits"), 1, false);
	args.in = rig_alloc(&g, BYTES);
	args.out = rig_alloc(&g, BYTES);
	w = rig_work_of(&g, kernel, l);
	return (w.wait[EM_WAIT_DRAM] + w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_LATE]) * 100 / EM_WAIT_UNIT / WARPS;
}

static int64_t waits(const char *kernel)
{
	return waits_with(kernel, 0);
}

START_TEST(stores_there_keep_no_load_waiting)
{
	ck_assert_int_ge(waits("kept"), 95);
	ck_assert_int_le(waits("kept"), 105);
	ck_assert_int_ge(waits("passed_on"), 395); /* it might be the same memory */
}
END_TEST

/* An instruction reads one line of each warp, of which few are followed, or none. */
START_TEST(what_was_stored_there_is_in_the_l1)
{
	ck_assert_int_eq(waits("own"), 0);
	/* Few lanes store to a sector, but nobody reads there what he has not stored. */
	ck_assert_int_eq(waits("own_places"), 0);
}
END_TEST

/* A pair of halves is one word in the machine code too; two pairs of words are four. */
START_TEST(halves_side_by_side_are_a_word)
{
	ck_assert_int_le(waits_with("halves", 2), 105);
	ck_assert_int_ge(waits_with("halves", 1), 195);
	ck_assert_int_le(waits_with("pairs", 4), 105);
	ck_assert_int_ge(waits_with("pairs", 2), 195);
}
END_TEST

Suite *emulator_local_waits_suite(void)
{
	Suite *s = suite_create("emulator_local_waits");
	TCase *t = tcase_create("waits");

	tcase_add_test(t, stores_there_keep_no_load_waiting);
	tcase_add_test(t, what_was_stored_there_is_in_the_l1);
	tcase_add_test(t, halves_side_by_side_are_a_word);
	suite_add_tcase(s, t);
	return s;
}
