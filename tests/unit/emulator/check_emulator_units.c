/* The race check's short way for half-warps that access 64 bytes at a multiple of 64 (units, check.h) must say what the
 * long way says. The same kernels run on an array that begins at such a multiple and on one that begins a word after
 * it, where nothing is a unit: findings and last writers are the same, a word apart. */
#include "emulator_kit.h"

/* A list of accesses, six bits each: what (store, load, atomic, barrier, __syncwarp) and which word. */
enum { BLOCKS = 8, THREADS = 128, WORDS = BLOCKS * THREADS, LAUNCHES = 3, ACCESSES = 6 };
enum { NONE, LOAD, STORE, RED, BARRIER, WARP };

static struct em_result launched(struct rig *g, const char *kernel, uint64_t a, uint64_t ops)
{
	struct em_launch l = { .kernel = em_kernel_find(g->m, kernel),
		.grid = { BLOCKS, 1, 1 },
		.block = { THREADS, 1, 1 },
		.params = (uint64_t[]){ a, ops } };
	struct em_result r;
	ck_assert_msg(em_launch(g->d, &l, &r, &g->e) == 0, "%s", g->e.msg);
	ck_assert_int_eq(r.fault.kind, EM_FAULT_NONE);
	return r;
}

static bool same_place(const struct em_place *x, const struct em_place *y)
{
	return !memcmp(&x->block, &y->block, sizeof x->block) && !memcmp(&x->thread, &y->thread, sizeof x->thread) &&
		x->ptx_line == y->ptx_line;
}

static bool same_finding(const struct em_finding *x, uint64_t a, const struct em_finding *y, uint64_t b)
{
	return x->kind == y->kind && x->severity == y->severity && x->same_warp == y->same_warp &&
		!strcmp(x->message, y->message) && x->address - a == y->address - b && same_place(&x->at, &y->at) &&
		x->has_other == y->has_other;
}

/* Which of a finding's places comes first in the list, and how often it is counted, is not compared: of several readers
 * not all are kept. */
static const struct em_finding *like(const struct em_result *r, const struct em_finding *f)
{
	for (size_t k = 0; k < r->nfindings; k++)
		if (r->findings[k].kind == f->kind && r->findings[k].severity == f->severity &&
			r->findings[k].at.ptx_line == f->at.ptx_line &&
			r->findings[k].other.ptx_line == f->other.ptx_line &&
			!strcmp(r->findings[k].message, f->message))
			return &r->findings[k];
	return NULL;
}

static size_t run(uint64_t seed, bool baseline, size_t *clean)
{
	struct rig g;
	uint64_t a[2], x = seed * 0x9e3779b97f4a7c15ull + 1, ops = 0;
	size_t found = 0;
	rig_open(&g, ptx_of("emulator/units", "all"), 1, baseline);
	for (int k = 0; k < 2; k++) {
		a[k] = rig_alloc(&g, 4 * WORDS + 256) + 4 * (unsigned)k;
		memset(rig_ptr(&g, a[k], 4 * WORDS), 0, 4 * WORDS);
		em_host_wrote(g.d, a[k], 4 * WORDS);
	}
	for (int n = 0; n < LAUNCHES; n++) {
		struct em_result r[2];
		ops = 0;
		for (int k = 0; k < ACCESSES; k++) {
			static const uint8_t what[] = { LOAD, STORE, LOAD, STORE, BARRIER, RED, WARP, LOAD, STORE };
			static const uint8_t word[] = { 0, 0, 0, 1, 0, 4, 2, 3, 5, 7, 6, 0 };
			x = x * 6364136223846793005ull + 1442695040888963407ull;
			ops |= (uint64_t)(what[(x >> 33) % sizeof what] | word[(x >> 45) % (n ? sizeof word : 6)] << 3)
				<< 6 * k;
		}
		for (int k = 0; k < 2; k++)
			r[k] = launched(&g, "global", a[k], ops);
		ck_assert_msg(r[0].nfindings == r[1].nfindings,
			"operations %llx, seed %llu: %zu findings with units, %zu without", (unsigned long long)ops,
			(unsigned long long)seed, r[0].nfindings, r[1].nfindings);
		for (size_t k = 0; k < r[0].nfindings; k++) {
			const struct em_finding *f = &r[0].findings[k], *h = like(&r[1], f);
			ck_assert_msg(h && same_finding(f, a[0], h, a[1]),
				"operations %llx, seed %llu: \"%s\" is not found without units",
				(unsigned long long)ops, (unsigned long long)seed, f->message);
		}
		found += r[0].nfindings;
		*clean += !r[0].nfindings;
		ck_assert(!memcmp(rig_ptr(&g, a[0], 4 * WORDS), rig_ptr(&g, a[1], 4 * WORDS), 4 * WORDS));
		for (int k = 0; k < 2; k++) /* in the middle of units, and at their ends */
			em_host_wrote(g.d, a[k] + 4 * (40 + (seed + (unsigned)n) % 32), 4 * (1 + seed % 50));
		for (unsigned k = 0; k < WORDS; k++) {
			struct em_writer v = { 0 }, w = { 0 };
			int who = em_last_writer(g.d, a[0] + 4 * k, &v), other = em_last_writer(g.d, a[1] + 4 * k, &w);
			ck_assert_msg(who == other &&
					(who != 0 || (v.launch + 1 == w.launch && same_place(&v.place, &w.place))),
				"operations %llx, seed %llu: word %u was written last by another",
				(unsigned long long)ops, (unsigned long long)seed, k);
		}
		em_result_release(&r[0]);
		em_result_release(&r[1]);
	}
	rig_close(&g);
	return found;
}

