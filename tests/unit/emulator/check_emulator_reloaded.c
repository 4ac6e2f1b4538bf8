/* Loads of a word that a register has still (cost/reloaded.c): how many requests are left, with either set of
 * executors.
 */
#include "tests/unit/emulator/emulator_kit.h"

enum { CASES = 46 };

START_TEST(counted)
{
	size_t n;
	const struct ptx_case *c = ptx_group(ptx_cases("emulator/reloaded"), "", &n)[_i / 2];
	unsigned long long want;
	struct rig g;

	ck_assert_uint_eq(n, CASES);
	ck_assert_int_eq(sscanf(ptx_want(c, "loads"), "%llu", &want), 1);
	rig_open(&g, ptx_of("emulator/reloaded", c->name), 1, _i & 1);
	uint64_t a = rig_alloc(&g, 4096);
	memset(rig_ptr(&g, a, 4096), 0, 4096);
	rig_run(&g, "k", 1, 32, &a);
	rig_ok(&g);
	ck_assert_msg(g.r.c.v[CTR_GLOBAL_LD_REQUESTS] == want && g.r.c.v[CTR_GLOBAL_LD_SECTORS] == want,
		"%s: %llu requests and %llu sectors, not %llu", c->name,
		(unsigned long long)g.r.c.v[CTR_GLOBAL_LD_REQUESTS], (unsigned long long)g.r.c.v[CTR_GLOBAL_LD_SECTORS],
		want);
	if (!strncmp(c->name, "shared:", strlen("shared:")))
		ck_assert_msg(g.r.c.v[CTR_SHARED_LD_INST] == (uint64_t)ptx_want_number(c, "shared"),
			"%s: %llu loads from shared memory", c->name, (unsigned long long)g.r.c.v[CTR_SHARED_LD_INST]);
	rig_close(&g);
}
END_TEST

Suite *emulator_reloaded_suite(void);
Suite *emulator_reloaded_suite(void)
{
	Suite *s = suite_create("emulator_reloaded");
	TCase *t = tcase_create("reloaded");

	tcase_add_loop_test(t, counted, 0, 2 * CASES);
	suite_add_tcase(s, t);
	return s;
}
