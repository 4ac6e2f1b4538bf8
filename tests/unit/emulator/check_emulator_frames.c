/* What functions that are called save of registers: nothing where they call nobody, else the way back, and what they
 * need across their calls. */
#include "emulator_kit.h"

Suite *emulator_frames_suite(void);

enum { BYTES = 1 << 16, WARPS = 4, CALLS = 10 };

static struct em_work run(const char *name)
{
	return rig_timed("emulator/frames", name, (struct timed){ 4, 4, 1, 32 * WARPS, BYTES, { 0 } });
}

START_TEST(saved)
{
	struct em_work near = run("a function that calls nobody"), calls = run("a function that calls another one"),
		       needs = run("a function that needs three words afterwards");

	ck_assert_uint_eq(near.traffic.local_lines, 0);
	ck_assert_uint_eq(calls.traffic.local_lines, (uint64_t)WARPS * CALLS * 2);
	ck_assert_uint_eq(needs.traffic.local_lines, (uint64_t)WARPS * CALLS * (2 + 3));
	ck_assert_uint_eq(needs.traffic.local_stored, needs.traffic.local_lines * 4);
	/* What was saved is fetched from the L1. */
	ck_assert_uint_eq(needs.traffic.l1_hit - near.traffic.l1_hit, (uint64_t)WARPS * CALLS * (2 + 3) * 4);
}
END_TEST

/* A call and a return are a jump each; who has saved something waits once for it. */
START_TEST(waits)
{
	struct em_work near = run("a function that calls nobody"), calls = run("a function that calls another one");
	const int64_t each = (int64_t)WARPS * CALLS * EM_WAIT_UNIT;

	ck_assert_int_eq(near.wait[EM_WAIT_BRANCH], each * (1 + 2));
	ck_assert_int_eq(calls.wait[EM_WAIT_BRANCH], each * (1 + 4));
	ck_assert_int_eq(near.wait[EM_WAIT_L1], 0);
	ck_assert_int_eq(calls.wait[EM_WAIT_L1], each);
}
END_TEST

Suite *emulator_frames_suite(void)
{
	Suite *s = suite_create("emulator_frames");
	TCase *t = tcase_create("emulator_frames");

	tcase_add_test(t, saved);
	tcase_add_test(t, waits);
	suite_add_tcase(s, t);
	return s;
}
