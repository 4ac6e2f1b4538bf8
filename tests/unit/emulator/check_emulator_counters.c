/* The table of hardware counters (ncu on an H200) that plain PTX can express, row by row: 65,536 threads as 256 blocks
 * of 256. */
#include "tests/unit/emulator/emulator_kit.h"

/* The numbers after `//@ counts`. */
static void counts_of(const struct ptx_case *c, uint64_t *v, size_t n)
{
	char *at = (char *)ptx_want(c, "counts");

	ck_assert_ptr_nonnull(at);
	for (size_t k = 0; k < n; k++) {
		const char *before = at;

		v[k] = strtoull(before, &at, 10);
		ck_assert_msg(at != before, "%s: fewer than %zu counts", c->name, n);
	}
	ck_assert_msg(!*at, "%s: more than %zu counts", c->name, n);
}
static const struct ptx_case *case_of(const char *group, size_t wanted, int k)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/counters"), group, &n);

	ck_assert_uint_eq(n, wanted);
	return cases[k];
}

enum { GLOBAL = 9, SHARED = 20, ATOMICS = 14, HALVES = 5, WORKS = 14 };

START_TEST(global_table)
{
	const struct ptx_case *c = case_of("global: ", GLOBAL, _i / 2);
	struct rig g;
	uint64_t want[4];
	counts_of(c, want, 4);
	rig_open(&g, ptx_of("emulator/counters", c->name), 1, _i & 1);
	uint64_t params[2] = { rig_alloc(&g, 65536 * 128 + 64), rig_alloc(&g, 65536 * 16) };
	rig_run(&g, "k", 256, 256, params);
	rig_ok(&g);
	const enum counter_id id[4] = { CTR_GLOBAL_LD_REQUESTS, CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_ST_REQUESTS,
		CTR_GLOBAL_ST_SECTORS };
	for (int k = 0; k < 4; k++)
		ck_assert_msg(g.r.c.v[id[k]] == want[k], "%s: %s is %llu, not %llu", c->name, counter_name(id[k]),
			(unsigned long long)g.r.c.v[id[k]], (unsigned long long)want[k]);
	rig_close(&g);
}
END_TEST

START_TEST(shared_table)
{
	const struct ptx_case *c = case_of("shared: ", SHARED, _i / 2);
	struct rig g;
	uint64_t want[3];
	counts_of(c, want, 3);
	rig_open(&g, ptx_of("emulator/counters", c->name), 1, _i & 1);
	g.dynamic_shared = 8192;
	rig_run(&g, "k", 256, 256, NULL);
	rig_ok(&g);
	ck_assert_msg(g.r.c.v[CTR_SHARED_LD_INST] == want[0] && g.r.c.v[CTR_SHARED_LD_WAVEFRONTS] == want[1] &&
			g.r.c.v[CTR_SHARED_EXCESSIVE] == want[2],
		"%s: %llu, %llu wavefronts, %llu excessive", c->name, (unsigned long long)g.r.c.v[CTR_SHARED_LD_INST],
		(unsigned long long)g.r.c.v[CTR_SHARED_LD_WAVEFRONTS],
		(unsigned long long)g.r.c.v[CTR_SHARED_EXCESSIVE]);
	ck_assert_uint_eq(g.r.c.v[CTR_SHARED_DYNAMIC], 8192); /* of one block: 256 of them were launched */
	rig_close(&g);
}
END_TEST

/* A warp is idle that comes to no load, store or atomic of global or shared memory. */
START_TEST(idle_warps)
{
	const struct ptx_case *c = case_of("works: ", WORKS, _i / 2);
	struct rig g;
	rig_open(&g, ptx_of("emulator/counters", c->name), 1, _i & 1);
	uint64_t params[2] = { rig_alloc(&g, 4096), rig_alloc(&g, 4096) };
	em_host_wrote(g.d, params[0], 4096);
	em_host_wrote(g.d, params[1], 4096);
	rig_run(&g, "k", 2, 64, params);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_WARPS], 4);
	ck_assert_msg(g.r.c.v[CTR_WARPS_IDLE] == (uint64_t)ptx_want_number(c, "idle"), "%s: %llu idle", c->name,
		(unsigned long long)g.r.c.v[CTR_WARPS_IDLE]);
	rig_close(&g);
}
END_TEST

