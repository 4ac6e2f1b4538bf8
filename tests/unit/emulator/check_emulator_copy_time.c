/* What cp.async costs: nothing to who does not wait for it, the way to memory to who waits for its group at once, and
 * what is left of that to who has done something else meanwhile. */
#include "emulator_kit.h"

Suite *emulator_copy_time_suite(void);

enum { BYTES = 1 << 24 };

/* Waits for memory on the longest chain of a warp, of a case of ptx/copy_time.ptx. */
static int64_t far_waits(const char *name)
{
	const struct em_work w = rig_timed("emulator/copy_time", name, (struct timed){ 4, 4, 1, 128, BYTES, { 0 } });

	return (w.wait[EM_WAIT_L1] + w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_DRAM]) / (int64_t)w.warps / EM_WAIT_UNIT;
}

static void as_wanted(const char *group, size_t wanted)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/copy_time"), group, &n);

	ck_assert_uint_eq(n, wanted);
	for (size_t k = 0; k < n; k++) {
		const int64_t waits = far_waits(cases[k]->name);
		const char *name = cases[k]->name;

		if (ptx_want(cases[k], "at-most"))
			ck_assert_msg(
				waits <= ptx_want_number(cases[k], "at-most"), "%s: %lld", name, (long long)waits);
		else if (ptx_want(cases[k], "at-least"))
			ck_assert_msg(
				waits >= ptx_want_number(cases[k], "at-least"), "%s: %lld", name, (long long)waits);
		else
			ck_assert_msg(waits == ptx_want_number(cases[k], "waits"), "%s: %lld", name, (long long)waits);
	}
}

START_TEST(groups)
{
	as_wanted("groups: ", 11);
}
END_TEST

START_TEST(loops)
{
	as_wanted("loops: ", 6);
}
END_TEST

Suite *emulator_copy_time_suite(void)
{
	Suite *s = suite_create("emulator_copy_time");
	TCase *t = tcase_create("copies");

	tcase_add_test(t, groups);
	tcase_add_test(t, loops);
	suite_add_tcase(s, t);
	return s;
}
