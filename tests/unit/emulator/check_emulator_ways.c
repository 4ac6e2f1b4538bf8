/* Loops with several ways back, of which ptxas has made one (code/bind_ways.c): the lanes of a turn meet at its end. If
 * it has not, those that took the first way turn by themselves until they take the other one. What they compute is the
 * same. */
#include "emulator_kit.h"

Suite *emulator_ways_suite(void);

enum { WORDS = 160, CASES = 2 };

/* One warp, of which lane l does turns[l % n]. Returns its stores, the last one included. code: loops of the machine
 * code with one jump back each. */
static uint64_t stores_of(const char *name, const uint32_t *turns, unsigned n, uint32_t code)
{
	struct em_kernel *kernel;
	struct rig g;
	struct em_result r;
	struct err e;
	uint32_t *word;
	uint64_t memory, requests;

	rig_open(&g, ptx_of("emulator/ways", name), 1, true);
	memory = rig_alloc(&g, WORDS * 4);
	word = rig_ptr(&g, memory, WORDS * 4);
	for (unsigned l = 0; l < 32; l++)
		word[l] = turns[l % n];
	kernel = em_kernel_find(g.m, "k");
	em_kernel_code_loops(kernel, code);
	ck_assert_int_eq(em_kernel_decode(kernel, &e), 0);
	r = rig_launched(&g, "k", (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 32, 1, 1 }, .params = &memory });
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%s", r.fault.message);
	for (unsigned l = 0; l < 32; l++)
		ck_assert_uint_eq(word[32 + l], turns[l % n] / 2);
	requests = r.c.v[CTR_GLOBAL_ST_REQUESTS];
	em_result_release(&r);
	rig_close(&g);
	return requests;
}

static uint64_t stores(int which, const uint32_t *turns, unsigned n, uint32_t code)
{
	size_t many;
	const struct ptx_case *const *all = ptx_group(ptx_cases("emulator/ways"), "two ways back", &many);

	ck_assert_uint_eq(many, CASES);
	return stores_of(all[which]->name, turns, n, code);
}

/* Lanes with four turns and such with five: in a turn that both do one of the two stores. */
START_TEST(meet_at_the_end)
{
	const uint32_t turns[] = { 4, 5 };

	ck_assert_uint_eq(stores(_i, turns, 2, 1), 4 + 1);
}
END_TEST

/* As loops in a loop: the five do their first turn alone, then all store together. */
START_TEST(turn_by_themselves)
{
	const uint32_t turns[] = { 4, 5 };

	ck_assert_uint_eq(stores(0, turns, 2, 0), 2 + 1);
	/* It has more loops than the PTX. */
	ck_assert_uint_eq(stores(0, turns, 2, 2), 2 + 1);
}
END_TEST

/* Lanes that leave at different turns. */
START_TEST(leave_apart)
{
	const uint32_t turns[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

	for (uint32_t code = 0; code < 3; code++)
		stores(_i, turns, 9, code);
}
END_TEST

/* What comes behind the last way back has no label: lanes with four turns store in three of them, those with five in
 * three, of which one is a turn of both. */
START_TEST(end_behind)
{
	const uint32_t turns[] = { 4, 5 };

	ck_assert_uint_eq(stores_of("nothing but the end behind two ways back", turns, 2, 1), 5 + 1);
}
END_TEST

/* Lanes that leave a loop in it at different turns, and go on in this one, do not meet before its end, though some may
 * leave it for good from there. */
START_TEST(left_in_the_middle)
{
	const uint32_t turns[] = { 4 };

	ck_assert_uint_eq(stores_of("left in the middle of a loop in it", turns, 1, 1), 4 + 2 * 2 + 1);
}
END_TEST

Suite *emulator_ways_suite(void)
{
	Suite *s = suite_create("emulator_ways");
	TCase *t = tcase_create("ways");

	tcase_add_loop_test(t, meet_at_the_end, 0, CASES);
	tcase_add_test(t, turn_by_themselves);
	tcase_add_test(t, left_in_the_middle);
	tcase_add_test(t, end_behind);
	tcase_add_loop_test(t, leave_apart, 0, CASES);
	suite_add_tcase(s, t);
	return s;
}
