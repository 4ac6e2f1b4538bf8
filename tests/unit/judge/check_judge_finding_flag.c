/* judge/finding: the words about flags that were meant to order two accesses. */
#include <check.h>
#include <string.h>

#include "judge/finding.h"

Suite *judge_finding_flag_suite(void);

/* A flag hands on what was written, or gives back what was read. */
START_TEST(a_flag_after_a_read)
{
	struct kernel_finding f = { .name = "read after write hazard",
		.severity = SEVERITY_ERROR,
		.verdict = VERDICT_RACE,
		.has_other = true,
		.gap = GAP_FENCE };

	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "between the write and the flag"));
	f.name = "write after read hazard";
	f.message = "Race on 4 bytes, no fence between the read and the flag";
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "between the read and the flag"));
	f.gap = GAP_LOST;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "atomicCAS()"));
	f.gap = GAP_WIDTH;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "the same width"));
	f.gap = GAP_CONSTANT;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "__ldg()"));
	f.gap = GAP_NONE;
	f.change = CHANGE_LOOK;
	f.has_other = f.other_atomic = true;
	f.severity = SEVERITY_WARNING;
	ck_assert_ptr_nonnull(strstr(finding_advice(&f), "only a first look"));
}
END_TEST

Suite *judge_finding_flag_suite(void)
{
	Suite *s = suite_create("judge finding flag");
	TCase *t = tcase_create("flag");

	tcase_add_test(t, a_flag_after_a_read);
	suite_add_tcase(s, t);
	return s;
}
