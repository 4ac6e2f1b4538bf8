/* emulator: a warp that tries to wait at an mbarrier gives the others a turn; one that only tests it looks on. */
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_mbarrier_suite(void);

enum { WORKS = 3 * 30000 };

static uint64_t instructions(const char *name)
{
	struct rig g;
	uint64_t n;

	rig_open(&g, ptx_of("emulator/mbarrier", name), 1, false);
	rig_run(&g, "k", 1, 64, NULL);
	rig_ok(&g);
	n = g.r.c.v[CTR_INST];
	rig_close(&g);
	return n;
}

START_TEST(who_tries_sleeps)
{
	const uint64_t tries = instructions("tries"), looks = instructions("looks");

	ck_assert_uint_ge(tries, WORKS);
	ck_assert_msg(tries < WORKS + 100, "%llu instructions where a warp tries", (unsigned long long)tries);
	ck_assert_msg(looks > tries + 100, "%llu where it looks, %llu where it tries", (unsigned long long)looks,
		(unsigned long long)tries);
}
END_TEST

Suite *emulator_mbarrier_suite(void)
{
	Suite *s = suite_create("emulator mbarrier");
	TCase *t = tcase_create("mbarrier");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, who_tries_sleeps);
	suite_add_tcase(s, t);
	return s;
}
