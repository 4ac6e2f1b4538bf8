/* What meets at one place, and who waits for it: stores and loads of many warps to one word of global memory, sums of
 * floats at one word of shared memory, fences, atomics; and whether blocks of different weight are told apart. */
#include "emulator_kit.h"

Suite *emulator_places_suite(void);

enum { BYTES = 1 << 20, BLOCKS = 8, WARPS = 4 };

/* *uneven: the weight of each block was kept. */
static struct em_work run(const char *name, bool *uneven)
{
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.float_lane = 128,
		.hop_clk = { 1, 1 } };
	struct em_work w;
	struct rig g;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/places", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	memset(rig_ptr(&g, memory, BYTES), 0, BYTES);
	ck_assert(!em_launch(g.d,
		&(struct em_launch){ .kernel = em_kernel_find(g.m, "k"),
			.grid = { BLOCKS, 1, 1 },
			.block = { 32 * WARPS, 1, 1 },
			.params = &memory,
			.timing = &t },
		&g.r, &g.e));
	rig_ok(&g);
	w = g.r.work;
	if (uneven)
		*uneven = w.share != NULL;
	rig_close(&g);
	return w;
}

static const struct ptx_case *const *cases_of(const char *group, size_t wanted)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/places"), group, &n);

	ck_assert_uint_eq(n, wanted);
	return cases;
}

static int64_t number(const struct ptx_case *c, const char *of)
{
	return ptx_want(c, of) ? ptx_want_number(c, of) : 0;
}

START_TEST(stores_and_loads)
{
	const struct ptx_case *const *cases = cases_of("stores: ", 12);

	for (size_t k = 0; k < 12; k++) {
		struct em_work w = run(cases[k]->name, NULL);

		ck_assert_msg((int64_t)w.traffic.stores_place == number(cases[k], "stores"), "%s: %d stores",
			cases[k]->name, (int)w.traffic.stores_place);
		ck_assert_msg((int64_t)w.traffic.loads_place == number(cases[k], "loads"), "%s: %d loads",
			cases[k]->name, (int)w.traffic.loads_place);
	}
}
END_TEST

/* Of each warp, turns; of each block, lanes that got through at its busiest word, and those that would meet if its
 * warps went in step. */
START_TEST(sums)
{
	const struct ptx_case *const *cases = cases_of("sums: ", 6);

	for (size_t k = 0; k < 6; k++) {
		struct em_work w = run(cases[k]->name, NULL);

		ck_assert_msg((int64_t)w.sum_turns == BLOCKS * WARPS * number(cases[k], "turns"), "%s: %d turns",
			cases[k]->name, (int)w.sum_turns);
		ck_assert_msg((int64_t)w.sum_lanes == BLOCKS * number(cases[k], "lanes"), "%s: %d lanes",
			cases[k]->name, (int)w.sum_lanes);
		ck_assert_msg((int64_t)w.sum_in_step == BLOCKS * number(cases[k], "step"), "%s: %d in step",
			cases[k]->name, (int)w.sum_in_step);
	}
}
END_TEST

START_TEST(waits)
{
	const struct ptx_case *const *fences = cases_of("fences: ", 5), *const *atomics = cases_of("atomics: ", 6);
	const int64_t each = (int64_t)BLOCKS * WARPS * EM_WAIT_UNIT;

	for (size_t k = 0; k < 5; k++) {
		struct em_work w = run(fences[k]->name, NULL);

		ck_assert_msg(w.wait[EM_WAIT_FENCE] == each * number(fences[k], "fences"), "%s", fences[k]->name);
	}
	for (size_t k = 0; k < 6; k++) {
		struct em_work w = run(atomics[k]->name, NULL);

		/* What nobody knows is not answered: each of these is a pass. */
		ck_assert_msg((int64_t)w.traffic.atomic_answers == number(atomics[k], "answers"), "%s: %d answers",
			atomics[k]->name, (int)w.traffic.atomic_answers);
		ck_assert_msg(w.wait[EM_WAIT_ATOMIC_NEAR] == each * number(atomics[k], "near"), "%s", atomics[k]->name);
		ck_assert_msg(w.wait[EM_WAIT_ATOMIC] + w.wait[EM_WAIT_ATOMIC_L2] == each * number(atomics[k], "far"),
			"%s: %lld and %lld", atomics[k]->name, (long long)w.wait[EM_WAIT_ATOMIC],
			(long long)w.wait[EM_WAIT_ATOMIC_L2]);
		/* All warps ask again and again for the same words, which one of them has brought. Where all meet at
		 * one word a visit in eight is the first one there, of four lines in 32 visits, whether or not its line
		 * is followed; and nobody waits for the last of many lines. */
		ck_assert_msg(number(atomics[k], "far") < 8 || w.wait[EM_WAIT_ATOMIC_L2] > 0, "%s", atomics[k]->name);
		ck_assert_msg(!ptx_want(atomics[k], "l2") ||
				(w.wait[EM_WAIT_ATOMIC_L2] ==
						BLOCKS * WARPS * EM_WAIT_UNIT * number(atomics[k], "l2") / 32 &&
					!w.wait[EM_WAIT_SLOWER]),
			"%s: %lld, %lld", atomics[k]->name, (long long)w.wait[EM_WAIT_ATOMIC_L2],
			(long long)w.wait[EM_WAIT_SLOWER]);
	}
}
END_TEST

/* A block that has more to do than the others keeps the kernel from its end, unless blocks may deal out the work
 * themselves, by numbers that decide what they do: then it may be the first one alone that had more to do. */
START_TEST(dealt)
{
	const struct ptx_case *const *sure = cases_of("dealt: ", 9), *const *unsure = cases_of("not dealt: ", 8);
	bool uneven;

	for (size_t k = 0; k < 9; k++) {
		run(sure[k]->name, &uneven);
		ck_assert_msg(uneven, "%s", sure[k]->name);
	}
	for (size_t k = 0; k < 8; k++) {
		run(unsure[k]->name, &uneven);
		ck_assert_msg(!uneven, "%s", unsure[k]->name);
	}
}
END_TEST

Suite *emulator_places_suite(void)
{
	Suite *s = suite_create("emulator_places");
	TCase *t = tcase_create("places");

	tcase_add_test(t, stores_and_loads);
	tcase_add_test(t, sums);
	tcase_add_test(t, waits);
	tcase_add_test(t, dealt);
	suite_add_tcase(s, t);
	return s;
}
