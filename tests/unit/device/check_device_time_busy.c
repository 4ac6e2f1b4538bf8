/* What keeps a scheduler for longer than a cycle an instruction: loops whose code no near cache holds. */
#include "device/time/time_busy.h"
#include "tests/unit/device/time_kit.h"

Suite *device_time_busy_suite(void);

/* Fetched once for all that go in step; beside that, a warp that is alone issues one instruction a cycle in a quarter
 * of the multiprocessor (four schedulers). */
START_TEST(long_loops)
{
	struct profile p = h200();
	const double near = (double)p.field[DP_FIELD_CODE_CLK] / 1000.0,
		     far = (double)p.field[DP_FIELD_CODE_FAR_CLK] / 1000.0;
	struct em_work w = work_of(132, 1);

	ck_assert_double_eq(time_fetches(p.field, &w, 1), 0);
	w.fetched[0] = w.warps * 1000;
	ck_assert_double_eq_tol(time_fetches(p.field, &w, 1), 1000 * (near - 0.25), 1e-6);
	ck_assert_double_eq_tol(time_fetches(p.field, &w, 4), 1000 * (near - 1), 1e-6);
	/* Many have spread over the loop: they wait and issue. */
	ck_assert_double_eq_tol(time_fetches(p.field, &w, 64), 1000 * near, 1e-6);
	ck_assert_double_lt(time_fetches(p.field, &w, 8), 1000 * near);
	w.fetched[1] = w.warps * 1000;
	ck_assert_double_eq_tol(time_fetches(p.field, &w, 64), 1000 * (near + far), 1e-6);
}
END_TEST

/* A launch of such a kernel takes as much longer. */
START_TEST(a_launch_of_long_loops)
{
	struct profile p = h200();
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;
	struct em_work w = work_of(132, 1);
	double before;

	w.pipe[EM_PIPE_ISSUE] = w.warps * 100000;
	before = parts_of(&p, &w, 32, 1).us[TIME_BOUND_ISSUE];
	w.fetched[0] = w.warps * 100000;
	ck_assert_double_eq_tol(
		parts_of(&p, &w, 32, 1).us[TIME_BOUND_ISSUE] - before, time_fetches(p.field, &w, 1) / clk_us, 1e-6);
}
END_TEST

Suite *device_time_busy_suite(void)
{
	Suite *s = suite_create("device_time_busy");
	TCase *t = tcase_create("busy");

	tcase_add_test(t, long_loops);
	tcase_add_test(t, a_launch_of_long_loops);
	suite_add_tcase(s, t);
	return s;
}
