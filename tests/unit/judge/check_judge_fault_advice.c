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

#define AT "Deadlock: threads wait for ever for what no thread of the launch can change any more; 32 threads wait at "
START_TEST(advice_about_barrier_objects)
{
	ck_assert_ptr_nonnull(
		strstr(fault_advice(AT "a.cu:9 at a barrier object, whose phase 1 lacks 64 of 64 arrivals"),
			"the parity changes"));
	ck_assert_ptr_nonnull(
		strstr(fault_advice(AT "a.cu:9 at a barrier object, whose phase 0 lacks 1 of 65 arrivals"),
			"as init() was told"));
	ck_assert_ptr_nonnull(strstr(
		fault_advice(AT "a.cu:9 at a barrier object that was never initialised"), "Let one thread call init("));
	ck_assert_ptr_nonnull(
		strstr(fault_advice("Barrier error: arrival at a barrier object that was never initialised"), "init("));
	ck_assert_ptr_nonnull(
		strstr(fault_advice(AT "a.cu:9 at a barrier object, whose phase 0 lacks 0 of 1 arrivals and 128 bytes"),
			"expect_tx"));
	ck_assert_ptr_nonnull(
		strstr(fault_advice(AT "a.cu:9 at a barrier object, whose phase 0 lacks 1 of 2 arrivals; "
				       "1 thread waits at a.cu:5 for a value at 0x10 of __global__ memory"),
			"Which line writes"));
}
END_TEST

START_TEST(advice_about_numbered_barriers)
{
	const char *of_block = "Deadlock: barrier error detected. Divergent thread(s) in block: the threads wait; 32 "
			       "threads wait at a.cu:9 at barrier 0, which 32 of 64 threads have reached",
		   *numbered = "Deadlock: barrier error detected. Divergent thread(s) in block: the threads wait; 32 "
			       "threads wait at a.cu:9 at barrier 1, which 32 of 64 threads have reached";

	ck_assert_ptr_nonnull(strstr(fault_advice(of_block), "move it out of the condition"));
	ck_assert_ptr_nonnull(strstr(fault_advice(numbered), "as its count says"));
}
END_TEST

Suite *judge_fault_advice_suite(void)
{
	Suite *s = suite_create("judge_fault_advice");
	TCase *t = tcase_create("judge_fault_advice");

	tcase_add_test(t, advice_about_faults);
	tcase_add_test(t, advice_about_barrier_objects);
	tcase_add_test(t, advice_about_numbered_barriers);
	suite_add_tcase(s, t);
	return s;
}
