/* A load that a warp asks for in some turns of a loop, and uses in all of them: it waits for it as often as it asks. */
#include "emulator_kit.h"

Suite *emulator_seldom_suite(void);

enum { TURNS = 64, WARPS = 4, BYTES = 1 << 16 };

static double waits(const char *name)
{
	struct em_work w = rig_timed("emulator/seldom", name, (struct timed){ 4, 4, 1, 32 * WARPS, BYTES, { 0 } });

	return (double)(w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_LATE] + w.wait[EM_WAIT_DRAM]) / EM_WAIT_UNIT / WARPS;
}

START_TEST(each_turn)
{
	ck_assert_double_ge(waits("each turn"), 0.9 * TURNS);
}
END_TEST

START_TEST(seldom)
{
	const double n = waits("one turn in sixteen");

	ck_assert_double_ge(n, 0.7 * TURNS / 16);
	ck_assert_double_le(n, 1.3 * TURNS / 16);
}
END_TEST

/* The number comes later in the code, but not for who has asked. */
START_TEST(either)
{
	const double n = waits("one turn in two, a number in the others");

	ck_assert_double_ge(n, 0.7 * TURNS / 2);
	ck_assert_double_le(n, 1.3 * TURNS / 2);
}
END_TEST

START_TEST(meet)
{
	ck_assert_double_ge(waits("one warp of four, for which all wait"), 0.9 * TURNS);
}
END_TEST

/* Some lanes ask for one line, the others for another one: under predicates, side by side. */
START_TEST(beside)
{
	ck_assert_double_le(waits("one of two lines"), 1.1 * TURNS);
}
END_TEST

Suite *emulator_seldom_suite(void)
{
	Suite *s = suite_create("emulator_seldom");
	TCase *t = tcase_create("emulator_seldom");

	tcase_add_test(t, each_turn);
	tcase_add_test(t, seldom);
	tcase_add_test(t, either);
	tcase_add_test(t, meet);
	tcase_add_test(t, beside);
	suite_add_tcase(s, t);
	return s;
}
