/* judge/finding_index, finding_unset: advice by the places that threads use, and by the memory that nobody wrote. */
#include <check.h>
#include <string.h>

#include "judge/finding.h"

Suite *judge_finding_index_suite(void);

static struct kernel_finding race(const char *name, int at_block, int at_line, int other_block, int other_line)
{
	struct kernel_finding f = { .name = name,
		.severity = SEVERITY_ERROR,
		.verdict = VERDICT_RACE,
		.has_other = true,
		.at = { .file = "a.cu", .line = at_line },
		.other = { .file = "a.cu", .line = other_line } };

	f.at.block[0] = (unsigned)at_block;
	f.other.block[0] = (unsigned)other_block;
	return f;
}

#define RAW "read after write hazard"
#define WAR "write after read hazard"
#define WAW "write after write hazard"
#define SAYS(f, words) ck_assert_ptr_nonnull(strstr(finding_advice(f), words))
#define SAYS_NOT(f, words) ck_assert_ptr_null(strstr(finding_advice(f), words))

START_TEST(read_and_written_in_place)
{
	/* Block 1 reads in line 3 what block 0 wrote in line 5, and the reverse. */
	struct kernel_finding f[3] = { race(RAW, 1, 3, 0, 5), race(WAR, 1, 5, 0, 3), race(RAW, 0, 3, 0, 5) };

	findings_relate(f, 3);
	for (int i = 0; i < 3; i++)
		SAYS(&f[i], "another buffer than the one that is read");
}
END_TEST

START_TEST(handed_on)
{
	/* Block 2 alone writes; and each block writes before it reads. */
	struct kernel_finding one[2] = { race(RAW, 3, 3, 2, 5), race(WAR, 2, 5, 0, 3) },
			      after[2] = { race(RAW, 1, 5, 0, 3), race(WAR, 1, 3, 0, 5) };

	findings_relate(one, 2);
	findings_relate(after, 2);
	SAYS_NOT(&one[0], "another buffer");
	SAYS_NOT(&after[0], "another buffer");
}
END_TEST

START_TEST(one_line_reads_and_writes)
{
	struct kernel_finding f = race(RAW, 1, 3, 0, 3);

	findings_relate(&f, 1);
	SAYS(&f, "another buffer than the one that is read");
}
END_TEST

START_TEST(all_blocks_have_the_same_places)
{
	struct kernel_finding f[2] = { race(RAW, 1, 3, 0, 3), race(WAW, 1, 3, 0, 3) }, info = race(WAW, 1, 3, 0, 3);

	f[0].change = f[1].change = CHANGE_ADD;
	f[0].all_blocks = f[1].all_blocks = true;
	findings_relate(f, 2);
	SAYS(&f[0], "is blockIdx in it");
	SAYS(&f[0], "atomicAdd()");
	f[0].all_blocks = false;
	SAYS_NOT(&f[0], "blockIdx");
	info.severity = SEVERITY_INFO;
	SAYS_NOT(&info, "blockIdx");
	info.all_blocks = true;
	SAYS(&info, "is blockIdx in it");
}
END_TEST

START_TEST(scratch_memory_of_all_blocks)
{
	struct kernel_finding f[2] = { race(RAW, 1, 5, 0, 3), race(WAW, 1, 3, 0, 3) };

	f[1].all_blocks = true;
	f[1].elsewhere = true;
	findings_relate(f, 2);
	SAYS(&f[0], "a part of the array for itself");
	SAYS_NOT(&f[0], "second launch");
}
END_TEST

START_TEST(memory_that_nobody_wrote)
{
	struct kernel_finding f = { .name = "uninitialized read",
		.severity = SEVERITY_ERROR,
		.verdict = VERDICT_UNINITIALIZED,
		.space = "shared",
		.message = "Uninitialized __shared__ memory read: it decides a branch" };

	SAYS(&f, "if (t < warps)");
	f.message = "Uninitialized __shared__ memory read: an atomic operation changes bytes that nothing wrote";
	SAYS(&f, "an atomic needs a first value");
	f.message = "Uninitialized barrier object in __shared__ memory: init() was never called";
	SAYS(&f, "Let one thread call init(");
	f.space = "local";
	SAYS(&f, "belongs to one thread alone");
	f.space = "global";
	SAYS(&f, "Memory starts as garbage: something");
}
END_TEST

Suite *judge_finding_index_suite(void)
{
	Suite *s = suite_create("judge finding index");
	TCase *t = tcase_create("index");

	tcase_add_test(t, read_and_written_in_place);
	tcase_add_test(t, handed_on);
	tcase_add_test(t, one_line_reads_and_writes);
	tcase_add_test(t, all_blocks_have_the_same_places);
	tcase_add_test(t, scratch_memory_of_all_blocks);
	tcase_add_test(t, memory_that_nobody_wrote);
	suite_add_tcase(s, t);
	return s;
}
