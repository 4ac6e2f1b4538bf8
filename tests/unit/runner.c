/* The main of every unit test program: runs the one suite that its tests/unit/MODULE/check_NAME.c exports, NAME_suite,
 * which the linker gives as unit_suite (Makefile), so that this is compiled once. */
#include <check.h>
#include <stdlib.h>

Suite *unit_suite(void);

int main(void)
{
	SRunner *sr = srunner_create(unit_suite());
	int failed;

	srunner_run_all(sr, CK_ENV);
	failed = srunner_ntests_failed(sr);
	srunner_free(sr);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
