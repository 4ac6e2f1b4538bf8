/* Loads and stores whose lanes form runs, and some that almost do: against what each lane by itself would do, for every
 * size, in every form that the executors have (nobody watching, the checkers, the time model's caches; with AVX2 and
 * without). Data, sectors, wavefronts, faults. */
#include "tests/unit/emulator/emulator_kit.h"

/* The short forms are for instructions that have touched the memory before: three blocks run one after the other. */
enum { BYTES = 8192, AT = 1024, LANES = 32, BLOCKS = 3, DATA = 1024 /* of a block */ };

struct type {
	const char *name, *values, *regs;
	unsigned bytes, total;
}; /* of an element, of a lane */
#define TWO "{%v0, %v1}"
#define FOUR "{%v0, %v1, %v2, %v3}"
static const struct type types[] = {
	{ "u8", "%v0", ".u32", 1, 1 },
	{ "s8", "%v0", ".u32", 1, 1 },
	{ "u16", "%v0", ".u32", 2, 2 },
	{ "u32", "%v0", ".u32", 4, 4 },
	{ "u64", "%v0", ".u64", 8, 8 },
	{ "v2.u16", TWO, ".u32", 2, 4 },
	{ "v2.u32", TWO, ".u32", 4, 8 },
	{ "v4.u32", FOUR, ".u32", 4, 16 },
	{ "v2.u64", TWO, ".u64", 8, 16 },
};
enum {
	TYPES = sizeof types / sizeof *types,
	PATTERNS = 17,
	DISP = 5 /* elements between the two accesses of a kernel */
};

/* The place of a lane, in units of what it wants. */
static unsigned place(int pattern, unsigned l)
{
	unsigned h = l / 16, k = l % 16;

	switch (pattern) {
	case 0: return l;      /* one after the other */
	case 1: return 0;      /* one place */
	case 2: return k;      /* both halves the same */
	case 3: return h * 20; /* a place for each half */
	case 4: return k + h * 40;
	case 5: return h ? 50 : l;
	case 6: return h ? l : 50;
	case 7: return 31 - l;
	case 8: return 2 * l;
	case 9: return l * 7 % 32;
	case 10: return l == 5 ? 6 : l; /* almost */
	case 11: return l == 20 ? 60 : l;
	case 12: return h ? k : 64 + k; /* the second half first */
	case 13: return l == 0 ? 3 : 0;
	case 14: return l % 8;
	case 15: return l == 17 ? 1 : 0;
	default: return k + h * 3; /* halves that overlap */
	}
}

/* The kernel works on memory (or a copy in shared memory). */
static const char *source(const struct type *t, bool shared, bool store)
{
	static const char *const cases[2][2] = { { "loads from global memory", "loads from shared memory" },
		{ "stores to global memory", "stores to shared memory" } };
	char total[16], second[16];

	snprintf(total, sizeof total, "%u", t->total);
	snprintf(second, sizeof second, "%u", DISP * t->total);
	return ptx_fill("emulator/runs", cases[store][shared], "TYPE", t->name, "VALUES", t->values, "REGISTER",
		t->regs, "TOTAL", total, "SECOND", second);
}

static unsigned distinct(const uint64_t *v, unsigned n)
{
	unsigned count = 0;

	for (unsigned k = 0; k < n; k++) {
		unsigned j = 0;

		while (j < k && v[j] != v[k])
			j++;
		count += j == k;
	}
	return count;
}

static unsigned sectors(const uint64_t *addr, uint32_t on)
{
	uint64_t s[LANES];
	unsigned n = 0;

	for (int l = 0; l < LANES; l++)
		if (on >> l & 1)
			s[n++] = addr[l] / 32;
	return distinct(s, n);
}

/* The largest number of distinct words that one bank has to give to these lanes. */
static unsigned passes(const uint64_t *addr, unsigned from, unsigned n, unsigned total)
{
	unsigned most = 0;

	for (unsigned bank = 0; bank < 32; bank++) {
		uint64_t words[LANES * 4];
		unsigned count = 0, d;

		for (unsigned l = from; l < from + n; l++)
			for (uint64_t word = addr[l] / 4; word <= (addr[l] + total - 1) / 4; word++)
				if (word % 32 == bank)
					words[count++] = word;
		d = distinct(words, count);
		most = d > most ? d : most;
	}
	return most;
}

/* 8 bytes a lane go as two half-warps, 16 as four quarters, but two parts of a load go together where neighbours want
 * the same and one pass is enough (docs/counters.md). */
