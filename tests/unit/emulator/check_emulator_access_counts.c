/* Each form of access to memory counts what follows from its addresses, whichever way the executors take: each space,
 * width and pattern of lanes, all lanes and some, guarded and after a branch, with checkers, without, and under the
 * clock, on both levels of the CPU. What is wanted is worked out here, in the plainest way, from the rules of
 * docs/counters.md. An executor that forgets to raise a counter fails here; so does one that forgets what the clock
 * alone reads (constant memory's words, requests of loads that are joined). */
#include "emulator/work.h"
#include "tests/unit/emulator/emulator_kit.h"

#define LANES 32
#define TIMES 2  /* the access stands twice: the second may take what was found for the first */
#define BLOCKS 2 /* the second runs after the first: each instruction knows the allocation that it touched last */
#define PLAIN 48 /* instructions of the kernel, the two accesses too */

enum space { GLOBAL, SHARED, SHARED_GENERIC, LOCAL, CONSTANT };
/* LOOP: an atomic that is one (docs/counters.md); PAIR: two loads of a word that ptxas joins into one */
enum what { LOAD, STORE, ATOMIC, REDUCTION, LOOP, COPY, PAIR };
struct form {
	char text[96];
	enum space space;
	enum what what;
	unsigned bytes; /* of a lane */
};

static const struct {
	const char *type, *data;
	unsigned bytes;
} widths[] = {
	{ "u8", "%w0", 1 },
	{ "s16", "%w0", 2 },
	{ "v2.u8", "{%w0, %w1}", 2 },
	{ "b32", "%w0", 4 },
	{ "v2.u16", "{%w0, %w1}", 4 },
	{ "b64", "%d0", 8 },
	{ "v2.b32", "{%w0, %w1}", 8 },
	{ "v4.b32", "{%w0, %w1, %w2, %w3}", 16 },
	{ "v2.b64", "{%d0, %d1}", 16 },
	{ "b128", "%x", 16 },
};
static const struct {
	const char *suffix, *address;
	enum space space;
} spaces[] = {
	{ ".global", "%a", GLOBAL },
	{ "", "%a", GLOBAL },
	{ ".shared", "%s", SHARED },
	{ "", "%g", SHARED_GENERIC },
	{ ".local", "%l", LOCAL },
	{ ".const", "%c", CONSTANT },
};
static const struct form others[] = {
	{ "atom.global.add.u32 %w0, [%a], %w1;", GLOBAL, ATOMIC, 4 },
	{ "atom.global.add.u64 %d0, [%a], %d1;", GLOBAL, ATOMIC, 8 },
	{ "atom.global.add.f32 %w0, [%a], %w1;", GLOBAL, ATOMIC, 4 },
	{ "atom.global.cas.b32 %w0, [%a], %w1, %w2;", GLOBAL, ATOMIC, 4 },
	{ "atom.add.u32 %w0, [%a], %w1;", GLOBAL, ATOMIC, 4 },
	{ "atom.global.exch.b128 %x, [%a], %y;", GLOBAL, ATOMIC, 16 },
	{ "atom.global.add.v2.f32 {%w0, %w1}, [%a], {%w2, %w3};", GLOBAL, ATOMIC, 8 },
	{ "red.global.add.u32 [%a], %w1;", GLOBAL, REDUCTION, 4 },
	{ "red.add.u64 [%a], %d1;", GLOBAL, ATOMIC, 8 },
	{ "red.global.add.v4.f32 [%a], {%w0, %w1, %w2, %w3};", GLOBAL, REDUCTION, 16 },
	{ "atom.shared.add.u32 %w0, [%s], %w1;", SHARED, ATOMIC, 4 },
	{ "atom.shared.exch.b64 %d0, [%s], %d1;", SHARED, ATOMIC, 8 },
	{ "atom.shared.exch.b128 %x, [%s], %y;", SHARED, ATOMIC, 16 },
	{ "atom.add.u32 %w0, [%g], %w1;", SHARED_GENERIC, ATOMIC, 4 },
	{ "red.shared.add.u32 [%s], %w1;", SHARED, ATOMIC, 4 },
	{ "atom.shared.add.f32 %w0, [%s], %w1;", SHARED, LOOP, 4 },
	{ "atom.shared.add.u64 %d0, [%s], %d1;", SHARED, LOOP, 8 },
	{ "cp.async.ca.shared.global [%s], [%a], 4;", GLOBAL, COPY, 4 },
	{ "cp.async.ca.shared.global [%s], [%a], 8;", GLOBAL, COPY, 8 },
	{ "cp.async.cg.shared.global [%s], [%a], 16;", GLOBAL, COPY, 16 },
	{ "ld.shared.b32 %w0, [%j]; ld.shared.b32 %w1, [%j+4];", SHARED, PAIR, 8 },
};
enum {
	WIDTHS = sizeof widths / sizeof *widths,
	SPACES = sizeof spaces / sizeof *spaces,
	OTHERS = sizeof others / sizeof *others,
	FORMS = 2 * WIDTHS * SPACES + OTHERS
};

