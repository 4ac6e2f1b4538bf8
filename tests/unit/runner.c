/* The main of every unit test program: runs the one suite that tests/unit/check_<module>.c exports. */
#include <check.h>
#include <stdlib.h>

Suite *SUITE(void);

int main(void)
{
	SRunner *sr = srunner_create(SUITE());
	int failed;

	srunner_run_all(sr, CK_ENV);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
