/* Neighbours in shared memory that ptxas joins (cost/joined.c): what is counted of them, on one thread with either set
 * of executors, and that every access still does what it says when the counts are those of its neighbours. */
#include "tests/unit/emulator/emulator_kit.h"

enum { COUNTED = 13, SEEN = 40, PLACES_COUNTED = 3, PLACES_SEEN = 2 };

static void counts_of_case(const char *file, const char *group, size_t wanted, int k)
{
	size_t n;
	const struct ptx_case *c = ptx_group(ptx_cases(file), group, &n)[k / 2];
	unsigned long long want[4];
	struct rig g;

	ck_assert_uint_eq(n, wanted);
	ck_assert_int_eq(
		sscanf(ptx_want(c, "counts"), "%llu %llu %llu %llu", &want[0], &want[1], &want[2], &want[3]), 4);
	rig_open(&g, ptx_of(file, c->name), 1, k & 1);
	uint64_t a = rig_alloc(&g, 4);
	rig_run(&g, "k", 1, 256, &a);
	rig_ok(&g);
	const enum counter_id id[4] = { CTR_SHARED_LD_INST, CTR_SHARED_LD_WAVEFRONTS, CTR_SHARED_ST_INST,
		CTR_SHARED_ST_WAVEFRONTS };
	for (int j = 0; j < 4; j++)
		ck_assert_msg(g.r.c.v[id[j]] == want[j], "%s: %s is %llu, not %llu", c->name, counter_name(id[j]),
			(unsigned long long)g.r.c.v[id[j]], want[j]);
	/* The time model has them from the same place. */
	ck_assert_uint_eq(g.r.work.shared_passes, want[1] + want[3]);
	ck_assert_uint_le(g.r.c.v[CTR_SHARED_EXCESSIVE], want[1] + want[3]);
	rig_close(&g);
}

START_TEST(counted)
{
	counts_of_case("emulator/joined", "counted: ", COUNTED, _i);
}
END_TEST

START_TEST(seen)
{
	counts_of_case("emulator/joined", "seen: ", SEEN, _i);
}
END_TEST

/* What is joined hangs on where ptxas puts a variable. */
START_TEST(places_counted)
{
	counts_of_case("emulator/shared_places", "counted: ", PLACES_COUNTED, _i);
}
END_TEST

START_TEST(places_seen)
{
	counts_of_case("emulator/shared_places", "seen: ", PLACES_SEEN, _i);
}
END_TEST

Suite *emulator_joined_suite(void);
Suite *emulator_joined_suite(void)
{
	Suite *s = suite_create("emulator_joined");
	TCase *t = tcase_create("joined");

	tcase_add_loop_test(t, counted, 0, 2 * COUNTED);
	tcase_add_loop_test(t, seen, 0, 2 * SEEN);
	tcase_add_loop_test(t, places_counted, 0, 2 * PLACES_COUNTED);
	tcase_add_loop_test(t, places_seen, 0, 2 * PLACES_SEEN);
	suite_add_tcase(s, t);
	return s;
}