/* Shared memory: both halves of several warps read the same 16 words (check_state.h, calm), which a store of any shape
 * must end. */
START_TEST(calm)
{
	size_t found = 0, clean = 0;
	uint64_t x = 99 + (uint64_t)_i;
	struct rig g;
	rig_open(&g, ptx_of("emulator/units", "all"), 1, false);
	for (int n = 0; n < 300; n++) {
		uint64_t ops = STORE | BARRIER << 6 | (uint64_t)(LOAD | 4 << 3) << 12 | (uint64_t)(LOAD | 4 << 3) << 18;
		struct em_result r[2];
		for (int k = 4; k < 9; k++) {
			static const uint8_t what[] = { LOAD, LOAD, BARRIER, STORE, LOAD, LOAD, BARRIER, RED };
			static const uint8_t word[] = { 4, 4, 0, 1, 4, 5, 6, 7, 2 };
			x = x * 6364136223846793005ull + 1442695040888963407ull;
			ops |= (uint64_t)(what[(x >> 33) % sizeof what] | word[(x >> 45) % sizeof word] << 3) << 6 * k;
		}
		for (unsigned k = 0; k < 2; k++)
			r[k] = launched(&g, "shared", 4 * k, ops);
		ck_assert_msg(r[0].nfindings == r[1].nfindings,
			"operations %llx: %zu findings at a multiple of 64, %zu elsewhere", (unsigned long long)ops,
			r[0].nfindings, r[1].nfindings);
		for (size_t k = 0; k < r[0].nfindings; k++)
			ck_assert_msg(like(&r[1], &r[0].findings[k]), "operations %llx: \"%s\" is not found elsewhere",
				(unsigned long long)ops, r[0].findings[k].message);
		found += r[0].nfindings;
		clean += !r[0].nfindings;
		em_result_release(&r[0]);
		em_result_release(&r[1]);
	}
	rig_close(&g);
	ck_assert_msg(
		found > 100 && clean > 10, "%zu findings, %zu launches without: not much was compared", found, clean);
}
END_TEST

START_TEST(as_without_units)
{
	size_t found = 0, clean = 0;
	for (uint64_t seed = 0; seed < 60; seed++)
		found += run(100 * (uint64_t)_i + seed, _i & 1, &clean);
	ck_assert_msg(
		found > 100 && clean > 10, "%zu findings, %zu launches without: not much was compared", found, clean);
}
END_TEST

Suite *emulator_units_suite(void);
Suite *emulator_units_suite(void)
{
	Suite *s = suite_create("emulator_units");
	TCase *t = tcase_create("units");
	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, as_without_units, 0, 4);
	tcase_add_loop_test(t, calm, 0, 4);
	suite_add_tcase(s, t);
	return s;
}
