/* cost/logic.c: logical operations of three values, tests of bits, rotations. */
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_logic_suite(void);

enum { CASES = 12 };

static uint64_t issued(const char *name)
{
	struct timed x = { .multiprocessors = 4, .resident = 4, .blocks = 1, .threads = 32, .bytes = 4096 };

	return rig_timed("emulator/logic", name, x).pipe[EM_PIPE_ISSUE];
}

START_TEST(every_case)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/logic"), "", &n);
	const uint64_t nothing = issued("nothing");

	ck_assert_uint_eq(n, CASES);
	for (size_t k = 0; k < n; k++) {
		/* A store and a load beside. */
		const uint64_t besides = strstr(cases[k]->body, "st.global") ? 2 : 0,
			       more = issued(cases[k]->name) - nothing - besides;

		ck_assert_msg(more == (uint64_t)ptx_want_number(cases[k], "issued"), "%s: %llu more", cases[k]->name,
			(unsigned long long)more);
	}
}
END_TEST

Suite *emulator_logic_suite(void)
{
	Suite *s = suite_create("emulator logic");
	TCase *t = tcase_create("logic");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, every_case);
	suite_add_tcase(s, t);
	return s;
}
