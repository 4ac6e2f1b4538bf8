/* Where Check says that a test crashed, though not each assertion of a loop is written down (tests/unit/marks.c). */
#include <check.h>
#include <stdlib.h>
#include <sys/mman.h>

Suite *base_marks_suite(void);

static int *lines; /* of the last assertions, told by the test that crashes, which is another process */

/* An assertion that holds, and its line. */
#define HOLDS(n) ck_assert_int_ge(lines[n] = __LINE__, 0)

START_TEST(crashes_after_a_loop)
{
	for (int k = 0; k < 5000; k++)
		ck_assert_int_ge(k, 0);
	HOLDS(0);
	abort();
}
END_TEST

START_TEST(crashes_in_a_loop)
{
	for (int k = 0; k < 5000; k++) {
		HOLDS(0);
		HOLDS(1);
	}
	abort();
}
END_TEST

static int line_of_crash(const TTest *test)
{
	Suite *s = suite_create("crashes");
	TCase *t = tcase_create("crashes");
	SRunner *sr = srunner_create(s);
	TestResult **failed;
	int line;

	suite_add_tcase(s, t);
	tcase_add_test(t, test);
	srunner_set_fork_status(sr, CK_FORK);
	srunner_run_all(sr, CK_SILENT);
	ck_assert_int_eq(srunner_ntests_failed(sr), 1);
	failed = srunner_failures(sr);
	line = tr_lno(failed[0]);
	free(failed);
	srunner_free(sr);
	return line;
}

START_TEST(the_last_place_is_said)
{
	int line = line_of_crash(crashes_after_a_loop);

	ck_assert_int_eq(line, lines[0]);
	/* In a loop it is one of the loop's. */
	line = line_of_crash(crashes_in_a_loop);
	ck_assert(line == lines[0] || line == lines[1]);
}
END_TEST

Suite *base_marks_suite(void)
{
	Suite *s = suite_create("base_marks");
	TCase *t = tcase_create("marks");

	lines = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	suite_add_tcase(s, t);
	tcase_add_test(t, the_last_place_is_said);
	return s;
}
