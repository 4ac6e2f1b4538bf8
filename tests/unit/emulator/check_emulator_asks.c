/* Tries before anybody has succeeded: warps that run side by side all find the word as it was, where here only the
 * first one does. */
#include "emulator_kit.h"

Suite *emulator_asks_suite(void);

enum { BYTES = 1 << 16, BLOCKS = 8, WARPS = 4 };

static uint64_t early(const char *name, uint32_t resident)
{
	const struct timed x = {
		.multiprocessors = 1, .resident = resident, .blocks = BLOCKS, .threads = 32 * WARPS, .bytes = BYTES
	};

	return rig_timed("emulator/asks", name, x).traffic.tries_early;
}

START_TEST(looks)
{
	/* The first warp's try is counted; of the others as many as run side by side. */
	ck_assert_uint_eq(early("looks, then tries", 16), BLOCKS * WARPS - 1);
	ck_assert_uint_eq(early("looks, then tries", 2), 2 * WARPS - 1);
}
END_TEST

START_TEST(swaps)
{
	/* Each lane tries twice. */
	ck_assert_uint_eq(early("looks, then swaps until it is there", 16), 2 * BLOCKS * WARPS * 32);
}
END_TEST

/* What all try is counted as it happens; what nobody tries would not be tried side by side either. */
START_TEST(others)
{
	ck_assert_uint_eq(early("nobody has anything to offer", 16), 0);
	ck_assert_uint_eq(early("looks elsewhere", 16), 0);
	ck_assert_uint_eq(early("all try", 16), 0);
}
END_TEST

Suite *emulator_asks_suite(void)
{
	Suite *s = suite_create("emulator_asks");
	TCase *t = tcase_create("emulator_asks");

	tcase_add_test(t, looks);
	tcase_add_test(t, swaps);
	tcase_add_test(t, others);
	suite_add_tcase(s, t);
	return s;
}