/* A static array is no dynamic memory, however large it is. */
START_TEST(static_is_not_dynamic)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/counters", "static shared memory"), 1, false);
	rig_run(&g, "k", 2, 32, NULL);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_SHARED_DYNAMIC], 0);
	ck_assert_uint_eq(g.r.c.v[CTR_SHARED_STATIC], 4096);
	ck_assert_uint_eq(g.r.c.v[CTR_LAUNCHES], 1);
	rig_close(&g);
}
END_TEST

/* Instructions, lanes, branches: a kernel small enough to count by hand, one warp of 32 and one of 8 lanes. */
START_TEST(instructions)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/counters", "branches"), 1, _i);
	uint64_t p = rig_alloc(&g, 4);
	rig_run(&g, "k", 1, 40, &p);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_INST], 4 * 2 + 2 * 2 + 1 + 2 + 2 + 2);
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST], 4 * 40 + 2 * 36 + 4 + 40 + 40 + 40); /* predicates do not count */
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST_ON], 3 * 40 + 4 + 2 * 36 + 4 + 40 + 4 + 40);
	ck_assert_uint_eq(g.r.c.v[CTR_BRANCHES], 2);
	ck_assert_uint_eq(g.r.c.v[CTR_DIVERGENT_BRANCHES], 1);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ST_REQUESTS], 1);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ST_SECTORS], 1);
	ck_assert_uint_eq(*(uint32_t *)rig_ptr(&g, p, 4), 40); /* the last lane wins */
	rig_close(&g);
}
END_TEST

/* The same where the branch is a slot of its own, and an instruction that ends some lanes' run has a predicate: at full
 * speed, and while each instruction is looked at (exec_flow.h). */
START_TEST(branches_by_themselves)
{
	const struct em_record_ask all = { .trace = 100 };
	struct rig g;
	rig_open(&g, ptx_of("emulator/counters", "branches that no comparison stands before"), 1, _i & 1);
	uint64_t p = rig_alloc(&g, 4);
	struct em_launch l = { .kernel = em_kernel_find(g.m, "k"),
		.grid = { 1, 1, 1 },
		.block = { 40, 1, 1 },
		.params = &p,
		.record = _i & 2 ? &all : NULL };
	ck_assert_int_eq(em_launch(g.d, &l, &g.r, &g.e), 0);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_INST], 6 * 2 + 2 + 2 + 2 + 3 * 1);
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST], 6 * 40 + 36 + 40 + 40 + 3 * 4);
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST_ON], 5 * 40 + 4 + 36 + 40 + 36 + 4 + 0 + 4);
	ck_assert_uint_eq(g.r.c.v[CTR_BRANCHES], 2);
	ck_assert_uint_eq(g.r.c.v[CTR_DIVERGENT_BRANCHES], 1);
	rig_close(&g);
}
END_TEST

/* `if (i < n)` that all threads of 64 pass: no warp is divided, so 32 lanes are active at every instruction, as Nsight
 * Compute says; the branch's own predicate lets none of them jump. */
START_TEST(undivided_warps)
{
	struct rig g;
	rig_open(&g, ptx_of("emulator/counters", "no warp is divided"), 1, false);
	uint64_t p = rig_alloc(&g, 4);
	rig_run(&g, "k", 1, 64, &p);
	rig_ok(&g);
	ck_assert_double_eq(counter_value(&g.r.c, CTR_ACTIVE_LANES), 32);
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST_ON], 5 * 64);
	ck_assert_double_eq_tol(counter_value(&g.r.c, CTR_LANES_ON), 32.0 * 5 / 6, 1e-9);
	rig_close(&g);
}
END_TEST

/* A short body that a branch jumps over counts in every warp, as ptxas makes a predicate of the branch: up to 11
 * issue slots. Here of two warps one has lanes in it, and there is more to do after it. */
