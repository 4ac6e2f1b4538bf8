/* What it costs that lanes of a warp go different ways: a wait for each time that they part, and two instructions at
 * each place where they could have; none of both where a predicate does it, and nothing where all surely agree. */
#include "emulator_kit.h"

Suite *emulator_parted_suite(void);

enum { BYTES = 1 << 16 };

static struct em_work run(const char *name)
{
	return rig_timed("emulator/parted", name, (struct timed){ 4, 4, 1, 128, BYTES, { 0 } });
}

static int64_t waits(const struct em_work *w, enum em_wait what)
{
	return w->wait[what] / (int64_t)w->warps / EM_WAIT_UNIT;
}

START_TEST(part)
{
	struct em_work half = run("half of the lanes"), all = run("the same for all, which nobody knows"),
		       known = run("the same for all"), little = run("a short body");

	ck_assert_int_eq(waits(&half, EM_WAIT_PART), 10);
	ck_assert_int_eq(half.wait_first[EM_WAIT_PART], 10 * EM_WAIT_UNIT);
	ck_assert_int_eq(waits(&all, EM_WAIT_PART), 0);
	ck_assert_int_eq(waits(&known, EM_WAIT_PART), 0);
	ck_assert_int_eq(waits(&little, EM_WAIT_PART), 0);
}
END_TEST

/* 10 turns of 4 warps: a branch that is not taken in each, and where lanes may have parted a place to meet, which is
 * two instructions (where one shifts and compares the other only compares: one more; to take a bit and compare it
 * is one instruction).
 */
START_TEST(meet)
{
	struct em_work half = run("half of the lanes"), all = run("the same for all, which nobody knows"),
		       known = run("the same for all"), little = run("a short body");

	ck_assert_int_eq(waits(&known, EM_WAIT_FALL), 10);
	ck_assert_int_eq(waits(&all, EM_WAIT_FALL), 20);
	ck_assert_int_eq(waits(&half, EM_WAIT_FALL), 20);
	ck_assert_int_eq(waits(&little, EM_WAIT_FALL), 0);
	ck_assert_uint_eq(all.pipe[EM_PIPE_ISSUE] - known.pipe[EM_PIPE_ISSUE], 4 * 10 * (2 + 1));
	ck_assert_uint_eq(half.pipe[EM_PIPE_ISSUE], all.pipe[EM_PIPE_ISSUE]);
}
END_TEST

/* A branch that all lanes take is one that is taken, as the loop's own is. */
START_TEST(branch_around)
{
	struct em_work known = run("the same for all"), around = run("a body that all branch around");

	ck_assert_int_eq(waits(&around, EM_WAIT_FALL), 0);
	ck_assert_int_eq(waits(&around, EM_WAIT_BRANCH) - waits(&known, EM_WAIT_BRANCH), 10);
}
END_TEST

/* Of the 32 lanes of the first warp one leaves in each turn but the first. */
START_TEST(leave)
{
	struct em_work w = run("lanes that leave one by one");

	ck_assert_int_eq(w.wait[EM_WAIT_PART], 9 * EM_WAIT_UNIT);
	ck_assert_int_gt(w.wait_first[EM_WAIT_PART], 0);
}
END_TEST

/* A call through a pointer looks up where the code is. Lanes that want different functions go one after the other, each
 * with a jump of its own; each function returns for itself. */
START_TEST(functions)
{
	struct em_work one = run("one function for all"), two = run("two functions");

	ck_assert_int_eq(waits(&one, EM_WAIT_PART), 0);
	ck_assert_int_eq(waits(&one, EM_WAIT_CONSTANT), 10);
	ck_assert_int_eq(waits(&two, EM_WAIT_CONSTANT), 10);
	ck_assert_int_eq(waits(&two, EM_WAIT_PART), 10);
	ck_assert_int_eq(waits(&two, EM_WAIT_CONSTANT_WORD), 10);
	ck_assert_int_eq(waits(&two, EM_WAIT_CALL) - waits(&one, EM_WAIT_CALL), 2 * 10);
	ck_assert_int_eq(two.wait_first[EM_WAIT_PART], 10 * EM_WAIT_UNIT);
}
END_TEST

Suite *emulator_parted_suite(void)
{
	Suite *s = suite_create("emulator_parted");
	TCase *t = tcase_create("emulator_parted");

	tcase_add_test(t, part);
	tcase_add_test(t, meet);
	tcase_add_test(t, branch_around);
	tcase_add_test(t, leave);
	tcase_add_test(t, functions);
	suite_add_tcase(s, t);
	return s;
}
