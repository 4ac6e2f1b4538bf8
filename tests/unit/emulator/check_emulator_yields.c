/* Loops that may wait for other lanes: where the machine code has YIELD, lanes that leave one at different turns go on
 * apart from each other (lanes/yields.h). What they compute is the same. */
#include "emulator_kit.h"

Suite *emulator_yields_suite(void);

enum { APART = 4, TOGETHER = 8, WORDS = 1024 };

/* One warp, of which lane l needs tries[l % n]; every lane's result is looked at. Returns the warp's stores. yields: of
 * the machine code. */
static uint64_t stores_of(
	const char *file, const char *name, const uint32_t *tries, unsigned n, uint32_t yields, uint64_t seed)
{
	const struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = 1,
		.l1_bytes = 1 << 17,
		.l2_bytes = 1 << 20,
		.loops = { .yields = yields } };
	struct rig g;
	struct em_result r;
	uint64_t a, requests;
	uint32_t *word;

	rig_open(&g, ptx_of(file, name), 1, true);
	a = rig_alloc(&g, WORDS * 4);
	word = rig_ptr(&g, a, WORDS * 4);
	for (unsigned l = 0; l < 32; l++) {
		word[l] = tries[l % n];
		for (unsigned k = 0; k < 16; k++)
			word[256 + 16 * l + k] = k + 1 < tries[l % n];
	}
	r = rig_launched(&g, "k",
		(struct em_launch){ .grid = { 1, 1, 1 },
			.block = { 32, 1, 1 },
			.params = &a,
			.schedule_seed = seed,
			.timing = &t });
	ck_assert_msg(r.fault.kind == EM_FAULT_NONE, "%s: %s", name, r.fault.message);
	for (unsigned l = 0; l < 32; l++)
		ck_assert_msg(word[32 + l] == tries[l % n], "%s: lane %u needed %u tries, not %u", name, l,
			word[32 + l], tries[l % n]);
	requests = r.c.v[CTR_GLOBAL_ST_REQUESTS];
	em_result_release(&r);
	rig_close(&g);
	return requests;
}

static uint64_t stores(const char *name, const uint32_t *tries, unsigned n, uint32_t yields, uint64_t seed)
{
	return stores_of("emulator/yields", name, tries, n, yields, seed);
}

#define OF(...) (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)

static const char *name_of(const char *group, unsigned wanted, unsigned k)
{
	size_t n;
	const struct ptx_case *const *all = ptx_group(ptx_cases("emulator/yields"), group, &n);

	ck_assert_uint_eq(n, wanted);
	return all[k]->name;
}

START_TEST(parties)
{
	const char *name = name_of("apart: ", APART, (unsigned)_i);

	ck_assert_uint_eq(stores(name, OF(1, 2, 3, 4), 1, 0), 4);
	ck_assert_uint_eq(stores(name, OF(1, 5), 1, 0), 2);
	ck_assert_uint_eq(stores(name, OF(3), 1, 0), 1);
	ck_assert_uint_eq(stores(name, OF(9, 7, 9, 2, 2), 1, 0), 3);
	/* the machine code has none; another order of threads */
	ck_assert_uint_eq(stores(name, OF(1, 2, 3, 4), 0, 0), 1);
	stores(name, OF(1, 2, 3, 4), 1, 7);
}
END_TEST

START_TEST(one_party)
{
	const char *name = name_of("together: ", TOGETHER, (unsigned)_i);

	ck_assert_uint_eq(stores(name, OF(1, 2, 3, 4), 1, 0), 1);
	ck_assert_uint_eq(stores(name, OF(1, 5), 1, 0), 1);
	ck_assert_uint_eq(stores(name, OF(3), 1, 0), 1);
}
END_TEST

/* Who comes to a turn of the loop around in as many tries, all together, goes on together. */
START_TEST(turns_around)
{
	ck_assert_uint_eq(stores("turns around it", OF(3), 1, 0), 3);
	/* after 1, 2 and 3 tries, and after 2, 4 and 6 */
	ck_assert_uint_eq(stores("turns around it", OF(1, 2), 1, 0), 5);
	ck_assert_uint_eq(stores("turns around it", OF(1, 2), 0, 0), 3);
}
END_TEST

/* In functions that call themselves lanes go by lanes/meets.h. On an H200 all 32 come out of such a loop, and of two
 * others, as one party, with 2 to 6 different numbers of turns, where the machine code has no YIELD. */
START_TEST(calls_of_itself)
{
	const char *file = "emulator/yields_calls";

	ck_assert_uint_eq(stores_of(file, "in a loop", OF(1, 2, 3, 4), 0, 0), 1);
	ck_assert_uint_eq(stores_of(file, "in a loop", OF(2, 4), 0, 0), 1);
	ck_assert_uint_eq(stores_of(file, "in a loop", OF(3), 0, 0), 1);
	ck_assert_uint_eq(stores_of(file, "one after the other", OF(1, 2, 3, 4), 0, 0), 1);
	ck_assert_uint_eq(stores_of(file, "another function, in a loop", OF(1, 2, 3, 4), 0, 0), 1);
	stores_of(file, "in a loop", OF(1, 2, 3, 4), 0, 7);
}
END_TEST

Suite *emulator_yields_suite(void)
{
	Suite *s = suite_create("emulator_yields");
	TCase *t = tcase_create("yields");

	tcase_add_loop_test(t, parties, 0, APART);
	tcase_add_loop_test(t, one_party, 0, TOGETHER);
	tcase_add_test(t, turns_around);
	tcase_add_test(t, calls_of_itself);
	suite_add_tcase(s, t);
	return s;
}