static uint64_t stores_of_body(const char *name, unsigned most)
{
	struct rig g;
	char sums[16];
	snprintf(sums, sizeof sums, "%u", most - 1);
	rig_open(&g, ptx_fill("emulator/counters", name, "SUMS", sums), 1, false);
	uint64_t p = rig_alloc(&g, 4), n;
	rig_run(&g, "k", 1, 64, &p);
	rig_ok(&g);
	n = g.r.c.v[CTR_SHARED_ST_INST];
	rig_close(&g);
	return n;
}
START_TEST(short_bodies)
{
	ck_assert_uint_eq(stores_of_body("a short body", 1), 2);
	ck_assert_uint_eq(stores_of_body("a short body", 11), 2);
	ck_assert_uint_eq(stores_of_body("a short body", 12), 1);
	ck_assert_uint_eq(stores_of_body("a short body with a label", 2), 1);
	ck_assert_uint_eq(stores_of_body("a short body at the end", 2), 1);
}
END_TEST

/* The same launch on one thread and on several, on either CPU level: the same counters and bits. */
START_TEST(threads_agree)
{
	struct counters first = { 0 };
	uint32_t *bits = NULL;
	for (int k = 0; k < 4; k++) {
		struct rig g;
		rig_open(&g, ptx_of("emulator/counters", "scattered reductions"), k % 2 ? 3 : 1, k >= 2);
		uint64_t p = rig_alloc(&g, 65536);
		memset(rig_ptr(&g, p, 65536), 0, 65536);
		rig_run(&g, "k", 300, 96, &p);
		rig_ok(&g);
		ck_assert_uint_eq(g.r.c.v[CTR_ATOMICS], 900);
		if (k == 0) {
			first = g.r.c;
			bits = xmalloc(65536);
			memcpy(bits, rig_ptr(&g, p, 65536), 65536);
		}
		ck_assert_int_eq(memcmp(&first, &g.r.c, sizeof first), 0);
		ck_assert_int_eq(memcmp(bits, rig_ptr(&g, p, 65536), 65536), 0);
		rig_close(&g);
	}
	free(bits);
}
END_TEST

static void one_atomic(const struct ptx_case *c, size_t n)
{
	static const enum counter_id id[6] = { CTR_GLOBAL_ATOM_REQUESTS, CTR_GLOBAL_ATOM_SECTORS,
		CTR_GLOBAL_RED_REQUESTS, CTR_GLOBAL_RED_SECTORS, CTR_GLOBAL_LD_REQUESTS, CTR_GLOBAL_LD_SECTORS };
	struct rig g;
	uint64_t want[6];
	counts_of(c, want, n);
	rig_open(&g, ptx_of("emulator/counters", c->name), 1, false);
	uint64_t p = rig_alloc(&g, 8192);
	memset(rig_ptr(&g, p, 8192), 0, 8192);
	rig_run(&g, "k", 1, 32, &p);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_ATOMICS], 1);
	for (size_t k = 0; k < n; k++)
		ck_assert_msg(g.r.c.v[id[k]] == want[k], "%s: %s is %llu, not %llu", c->name, counter_name(id[k]),
			(unsigned long long)g.r.c.v[id[k]], (unsigned long long)want[k]);
	rig_close(&g);
}

/* Whose old value is used, an exchange, one at a generic address, and one of a kernel with a fence is an atomic; the
 * rest are reductions. In shared
 * memory neither is. */
START_TEST(atomics)
{
	one_atomic(case_of("atomics: ", ATOMICS, _i), 4);
}
END_TEST

/* Sums of 16 bits are loops on the word that they lie in (em_atomic_halves). */
START_TEST(halves)
{
	one_atomic(case_of("halves: ", HALVES, _i), 6);
}
END_TEST

Suite *emulator_counters_suite(void);
Suite *emulator_counters_suite(void)
{
	Suite *s = suite_create("emulator_counters");
	TCase *t = tcase_create("counters");
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, atomics, 0, ATOMICS);
	tcase_add_loop_test(t, halves, 0, HALVES);
	tcase_add_loop_test(t, global_table, 0, 2 * GLOBAL);
	tcase_add_loop_test(t, shared_table, 0, 2 * SHARED);
	tcase_add_loop_test(t, idle_warps, 0, 2 * WORKS);
	tcase_add_test(t, static_is_not_dynamic);
	tcase_add_loop_test(t, instructions, 0, 2);
	tcase_add_loop_test(t, branches_by_themselves, 0, 4);
	tcase_add_test(t, undivided_warps);
	tcase_add_test(t, short_bodies);
	tcase_add_test(t, threads_agree);
	suite_add_tcase(s, t);
	return s;
}