/* False: there is no such form. */
static bool form_of(int k, struct form *f)
{
	const int store = k / WIDTHS / SPACES, space = k / WIDTHS % SPACES, width = k % WIDTHS;

	if (k >= 2 * WIDTHS * SPACES) {
		*f = others[k - 2 * WIDTHS * SPACES];
		return true;
	}
	f->space = spaces[space].space;
	f->what = store ? STORE : LOAD;
	f->bytes = widths[width].bytes;
	if (store)
		snprintf(f->text, sizeof f->text, "st%s.%s [%s], %s;", spaces[space].suffix, widths[width].type,
			spaces[space].address, widths[width].data);
	else
		snprintf(f->text, sizeof f->text, "ld%s.%s %s, [%s];", spaces[space].suffix, widths[width].type,
			widths[width].data, spaces[space].address);
	return (f->space != CONSTANT || (!store && strcmp(widths[width].type, "b128"))) &&
		((f->space != SHARED && f->space != SHARED_GENERIC) || strcmp(widths[width].type, "b128"));
}

/* In units of an access: where the lanes of the first half-warp and those of the second lie (access_counts.ptx). */
static const struct pattern {
	unsigned first, second, step;
} patterns[] = {
	{ 1, 16, 1 },  /* one after the other */
	{ 0, 0, 0 },   /* one place */
	{ 1, 0, 1 },   /* both halves want the same */
	{ 0, 64, 0 },  /* two places */
	{ 1, 100, 1 }, /* two runs */
	{ 1, 64, 0 },  /* a run, and a place */
	{ 2, 32, 2 }, { 5, 80, 5 },
	{ 0, 128, 0 }, /* 2 KB apart, of 16 bytes: where one line of the nearest cache takes another's place */
};
static const uint32_t masks[] = { 0xffffffff, 0x0000ffff, 0x00fffff0, 0x55555555, 0x00000080, 0 };

/* ---- what is wanted */
static unsigned distinct(const uint32_t *at, uint32_t mask, unsigned unit)
{
	unsigned n = 0;

	for (int l = 0; l < LANES; l++) {
		bool before = !(mask >> l & 1);

		for (int k = 0; k < l; k++)
			before |= (mask >> k & 1) && at[k] / unit == at[l] / unit;
		n += !before;
	}
	return n;
}

/* A sector counts as often as lanes work on the busiest place of it. */
static unsigned atomic_sectors(const uint32_t *at, uint32_t mask)
{
	unsigned sum = 0;

	for (uint32_t sector = 0; sector < 4096 / 32; sector++) {
		unsigned most = 0;

		for (uint32_t place = 32 * sector; place < 32 * sector + 32; place++) {
			unsigned lanes = 0;

			for (int l = 0; l < LANES; l++)
				lanes += (mask >> l & 1) && at[l] == place;
			most = lanes > most ? lanes : most;
		}
		sum += most;
	}
	return sum;
}

static unsigned busiest_bank(const uint32_t *at, uint32_t mask, unsigned bytes)
{
	unsigned bank[32] = { 0 }, most = 0;

	for (uint32_t word = 0; word < 1024; word++) {
		bool wanted = false;

		for (int l = 0; l < LANES; l++)
			wanted |= (mask >> l & 1) && at[l] / 4 <= word && word <= (at[l] + bytes - 1) / 4;
		bank[word % 32] += wanted;
	}
	for (int b = 0; b < 32; b++)
		most = bank[b] > most ? bank[b] : most;
	return most;
}

static bool pairs(const uint32_t *at, uint32_t mask)
{
	for (int l = 0; l < LANES; l += 2)
		if ((mask >> l & 3) == 3 && at[l] != at[l + 1])
			return false;
	return true;
}

/* `n` lanes from `first` on, as far as the warp has them. */
static uint32_t run_of(unsigned first, unsigned n)
{
	return (uint32_t)((n < LANES ? (1ull << n) - 1 : UINT32_MAX) << first);
}