static unsigned wavefronts(const uint64_t *addr, unsigned total, bool store)
{
	unsigned parts = total <= 4 ? 1 : total / 4, n = LANES / parts, sum = 0;

	for (unsigned p = 0; p < parts; p++) {
		bool paired = !store && parts > 1 && p % 2 == 0;

		for (unsigned l = p * n; paired && l < (p + 2) * n; l += 2)
			paired = addr[l] == addr[l + 1];
		paired = paired && passes(addr, p * n, 2 * n, total) == 1;
		sum += passes(addr, p * n, paired ? 2 * n : n, total);
		p += paired;
	}
	return sum;
}

static const struct em_timing timing = {
	.multiprocessors = 4, .resident_blocks = 2, .l1_bytes = 1 << 16, .l2_bytes = 1 << 20, .fill_sectors = 2
};
enum { MODES = 3 }; /* nobody watches; the checkers do; the caches' model does */

static void launch(struct rig *g, int mode, const uint64_t *params)
{
	struct em_launch l = { .kernel = em_kernel_find(g->m, "k"),
		.grid = { BLOCKS, 1, 1 },
		.block = { LANES, 1, 1 },
		.params = params,
		.dynamic_shared = BYTES,
		.unchecked = mode == 1 ? 0 : EM_CHECK_ALL,
		.timing = mode == 2 ? &timing : NULL };

	em_result_release(&g->r);
	ck_assert_msg(em_launch(g->d, &l, &g->r, &g->e) == 0, "%s", g->e.msg);
}

struct memory {
	uint64_t table, m, data;
	uint64_t offset[BLOCKS][LANES];
};

static void fill(struct rig *g, struct memory *x)
{
	uint8_t *m = rig_ptr(g, x->m, BYTES), *d = rig_ptr(g, x->data, BLOCKS * DATA);

	for (unsigned k = 0; k < BYTES; k++)
		m[k] = (uint8_t)(k * 131 >> 3);
	for (unsigned k = 0; k < BLOCKS * DATA; k++)
		d[k] = (uint8_t)(k * 197 >> 2);
	memcpy(rig_ptr(g, x->table, sizeof x->offset), x->offset, sizeof x->offset);
}

/* on: the lanes that do it; all of them, if in shared memory. */
static void one(struct rig *g, const struct type *t, bool shared, bool store, int pattern, unsigned start, uint32_t on,
	int mode, struct memory *x)
{
	static uint8_t want_m[BYTES], want_d[BLOCKS * DATA];
	uint64_t params[4] = { x->table, x->m, x->data, on }, second[BLOCKS][LANES];
	unsigned cost = 0;

	for (unsigned b = 0; b < BLOCKS; b++)
		for (unsigned l = 0; l < LANES; l++) {
			x->offset[b][l] = AT + (start + b + place(pattern, l)) * t->total;
			second[b][l] = x->offset[b][l] + DISP * t->total;
		}
	fill(g, x);
	memcpy(want_m, rig_ptr(g, x->m, BYTES), BYTES);
	memcpy(want_d, rig_ptr(g, x->data, BLOCKS * DATA), BLOCKS * DATA);
	for (unsigned b = 0; b < BLOCKS; b++) {
		for (unsigned half = 0; half < 2; half++)
			for (unsigned l = 0; l < LANES; l++) {
				uint8_t *m = want_m + (half ? second : x->offset)[b][l],
					*d = want_d + DATA * b + 512 * half + l * t->total;

				if (on >> l & 1)
					memcpy(store ? m : d, store ? d : m, t->total);
			}
		cost += shared ? wavefronts(x->offset[b], t->total, store) + wavefronts(second[b], t->total, store) :
				 sectors(x->offset[b], on) + sectors(second[b], on);
	}
	launch(g, mode, params);
	rig_ok(g);
	ck_assert_msg(!memcmp(want_m, rig_ptr(g, x->m, BYTES), BYTES) &&
			!memcmp(want_d, rig_ptr(g, x->data, BLOCKS * DATA), BLOCKS * DATA),
		"%s %s %s, pattern %d from %u, lanes %x, mode %d: data", shared ? "shared" : "global",
		store ? "store" : "load", t->name, pattern, start, on, mode);
	/* What else there is: the table and the data; the copies. */
	enum counter_id id = shared ? store ? CTR_SHARED_ST_WAVEFRONTS : CTR_SHARED_LD_WAVEFRONTS :
		store               ? CTR_GLOBAL_ST_SECTORS :
				      CTR_GLOBAL_LD_SECTORS;
	unsigned beside = BLOCKS * (shared ? BYTES / 4 / LANES : store ? 0 : 8);
	ck_assert_msg(g->r.c.v[id] == cost + beside,
		"%s %s %s, pattern %d from %u, lanes %x, mode %d: %s is %llu, not %u", shared ? "shared" : "global",
		store ? "store" : "load", t->name, pattern, start, on, mode, counter_name(id),
		(unsigned long long)g->r.c.v[id], cost + beside);
}

