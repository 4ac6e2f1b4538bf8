/* check_job_unchecked: names of checkers become bits; an unknown one is a usage error that lists them. */
#include <check.h>
#include <string.h>

#include "emulator/emulator.h"
#include "job/program/exec.h"

Suite *job_unchecked_suite(void);

START_TEST(names)
{
	struct err e = ERR_INIT;
	unsigned bits = 99;

	ck_assert_int_eq(exec_unchecked(NULL, &bits, &e), 0);
	ck_assert_uint_eq(bits, 0);
	ck_assert_int_eq(exec_unchecked("", &bits, &e), 0);
	ck_assert_uint_eq(bits, 0);
	ck_assert_int_eq(exec_unchecked("init", &bits, &e), 0);
	ck_assert_uint_eq(bits, EM_CHECK_INIT);
	ck_assert_int_eq(exec_unchecked("race-warp,sync", &bits, &e), 0);
	ck_assert_uint_eq(bits, EM_CHECK_RACE_WARP | EM_CHECK_SYNC);
	ck_assert_int_eq(exec_unchecked("race-shared,race-global,", &bits, &e), 0);
	ck_assert_uint_eq(bits, EM_CHECK_RACE_SHARED | EM_CHECK_RACE_GLOBAL);
	ck_assert_int_eq(exec_unchecked("all", &bits, &e), 0);
	ck_assert_uint_eq(bits, EM_CHECK_ALL);
}
END_TEST

START_TEST(unknown)
{
	static const char *const wrong[] = { "race", "inits", ",", "init,,sync", "all ", "init,oops" };

	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		struct err e = ERR_INIT;
		unsigned bits;

		ck_assert_int_eq(exec_unchecked(wrong[k], &bits, &e), -1);
		ck_assert_int_eq(e.kind, ERR_USAGE);
		ck_assert_ptr_nonnull(strstr(e.msg, "race-shared"));
	}
}
END_TEST

Suite *job_unchecked_suite(void)
{
	Suite *s = suite_create("job_unchecked");
	TCase *t = tcase_create("names");

	tcase_add_test(t, names);
	tcase_add_test(t, unknown);
	suite_add_tcase(s, t);
	return s;
}
