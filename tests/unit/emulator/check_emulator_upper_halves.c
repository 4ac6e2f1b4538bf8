/* cost/upper_halves.c: half of a number of 64 bits needs no instruction, and a product of halves needs one. */
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_upper_halves_suite(void);

enum { CASES = 11 };

static uint64_t issued(const char *name)
{
	struct timed x = { .multiprocessors = 4, .resident = 4, .blocks = 1, .threads = 32, .bytes = 4096 };

	return rig_timed("emulator/upper_halves", name, x).pipe[EM_PIPE_ISSUE];
}

START_TEST(every_case)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/upper_halves"), "", &n);
	const uint64_t nothing = issued("nothing");

	ck_assert_uint_eq(n, CASES);
	for (size_t k = 0; k < n; k++) {
		const bool guarded = strstr(cases[k]->body, "setp") != NULL; /* the comparison and the moves */
		const uint64_t more = issued(cases[k]->name) - nothing;

		ck_assert_msg(guarded ? more >= (uint64_t)ptx_want_number(cases[k], "issued") :
					more == (uint64_t)ptx_want_number(cases[k], "issued"),
			"%s: %llu more", cases[k]->name, (unsigned long long)more);
	}
}
END_TEST

Suite *emulator_upper_halves_suite(void)
{
	Suite *s = suite_create("emulator upper halves");
	TCase *t = tcase_create("upper halves");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, every_case);
	suite_add_tcase(s, t);
	return s;
}
