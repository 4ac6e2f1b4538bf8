/* The screen tests' main: all suites, one summary line. */
#include <check.h>
#include <stdlib.h>

Suite *screens_suite(void);
Suite *sessions_suite(void);
Suite *terminal_suite(void);
Suite *looks_suite(void);
Suite *config_suite(void);
Suite *matrix_suite(void);
Suite *random_suite(void);

int main(void)
{
	SRunner *sr = srunner_create(screens_suite());
	int failed;

	srunner_add_suite(sr, sessions_suite());
	srunner_add_suite(sr, terminal_suite());
	srunner_add_suite(sr, looks_suite());
	srunner_add_suite(sr, config_suite());
	srunner_add_suite(sr, matrix_suite());
	srunner_add_suite(sr, random_suite());
	srunner_run_all(sr, CK_ENV);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
