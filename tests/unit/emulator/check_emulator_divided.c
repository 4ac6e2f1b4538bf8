/* Divisions, one after the other: who divides by what is known early waits for the steps after the reciprocal. */
#include "emulator_kit.h"

Suite *emulator_divided_suite(void);

enum { TURNS = 64, BYTES = 1 << 16 };

static struct em_work timed(const char *name)
{
	return rig_timed("emulator/divided", name, (struct timed){ 4, 4, 1, 32, BYTES, { 0 } });
}

static double reciprocals(const char *name)
{
	return (double)timed(name).wait[EM_WAIT_SPECIAL] / EM_WAIT_UNIT / 3 / TURNS;
}

static double sums(const char *name)
{
	return (double)timed(name).wait[EM_WAIT_ALU] / EM_WAIT_UNIT / TURNS;
}

/* Of four in a block the first one's reciprocal is waited for, as the block before has to end. */
START_TEST(by_what_is_counted)
{
	const double one = sums("one by what is counted"), four = sums("four by what is counted");

	ck_assert_double_ge(reciprocals("four by what is counted"), 0.9);
	ck_assert_double_le(reciprocals("four by what is counted"), 1.2);
	ck_assert_double_ge(four, one + 3 * 10);
	ck_assert_double_le(four, one + 3 * 16);
}
END_TEST

START_TEST(by_what_was_left)
{
	ck_assert_double_ge(reciprocals("four by what was left"), 3.9);
	ck_assert_double_ge(sums("four by what was left"), 4 * 15);
	ck_assert_double_ge(reciprocals("four by themselves"), 3.9);
}
END_TEST

/* A turn that is not unrolled begins when the one before has ended. */
START_TEST(turn_by_turn)
{
	ck_assert_double_ge(reciprocals("one by what is counted"), 0.9);
	ck_assert_double_ge(sums("one by what is counted"), 15);
	ck_assert_double_ge(reciprocals("one by what was left"), 0.9);
}
END_TEST

Suite *emulator_divided_suite(void)
{
	Suite *s = suite_create("emulator_divided");
	TCase *t = tcase_create("emulator_divided");

	tcase_add_test(t, by_what_is_counted);
	tcase_add_test(t, by_what_was_left);
	tcase_add_test(t, turn_by_turn);
	suite_add_tcase(s, t);
	return s;
}
