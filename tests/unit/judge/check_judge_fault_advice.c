/* judge/fault_advice: what would help against a fault, for those kinds of which that can be said. */
#include <check.h>
#include <string.h>

#include "judge/fault_advice.h"

Suite *judge_fault_advice_suite(void);

START_TEST(advice_about_faults)
{
	ck_assert_ptr_null(fault_advice(NULL));
	ck_assert_ptr_null(fault_advice("Invalid __global__ read of size 4 bytes"));
	ck_assert_ptr_nonnull(
		strstr(fault_advice("Stack overflow: 2048 bytes of local memory are used"), "cudaLimitStackSize"));
	ck_assert_ptr_nonnull(strstr(fault_advice("Deadlock: barrier error detected. Divergent thread(s) in block"),
		"move it out of the condition"));
}
END_TEST

Suite *judge_fault_advice_suite(void)
{
	Suite *s = suite_create("judge_fault_advice");
	TCase *t = tcase_create("judge_fault_advice");

	tcase_add_test(t, advice_about_faults);
	suite_add_tcase(s, t);
	return s;
}