static unsigned wavefronts(const uint32_t *at, uint32_t mask, unsigned bytes, bool store)
{
	unsigned parts = bytes <= 4 ? 1 : bytes / 4, lanes = LANES / parts, n = 0;

	for (unsigned part = 0; part < parts; part++) {
		uint32_t own = run_of(part * lanes, lanes) & mask, two = run_of(part * lanes, 2 * lanes) & mask;

		if (parts > 1 && part % 2 == 0 && !store && pairs(at, two) && busiest_bank(at, two, bytes) == 1)
			n++, part++;
		else
			n += busiest_bank(at, own, bytes);
	}
	return n;
}

static unsigned excessive(const uint32_t *at, uint32_t mask, unsigned bytes, bool store)
{
	unsigned n = wavefronts(at, mask, bytes, store),
		 needed = ((unsigned)__builtin_popcount(mask) * bytes + 127) / 128;

	return n > needed ? n - needed : 0;
}

/* In each turn of the loop one lane of each place gets through. */
static void loop(const uint32_t *at, uint32_t mask, unsigned bytes, uint64_t *turns, uint64_t *waves)
{
	while (mask) {
		uint32_t through = 0;

		for (int l = 0; l < LANES; l++) {
			bool taken = !(mask >> l & 1);

			for (int k = 0; k < l; k++)
				taken |= (through >> k & 1) && at[k] == at[l];
			through |= (uint32_t)!taken << l;
		}
		*turns += TIMES;
		*waves += TIMES * wavefronts(at, through, bytes, false);
		mask &= ~through;
	}
}

enum mode { ALL_LANES, GUARDED, BRANCHED };
static const char *const mode_name[] = { "all lanes", "under a guard", "after a branch" };
static const char *const watched_by[] = { "no checkers", "checkers", "the clock", "checkers and the clock" };

static void wanted(const struct form *f, enum mode mode, const uint32_t *at, uint32_t mask, uint64_t *v)
{
	const bool store = f->what == STORE, pair = f->what == PAIR;
	/* The same load again is left out by ptxas (cost/reloaded.c). */
	const bool once = mode != GUARDED && f->what == LOAD &&
		(!strncmp(f->text, "ld.global.", strlen("ld.global.")) ||
			!strncmp(f->text, "ld.shared.", strlen("ld.shared.")));
	const unsigned on = (unsigned)__builtin_popcount(mask), all = pair ? 2 * TIMES : TIMES, times = mask ? all : 0,
		       plain = PLAIN + all - TIMES;

	v[CTR_GLOBAL_ST_REQUESTS] = 1; /* the kernel's last store */
	v[CTR_GLOBAL_ST_SECTORS] = 4;
	v[CTR_INST] = plain + (mode == BRANCHED) - (mode == BRANCHED && !mask ? all : 0);
	v[CTR_THREAD_INST] = LANES * (plain + (mode == BRANCHED)) - (mode == BRANCHED ? all * (LANES - on) : 0);
	v[CTR_THREAD_INST_ON] = v[CTR_THREAD_INST] - (mode == GUARDED ? all * (LANES - on) : 0) -
		(mode == BRANCHED ? on : 0); /* who jumps is on at the branch */
	v[CTR_BRANCHES] = mode == BRANCHED;
	v[CTR_DIVERGENT_BRANCHES] = mode == BRANCHED && on % LANES;
	switch (f->what) {
	case LOAD:
	case STORE:
	case PAIR:
		if (f->space == GLOBAL) {
			const unsigned asked = once && times ? 1 : times;

			v[store ? CTR_GLOBAL_ST_REQUESTS : CTR_GLOBAL_LD_REQUESTS] += asked;
			v[store ? CTR_GLOBAL_ST_SECTORS : CTR_GLOBAL_LD_SECTORS] += asked * distinct(at, mask, 32);
		}
		/* Both words of a pair, both times, are one access of 8 bytes: nothing is stored in between. */
		if (f->space == SHARED)
			v[store ? CTR_SHARED_ST_INST : CTR_SHARED_LD_INST] =
				pair || once ? 1 : all; /* also with no lane on */
		if (f->space == SHARED || f->space == SHARED_GENERIC) {
			const unsigned each = pair || once ? mask != 0 : times;

			v[store ? CTR_SHARED_ST_WAVEFRONTS : CTR_SHARED_LD_WAVEFRONTS] =
				each * wavefronts(at, mask, f->bytes, store);
			v[CTR_SHARED_EXCESSIVE] = each * excessive(at, mask, f->bytes, store);
		}
		break;
	case LOOP: loop(at, mask, f->bytes, &v[CTR_SHARED_LD_INST], &v[CTR_SHARED_LD_WAVEFRONTS]); /* fall through */
	case ATOMIC:
	case REDUCTION:
		v[CTR_ATOMICS] = times;
		if (f->space == GLOBAL) {
			bool red = f->what == REDUCTION;

			v[red ? CTR_GLOBAL_RED_REQUESTS : CTR_GLOBAL_ATOM_REQUESTS] = times;
			v[red ? CTR_GLOBAL_RED_SECTORS : CTR_GLOBAL_ATOM_SECTORS] = times * atomic_sectors(at, mask);
		} else {
			v[CTR_SHARED_EXCESSIVE] = times * excessive(at, mask, f->bytes, false);
		}
		break;
	case COPY:
		v[CTR_GLOBAL_LD_REQUESTS] = times;
		v[CTR_GLOBAL_LD_SECTORS] = times * distinct(at, mask, 32);
		v[CTR_SHARED_LD_INST] = 3; /* without a lane (cost/copy_loads.c) */
	}
	for (size_t k = 0; k < CTR_COUNT; k++)
		v[k] *= BLOCKS;
}

