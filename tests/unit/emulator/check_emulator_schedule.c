/* Schedules: the same seed gives the same bits whatever the number of threads; correct kernels give one answer under
 * every seed; kernels that lean on an order, and get it right in the natural one, give a wrong element under one of the
 * first few seeds. */
#include "tests/unit/emulator/emulator_kit.h"

#define WORDS 1024u
#define PTX "emulator/schedule"
/* ptx/schedule.ptx: how many cases there are of kernels that are right, and of those that lean on an order: in the
 * natural one their answer is what the author wanted. */
enum { RIGHT = 10, LEANING = 7 };

static const struct ptx_case *case_of(const char *group, size_t wanted, int k)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases(PTX), group, &n);

	ck_assert_uint_eq(n, wanted);
	return cases[k];
}
static const char *text_of(const struct ptx_case *c)
{
	return ptx_fill(PTX, c->name, "TARGET", "sm_80");
}

static void run(struct rig *g, const struct ptx_case *k, uint64_t p, uint64_t seed, uint64_t nth, uint32_t out[WORDS])
{
	memset(rig_ptr(g, p, 4 * WORDS), 0, 4 * WORDS);
	g->seed = seed;
	g->nth = nth;
	g->budget = 50000000;
	g->cooperative = ptx_want(k, "cooperative") != NULL;
	rig_run(g, "k", (uint32_t)ptx_want_number(k, "grid"), (uint32_t)ptx_want_number(k, "block"), &p);
	ck_assert_msg(g->r.fault.kind == EM_FAULT_NONE, "%s under seed %llu: %s", k->name, (unsigned long long)seed,
		g->r.fault.message);
	memcpy(out, rig_ptr(g, p, 4 * WORDS), 4 * WORDS);
}