static void open_rig(struct rig *g, const struct type *t, bool shared, bool store, bool baseline, struct memory *x)
{
	rig_open(g, source(t, shared, store), 1, baseline);
	*x = (struct memory){
		.table = rig_alloc(g, sizeof x->offset), .m = rig_alloc(g, BYTES), .data = rig_alloc(g, BLOCKS * DATA)
	};
}

/* In short (in_short.h) each access is in one of the modes, all in turn. */
static bool has_turn(int mode, unsigned n)
{
	return !in_short() || (unsigned)mode == n % MODES;
}

START_TEST(every_pattern)
{
	const struct type *t = &types[_i / 2];

	for (int way = 0; way < 4; way++) {
		struct rig g;
		struct memory x;

		open_rig(&g, t, way & 1, way & 2, _i & 1, &x);
		for (int mode = 0; mode < MODES; mode++)
			for (int pattern = 0; pattern < PATTERNS; pattern++)
				for (unsigned start = 0; start < 4; start += 3)
					if (has_turn(mode, (unsigned)pattern + start + (unsigned)way))
						one(&g, t, way & 1, way & 2, pattern, start, UINT32_MAX, mode, &x);
		rig_close(&g);
	}
}
END_TEST

/* Some lanes off: what a guard, a tail, a branch leave. */
static const uint32_t masks[] = { 1, 1u << 31, 0x7fffffff, 0xfffffffe, 0xffff, 0xffff0000, 0xff, 0x00ffff00, 0x55555555,
	0xaaaaaaaa, 0x80000001, 0x00010000, 0xf0f0f00f, 0x12345678 };
enum { MASKS = sizeof masks / sizeof *masks };

START_TEST(some_lanes_off)
{
	const struct type *t = &types[_i / 2];

	for (int store = 0; store < 2; store++) {
		struct rig g;
		struct memory x;

		open_rig(&g, t, false, store, _i & 1, &x);
		for (int mode = 0; mode < MODES; mode++)
			for (int pattern = 0; pattern < PATTERNS; pattern++)
				for (int k = 0; k < MASKS; k++)
					if (has_turn(mode, (unsigned)(pattern + k)))
						one(&g, t, false, store, pattern, (unsigned)k % 5, masks[k], mode, &x);
		rig_close(&g);
	}
}
END_TEST

/* The first and the last place of memory with only the lanes on that lie in it, and one more, which faults; in the last
 * block, whose instructions know the memory. */
START_TEST(ends_with_lanes_off)
{
	const struct type *t = &types[_i / 2];

	for (int store = 0; store < 2; store++) {
		struct rig g;
		struct memory x;

		open_rig(&g, t, false, store, _i & 1, &x);
		for (int k = 0; k < 2 * MODES; k++) {
			uint64_t params[4] = { x.table, x.m, x.data };
			const bool beyond = k & 1;

			/* Lanes 0 to 7 would lie before the memory. Then the second access of lanes 24 and up after
			 * it. */
			for (unsigned end = 0; end < 2; end++) {
				for (unsigned l = 0; l < BLOCKS * LANES; l++)
					x.offset[l / LANES][l % LANES] = l / LANES < 2 ? AT + l % LANES * t->total :
						end ? BYTES - (24 + DISP - l % LANES) * t->total :
						      ((uint64_t)(l % LANES) - 8) * t->total;
				params[3] = end ? (beyond ? 0x01ffffff : 0x00ffffff) : ~0u << (beyond ? 7 : 8);
				memcpy(rig_ptr(&g, x.table, sizeof x.offset), x.offset, sizeof x.offset);
				launch(&g, k / 2, params);
				ck_assert_msg((g.r.fault.kind != EM_FAULT_NONE) == beyond &&
						(!beyond || g.r.fault.thread.x == (end ? 24 : 7)),
					"%s %s, mode %d, %s: fault \"%s\" of lane %u", store ? "store" : "load",
					t->name, k / 2, end ? "end" : "beginning", g.r.fault.message,
					g.r.fault.thread.x);
			}
			/* Odd places. */
			for (unsigned l = 0; l < BLOCKS * LANES; l++)
				x.offset[l / LANES][l % LANES] =
					AT + l % LANES * t->total + (l / LANES == 2 && beyond && t->total > 1);
			memcpy(rig_ptr(&g, x.table, sizeof x.offset), x.offset, sizeof x.offset);
			params[3] = 0xff00;
			launch(&g, k / 2, params);
			ck_assert((g.r.fault.kind != EM_FAULT_NONE) == (beyond && t->total > 1) &&
				(g.r.fault.kind == EM_FAULT_NONE || g.r.fault.thread.x == 8));
		}
		rig_close(&g);
	}
}
END_TEST