static const enum counter_id compared[] = { CTR_INST, CTR_THREAD_INST, CTR_THREAD_INST_ON, CTR_BRANCHES,
	CTR_DIVERGENT_BRANCHES, CTR_GLOBAL_LD_REQUESTS, CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_ST_REQUESTS,
	CTR_GLOBAL_ST_SECTORS, CTR_GLOBAL_ATOM_REQUESTS, CTR_GLOBAL_ATOM_SECTORS, CTR_GLOBAL_RED_REQUESTS,
	CTR_GLOBAL_RED_SECTORS, CTR_SHARED_LD_INST, CTR_SHARED_ST_INST, CTR_SHARED_LD_WAVEFRONTS,
	CTR_SHARED_ST_WAVEFRONTS, CTR_SHARED_EXCESSIVE, CTR_ATOMICS };

/* Lines of constant memory that a block finds no longer in the nearest cache, which has 32 of 64 bytes, because another
 * took their place. */
static unsigned lost(uint64_t base, const uint32_t *at, uint32_t mask)
{
	uint64_t near[32] = { 0 };
	unsigned n = 0;

	for (int l = 0; l < TIMES * LANES; l++) {
		uint64_t line = (base + at[l % LANES]) / 64;

		if (!(mask >> l % LANES & 1) || near[line % 32] == line)
			continue;
		n += near[line % 32] != 0;
		near[line % 32] = line;
	}
	return n;
}

/* A load from constant memory counts for the clock alone: each word beside a warp's first is waited for. */
static void check_constant(const struct form *f, const struct em_work *w, uint64_t base, const uint32_t *at,
	uint32_t mask, const char *where)
{
	unsigned words = distinct(at, mask, f->bytes) * (f->bytes > 8 ? 2 : 1);

	ck_assert_msg(w->constant_words == BLOCKS * TIMES * words, "%s: %llu words, not %u", where,
		(unsigned long long)w->constant_words, BLOCKS * TIMES * words);
	ck_assert_msg(w->constant_far == BLOCKS * lost(base, at, mask), "%s: %llu lines lost, not %u", where,
		(unsigned long long)w->constant_far, BLOCKS * lost(base, at, mask));
	if (mask == 0xffffffff)
		ck_assert_msg(w->wait[EM_WAIT_CONSTANT_WORD] >= (int64_t)(words - 1) * EM_WAIT_UNIT,
			"%s: waits for %lld words", where, (long long)w->wait[EM_WAIT_CONSTANT_WORD] / EM_WAIT_UNIT);
}

/* Loads that are joined take the wavefronts of the one that they are. */
static void check_pair(const struct em_work *w, const uint32_t *at, uint32_t mask, const char *where)
{
	unsigned passes = mask ? BLOCKS * wavefronts(at, mask, 8, false) : 0;

	ck_assert_msg(w->shared_passes == passes, "%s: %llu passes, not %u", where,
		(unsigned long long)w->shared_passes, passes);
}

static void lanes_at(const struct form *f, const struct pattern *p, uint32_t *at)
{
	for (uint32_t k = 0; k < LANES; k++)
		at[k] = f->bytes * (k < 16 ? k * p->first : p->second + (k - 16) * p->step);
}