START_TEST(stable)
{
	const struct ptx_case *k = case_of("right: ", RIGHT, _i);
	uint32_t want[WORDS], got[WORDS];
	struct rig g;
	rig_open(&g, text_of(k), 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	run(&g, k, p, 0, 0, want);
	for (uint64_t seed = 1; seed <= (in_short() ? 15 : 60); seed++)
		for (uint64_t nth = 0; nth < 2; nth++) {
			run(&g, k, p, seed, nth, got);
			for (uint32_t n = 0; n < WORDS; n++)
				ck_assert_msg(got[n] == want[n], "%s under seed %llu: [%u] is %u, not %u", k->name,
					(unsigned long long)seed, n, got[n], want[n]);
		}
	rig_close(&g);
}
END_TEST

START_TEST(shown)
{
	enum { FEW = 5 };
	const struct ptx_case *k = case_of("leaning: ", LEANING, _i);
	uint32_t want[WORDS], got[WORDS];
	uint64_t seen = 0;
	struct rig g;
	rig_open(&g, text_of(k), 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	run(&g, k, p, 0, 0, want);
	for (uint64_t seed = 1; seed <= FEW && !seen; seed++) {
		run(&g, k, p, seed, 0, got);
		if (memcmp(got, want, sizeof want))
			seen = seed;
	}
	ck_assert_msg(seen, "%s: nothing wrong under %d seeds", k->name, FEW);
	/* Again, and again the same. */
	run(&g, k, p, seen, 0, want);
	ck_assert_int_eq(memcmp(got, want, sizeof want), 0);
	rig_close(&g);
}
END_TEST

/* Before sm_70 lanes do not part: what leans on lockstep alone is right there. */
START_TEST(lockstep)
{
	const struct ptx_case *k = ptx_case(ptx_cases(PTX), "leaning: a last warp without bar.warp.sync");
	uint32_t want[WORDS], got[WORDS];
	struct rig g;
	rig_open(&g, ptx_fill(PTX, k->name, "TARGET", "sm_60"), 1, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	run(&g, k, p, 0, 0, want);
	for (uint64_t seed = 1; seed <= 20; seed++) {
		run(&g, k, p, seed, 0, got);
		ck_assert_int_eq(memcmp(got, want, sizeof want), 0);
	}
	rig_close(&g);
}
END_TEST

START_TEST(same_bits)
{
	static const int threads[] = { 1, 2, 4, 2 };
	uint32_t want[WORDS], got[WORDS];
	uint64_t steps = 0;
	for (int n = 0; n < LEANING; n++)
		for (uint64_t seed = 1; seed <= 12; seed++)
			for (int t = 0; t < 4; t++) {
				const struct ptx_case *k = case_of("leaning: ", LEANING, n);
				struct rig g;
				rig_open(&g, text_of(k), threads[t], t == 3);
				uint64_t p = rig_alloc(&g, 4 * WORDS);
				run(&g, k, p, seed, 1, t ? got : want);
				if (t) {
					ck_assert_msg(!memcmp(got, want, sizeof want),
						"%s under seed %llu with %d threads", k->name, (unsigned long long)seed,
						threads[t]);
					ck_assert_uint_eq(g.r.steps, steps);
				}
				steps = g.r.steps;
				rig_close(&g);
			}
}
END_TEST

/* Who watches changes no order: registers that hold what nobody wrote are followed in a slower loop. */
START_TEST(checkers_change_nothing)
{
	const struct ptx_case *unwritten = ptx_case(ptx_cases(PTX), "unwritten shared memory");
	uint32_t want[WORDS], got[WORDS];
	struct rig g;
	rig_open(&g, text_of(unwritten), 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	for (uint64_t seed = 1; seed <= 20; seed++) {
		g.unchecked = EM_CHECK_ALL;
		run(&g, unwritten, p, seed, 0, want);
		uint64_t steps = g.r.steps;
		ck_assert_uint_eq(g.r.nfindings, 0);
		g.unchecked = 0;
		run(&g, unwritten, p, seed, 0, got);
		ck_assert_uint_gt(g.r.nfindings, 0);
		ck_assert_uint_eq(g.r.steps, steps);
		ck_assert_msg(!memcmp(got, want, sizeof want), "seed %llu", (unsigned long long)seed);
	}
	rig_close(&g);
}
END_TEST

/* A fault and a deadlock are what they are in every order. */
START_TEST(faults)
{
	const struct ptx_case *c = case_of("fault: ", 3, _i);
	struct rig g;
	rig_open(&g, text_of(c), 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	for (g.seed = 1; g.seed <= 10; g.seed++) {
		rig_run(&g, "k", 2, 64, &p);
		ck_assert_str_eq(em_fault_name(g.r.fault.kind), ptx_want(c, "fault"));
	}
	rig_close(&g);
}
END_TEST

START_TEST(endless)
{
	struct rig g;
	rig_open(&g, text_of(case_of("endless: ", 3, _i)), 2, false);
	uint64_t p = rig_alloc(&g, 4);
	g.budget = 300000;
	for (g.seed = 1; g.seed <= 5; g.seed++) {
		rig_run(&g, "k", 4, 64, &p);
		ck_assert_int_eq(g.r.fault.kind, EM_FAULT_TIMEOUT);
	}
	rig_close(&g);
}
END_TEST

Suite *emulator_schedule_suite(void);
Suite *emulator_schedule_suite(void)
{
	Suite *s = suite_create("emulator_schedule");
	TCase *c = tcase_create("schedule");
	tcase_set_timeout(c, 120);
	tcase_add_loop_test(c, stable, 0, RIGHT);
	tcase_add_loop_test(c, shown, 0, LEANING);
	tcase_add_test(c, lockstep);
	tcase_add_test(c, same_bits);
	tcase_add_test(c, checkers_change_nothing);
	tcase_add_loop_test(c, faults, 0, 3);
	tcase_add_loop_test(c, endless, 0, 3);
	suite_add_tcase(s, c);
	return s;
}