/* The end of memory, and odd addresses: the last run that fits, and who is named where it doesn't. lane: the first
 * whose place is wrong. */
static const struct {
	int pattern;
	unsigned last, lane;
} ends[] = {
	{ 0, 31, 31 },
	{ 1, 0, 0 },
	{ 2, 15, 15 },
	{ 3, 20, 16 },
	{ 4, 55, 31 },
	{ 5, 50, 16 },
	{ 6, 50, 0 },
	{ 12, 79, 15 },
	{ 16, 18, 31 },
};

static void at_the_end(
	struct rig *g, const struct type *t, bool shared, bool store, unsigned row, int mode, struct memory *x)
{
	uint64_t params[4] = { x->table, x->m, x->data, UINT32_MAX }, last = BYTES / t->total - 1;

	for (unsigned beyond = 0; beyond < 2; beyond++) {
		/* The second access of a kernel is the farther one. */
		for (unsigned l = 0; l < BLOCKS * LANES; l++)
			x->offset[l / LANES][l % LANES] = (last - DISP - ends[row].last + (l / LANES == 2 && beyond) +
								  place(ends[row].pattern, l % LANES)) *
				t->total;
		fill(g, x);
		launch(g, mode, params);
		ck_assert_msg((g->r.fault.kind != EM_FAULT_NONE) == beyond &&
				(!beyond || g->r.fault.thread.x == ends[row].lane),
			"%s %s %s, pattern %d, mode %d, %u beyond: fault \"%s\" of lane %u",
			shared ? "shared" : "global", store ? "store" : "load", t->name, ends[row].pattern, mode,
			beyond, g->r.fault.message, g->r.fault.thread.x);
	}
	if (t->total == 1)
		return;
	for (unsigned half = 0; half < 2; half++) {
		for (unsigned l = 0; l < BLOCKS * LANES; l++)
			x->offset[l / LANES][l % LANES] = AT + place(ends[row].pattern, l % LANES) * t->total +
				(l / LANES == 2 && l % LANES / 16 >= half);
		fill(g, x);
		launch(g, mode, params);
		ck_assert_msg(g->r.fault.kind != EM_FAULT_NONE && g->r.fault.thread.x == half * 16,
			"%s, pattern %d, mode %d: odd from half %u on: fault \"%s\" of lane %u", t->name,
			ends[row].pattern, mode, half, g->r.fault.message, g->r.fault.thread.x);
	}
}

START_TEST(ends_and_odd_places)
{
	const struct type *t = &types[_i / 2];

	for (int way = 0; way < 4; way++) {
		struct rig g;
		struct memory x;

		open_rig(&g, t, way & 1, way & 2, _i & 1, &x);
		for (int mode = 0; mode < MODES; mode++)
			for (unsigned row = 0; row < sizeof ends / sizeof *ends; row++)
				at_the_end(&g, t, way & 1, way & 2, row, mode, &x);
		rig_close(&g);
	}
}
END_TEST

/* The short form and the whole one (which runs where somebody else watches too) tell the cache model the same. */
static void traffic_of(struct rig *g, const struct type *t, bool checked, int pattern, unsigned start, uint32_t on,
	struct memory *x, struct em_traffic *out)
{
	uint64_t params[4] = { x->table, x->m, x->data, on };
	struct em_launch l = { .kernel = em_kernel_find(g->m, "k"),
		.grid = { BLOCKS, 1, 1 },
		.block = { LANES, 1, 1 },
		.params = params,
		.unchecked = checked ? 0 : EM_CHECK_ALL,
		.timing = &timing };

	for (unsigned k = 0; k < BLOCKS * LANES; k++)
		x->offset[k / LANES][k % LANES] = (start + 7 * (k / LANES) + place(pattern, k % LANES)) * t->total;
	memcpy(rig_ptr(g, x->table, sizeof x->offset), x->offset, sizeof x->offset);
	em_result_release(&g->r);
	ck_assert_msg(em_launch(g->d, &l, &g->r, &g->e) == 0, "%s", g->e.msg);
	rig_ok(g);
	*out = g->r.work.traffic;
}