static void try_pattern(struct rig *g, const struct form *f, const struct pattern *p, uint32_t mask,
	const uint64_t *memory, const uint64_t *want, bool timed, const char *where)
{
	static const struct em_timing timing = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 16, .l2_bytes = 1 << 20, .fill_sectors = 2
	};
	uint64_t params[6] = { memory[0], memory[1], p->first * f->bytes, p->second * f->bytes, p->step * f->bytes,
		mask },
		 constants, size;
	uint32_t at[LANES];
	struct em_launch l = { .kernel = em_kernel_find(g->m, "k"),
		.grid = { BLOCKS, 1, 1 },
		.block = { LANES, 1, 1 },
		.params = params,
		.unchecked = g->unchecked,
		.timing = timed ? &timing : NULL };

	lanes_at(f, p, at);
	ck_assert_int_eq(em_symbol_find(g->m, "constants", &constants, &size), 0);
	em_result_release(&g->r);
	ck_assert_msg(em_launch(g->d, &l, &g->r, &g->e) == 0, "%s: %s", where, g->e.msg);
	rig_ok(g);
	/* Check writes a file at each assertion, so there is one only for what differs. */
	for (size_t k = 0; k < sizeof compared / sizeof *compared; k++)
		if (g->r.c.v[compared[k]] != want[compared[k]])
			ck_abort_msg("%s: %s is %llu, not %llu", where, counter_name(compared[k]),
				(unsigned long long)g->r.c.v[compared[k]], (unsigned long long)want[compared[k]]);
	if (timed && f->space == CONSTANT && mask)
		check_constant(f, &g->r.work, constants, at, mask, where);
	if (timed && f->what == PAIR)
		check_pair(&g->r.work, at, mask, where);
}

enum { MASKS = sizeof masks / sizeof *masks, PATTERNS = sizeof patterns / sizeof *patterns };

/* One form in one mode, on one level of the CPU: all patterns by all masks, each without checkers, with them, and under
 * the clock. In short (in_short.h) each pattern by each mask has one of these, all in turn, and the other level the
 * next. */
static void try_form(const struct form *f, enum mode mode, int level, uint64_t (*want)[PATTERNS][CTR_COUNT])
{
	struct rig g;
	uint64_t memory[2];
	const unsigned ways = f->what == PAIR ? 4 : 3;

	rig_open(&g, ptx_fill("emulator/access_counts", mode_name[mode], "ACCESS", f->text), 1, !level);
	memory[0] = rig_alloc(&g, 4096), memory[1] = rig_alloc(&g, 4096);
	em_host_wrote(g.d, memory[0], 4096);
	for (size_t m = 0; m < (mode == ALL_LANES ? 1 : MASKS); m++)
		for (size_t p = 0; p < PATTERNS; p++)
			for (unsigned watched = 0; watched < ways; watched++) {
				char where[256];

				if (in_short() && watched != (m + p + p / ways + (unsigned)level) % ways)
					continue;
				snprintf(where, sizeof where, "%s %s, lanes %08x, pattern %zu, %s, %s", f->text,
					mode_name[mode], masks[m], p, watched_by[watched], level ? "AVX2" : "baseline");
				g.unchecked = watched & 1 ? 0 : EM_CHECK_ALL;
				try_pattern(&g, f, &patterns[p], masks[m], memory, want[m][p], watched & 2, where);
			}
	rig_close(&g);
}

START_TEST(every_form)
{
	static uint64_t want[MASKS][PATTERNS][CTR_COUNT];
	struct form f;

	if (!form_of(_i, &f))
		return;
	for (enum mode mode = ALL_LANES; mode <= BRANCHED; mode++) {
		if (f.what == PAIR && mode == GUARDED) /* ptxas joins none that are guarded */
			continue;
		memset(want, 0, sizeof want);
		for (size_t m = 0; m < (mode == ALL_LANES ? 1 : MASKS); m++)
			for (size_t p = 0; p < PATTERNS; p++) {
				uint32_t at[LANES];

				lanes_at(&f, &patterns[p], at);
				wanted(&f, mode, at, masks[m], want[m][p]);
			}
		for (int level = 0; level < 2; level++)
			try_form(&f, mode, level, want);
	}
}
END_TEST

Suite *emulator_access_counts_suite(void);
Suite *emulator_access_counts_suite(void)
{
	Suite *s = suite_create("emulator_access_counts");
	TCase *t = tcase_create("forms");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, every_form, 0, FORMS);
	suite_add_tcase(s, t);
	return s;
}