START_TEST(followed_alike)
{
	const struct type *t = &types[_i / 2];
	const unsigned apart = in_short() ? 400 : 100; /* bytes between the places that are tried */

	for (int store = 0; store < 2; store++) {
		struct rig g[2];
		struct memory x[2];
		uint64_t seen = 0;

		for (int k = 0; k < 2; k++) {
			open_rig(&g[k], t, false, store, _i & 1, &x[k]);
			fill(&g[k], &x[k]);
		}
		ck_assert_uint_eq(x[0].m, x[1].m);
		for (int pattern = 0; pattern < 2 * PATTERNS; pattern++)
			for (unsigned start = 0; (start + 130) * t->total < BYTES; start += 1 + apart / t->total) {
				/* All lanes, then some of them. */
				const uint32_t on =
					pattern < PATTERNS ? UINT32_MAX : masks[(start + (unsigned)pattern) % MASKS];
				struct em_traffic one, other;

				traffic_of(&g[0], t, false, pattern % PATTERNS, start, on, &x[0], &one);
				traffic_of(&g[1], t, true, pattern % PATTERNS, start, on, &x[1], &other);
				ck_assert_msg(!memcmp(&one, &other, sizeof one),
					"%s %s, pattern %d from %u, lanes %x: in the short form L1 hits %llu, passes "
					"%llu, L2 hits %llu, "
					"partly written %llu; in the whole one %llu, %llu, %llu, %llu",
					store ? "store" : "load", t->name, pattern % PATTERNS, start, on,
					(unsigned long long)one.l1_hit, (unsigned long long)one.passes,
					(unsigned long long)one.l2_hit, (unsigned long long)one.l2_partial,
					(unsigned long long)other.l1_hit, (unsigned long long)other.passes,
					(unsigned long long)other.l2_hit, (unsigned long long)other.l2_partial);
				seen += one.l1_hit + one.l2_partial;
			}
		ck_assert_msg(seen > 0, "the model follows none of these places");
		for (int k = 0; k < 2; k++)
			rig_close(&g[k]);
	}
}
END_TEST

/* One instruction whose pattern of lanes changes from turn to turn, and comes back: what is remembered of the last one
 * must not be taken for it. Each turn in a launch of its own has nothing to remember. */
START_TEST(patterns_change)
{
	static const int counted[] = { CTR_SHARED_LD_WAVEFRONTS, CTR_SHARED_ST_WAVEFRONTS, CTR_SHARED_EXCESSIVE };
	enum { TURNS = 48, N = sizeof counted / sizeof *counted };
	uint64_t sum[N] = { 0 };
	struct rig g;
	bool differ = false;

	rig_open(&g, ptx_of("emulator/runs", "patterns that change"), 1, _i != 0);
	for (uint64_t k = 0; k < TURNS; k++) {
		uint64_t before = sum[0];

		rig_run(&g, "k", 1, 32, (const uint64_t[]){ k, k + 1 });
		rig_ok(&g);
		for (int c = 0; c < N; c++)
			sum[c] += g.r.c.v[counted[c]];
		differ |= k && sum[0] - before != sum[0] / (k + 1);
	}
	ck_assert(differ);
	rig_run(&g, "k", 1, 32, (const uint64_t[]){ 0, TURNS });
	rig_ok(&g);
	for (int c = 0; c < N; c++)
		ck_assert_msg(g.r.c.v[counted[c]] == sum[c], "counter %d: %llu, one turn after the other %llu", c,
			(unsigned long long)g.r.c.v[counted[c]], (unsigned long long)sum[c]);
	rig_close(&g);
}
END_TEST

Suite *emulator_runs_suite(void);
Suite *emulator_runs_suite(void)
{
	Suite *s = suite_create("emulator_runs");
	TCase *t = tcase_create("runs");

	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, every_pattern, 0, 2 * TYPES);
	tcase_add_loop_test(t, some_lanes_off, 0, 2 * TYPES);
	tcase_add_loop_test(t, ends_with_lanes_off, 0, 2 * TYPES);
	tcase_add_loop_test(t, ends_and_odd_places, 0, 2 * TYPES);
	tcase_add_loop_test(t, followed_alike, 0, 2 * TYPES);
	tcase_add_loop_test(t, patterns_change, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
