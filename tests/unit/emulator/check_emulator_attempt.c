/* Launches on several host threads with the checkers on: memory, last writers, findings, counters and the time model's
 * inputs are those of one thread, on every run, whether blocks keep apart (then all threads work) or meet (then all is
 * undone and done again in order). */
#include "emulator/check/check.h"
#include "emulator_kit.h"

/* What a launch does is in its parameters: a list of operations, four bits each, on words that are chosen by a hash of
 * the thread. `pa`: WORDS words for everybody, then one for each thread, then BLOCK for each block. */
enum { WORDS = 1 << 16, BLOCKS = 300, THREADS = 96, BLOCK = 128, ALL = WORDS + BLOCKS * THREADS + BLOCKS * BLOCK };
enum { STORE = 1, LOAD, ADD, MAX, BARRIER, STORE_OWN, LOAD_OWN, STORE_BLOCK, LOAD_BLOCK, ADD_TOO, STORE_SAME };
#define OPS(a, b, c, d, e, f) ((uint64_t)(a) | (b) << 4 | (c) << 8 | (d) << 12 | (e) << 16 | (f) << 20)

struct step {
	const char *kernel;
	uint64_t seed, mask, ops;
};

static const struct em_timing timing = {
	.multiprocessors = 4, .resident_blocks = 4, .l1_bytes = 512 << 10, .l2_bytes = 1 << 20, .fill_sectors = 2
};

static struct em_result launched(struct rig *g, const char *kernel, uint32_t blocks, const uint64_t *params)
{
	struct em_launch l = { .kernel = em_kernel_find(g->m, kernel),
		.grid = { blocks, 1, 1 },
		.block = { THREADS, 1, 1 },
		.params = params,
		.timing = &timing,
		.per_line = true,
		.step_budget = g->budget };
	struct em_result r;
	ck_assert_ptr_nonnull(l.kernel);
	ck_assert_msg(em_launch(g->d, &l, &r, &g->e) == 0, "%s: %s", kernel, g->e.msg);
	return r;
}

static uint64_t filled(struct rig *g)
{
	uint64_t a = rig_alloc(g, 4 * ALL);
	uint32_t *p = rig_ptr(g, a, 4 * ALL);
	for (unsigned k = 0; k < ALL; k++)
		p[k] = k * 2654435761u;
	em_host_wrote(g->d, a, 4 * WORDS); /* the rest was never written */
	return a;
}

static int same_place(const struct em_place *x, const struct em_place *y)
{
	return !memcmp(&x->block, &y->block, sizeof x->block) && !memcmp(&x->thread, &y->thread, sizeof x->thread) &&
		x->ptx_line == y->ptx_line;
}

/* What differs, in a word; NULL: nothing does. */
static const char *difference(struct rig *x, const struct em_result *rx, uint64_t ax, struct rig *y,
	const struct em_result *ry, uint64_t ay, uint64_t words)
{
	if (rx->fault.kind != ry->fault.kind || strcmp(rx->fault.message, ry->fault.message) ||
		rx->fault.address != ry->fault.address ||
		memcmp(&rx->fault.block, &ry->fault.block, sizeof rx->fault.block) ||
		memcmp(&rx->fault.thread, &ry->fault.thread, sizeof rx->fault.thread))
		return "the fault";
	if (memcmp(&rx->c, &ry->c, sizeof rx->c))
		return "counters";
	if (rx->steps != ry->steps)
		return "steps";
	if (memcmp(&rx->work, &ry->work, sizeof rx->work))
		return "the model's input";
	if (rx->findings_lost != ry->findings_lost || rx->unchecked_accesses != ry->unchecked_accesses)
		return "what was not seen";
	if (rx->nfindings != ry->nfindings)
		return "the number of findings";
	for (size_t k = 0; k < rx->nfindings; k++) {
		const struct em_finding *f = &rx->findings[k], *h = &ry->findings[k];
		if (strcmp(f->message, h->message) || f->count != h->count || f->kind != h->kind ||
			f->severity != h->severity || f->address != h->address || f->bytes != h->bytes ||
			f->same_warp != h->same_warp || !same_place(&f->at, &h->at) ||
			(f->has_other && !same_place(&f->other, &h->other)))
			return "a finding";
	}
	if (memcmp(rig_ptr(x, ax, 4 * words), rig_ptr(y, ay, 4 * words), 4 * words))
		return "memory";
	for (uint64_t k = 0; k < words; k++) {
		struct em_writer v, w;
		if (em_last_writer(x->d, ax + 4 * k, &v) != em_last_writer(y->d, ay + 4 * k, &w) ||
			v.launch != w.launch || !same_place(&v.place, &w.place))
			return "a last writer";
	}
	return NULL;
}

/* The steps in turn on one device, with one thread and with several; *alone and *undone: in how many steps all threads
 * worked to the end, or in vain. */
static void compare(const struct step *s, size_t n, int threads, unsigned *apart, unsigned *undone)
{
	struct rig g[2];
	uint64_t a[2];
	for (int k = 0; k < 2; k++) {
		rig_open(&g[k], ptx_of("emulator/attempt", "all"), k ? threads : 1, false);
		a[k] = filled(&g[k]);
	}
	for (size_t j = 0; j < n; j++) {
		struct em_result r[2];
		for (int k = 0; k < 2; k++)
			r[k] = launched(
				&g[k], s[j].kernel, BLOCKS, (uint64_t[]){ a[k], s[j].seed, s[j].mask, s[j].ops });
		const char *what = difference(&g[0], &r[0], a[0], &g[1], &r[1], a[1], ALL);
		ck_assert_msg(!what,
			"%s differs in step %zu of %s, operations %llx, mask %llx, seed %llx, with %d threads", what, j,
			s[j].kernel, (unsigned long long)s[j].ops, (unsigned long long)s[j].mask,
			(unsigned long long)s[j].seed, threads);
		ck_assert(r[0].host_threads == 1 && !r[0].undone);
		*apart += r[1].host_threads == threads;
		*undone += r[1].undone;
		em_result_release(&r[0]);
		em_result_release(&r[1]);
	}
	rig_close(&g[0]);
	rig_close(&g[1]);
}

/* One launch on a new device: must blocks be found to meet? */
static void meets(const char *kernel, uint64_t ops, uint64_t mask, bool want)
{
	for (int threads = 2; threads <= (in_short() ? 3 : 4); threads++) {
		unsigned apart = 0, undone = 0;
		compare(&(struct step){ kernel, 7, mask, ops }, 1, threads, &apart, &undone);
		ck_assert_msg(undone == want && apart == !want, "operations %llx of %s with %d threads: %s",
			(unsigned long long)ops, kernel, threads,
			undone        ? "undone" :
				apart ? "not undone" :
					"not tried");
	}
}

START_TEST(blocks_that_keep_apart)
{
	meets("mix", OPS(STORE_OWN, LOAD_OWN, STORE_OWN, 0, 0, 0), 1, false);
	meets("mix", OPS(LOAD, LOAD, STORE_OWN, 0, 0, 0), 1023, false); /* many read one place */
	meets("mix", OPS(STORE_OWN, BARRIER, LOAD_OWN, STORE_OWN, 0, 0), 1, false);
	meets("mix", OPS(ADD, ADD, ADD, 0, 0, 0), 255, false); /* a histogram */
	meets("mix", OPS(ADD, ADD_TOO, ADD, BARRIER, ADD_TOO, 0), 3, false);
	meets("mix", OPS(MAX, BARRIER, MAX, 0, 0, 0), 63, false);
	meets("bytes", OPS(STORE_OWN, BARRIER, LOAD_OWN, 0, 0, 0), 1, false);
	meets("mix", OPS(LOAD_BLOCK, STORE_OWN, 0, 0, 0, 0), 1, false); /* of what nobody wrote: an initcheck finding */
}
END_TEST

START_TEST(blocks_that_meet)
{
	meets("mix", OPS(STORE, 0, 0, 0, 0, 0), 15, true);
	meets("mix", OPS(STORE, 0, 0, 0, 0, 0), WORDS - 1, true);
	meets("mix", OPS(STORE_SAME, 0, 0, 0, 0, 0), 1, true);
	meets("mix", OPS(LOAD, STORE, STORE_OWN, 0, 0, 0), WORDS - 1, true);
	meets("mix", OPS(ADD, LOAD, STORE_OWN, 0, 0, 0), WORDS - 1, true);
	meets("mix", OPS(LOAD, ADD, STORE_OWN, 0, 0, 0), WORDS - 1, true);
	meets("mix", OPS(ADD, BARRIER, LOAD, STORE_OWN, 0, 0), WORDS - 1, true);
	meets("mix", OPS(ADD, BARRIER, STORE, 0, 0, 0), WORDS - 1, true);
	meets("mix", OPS(STORE, BARRIER, ADD, 0, 0, 0), WORDS - 1, true);
	meets("mix", OPS(ADD, MAX, 0, 0, 0, 0), WORDS - 1, true);   /* these two do not commute */
	meets("mix", OPS(ADD, 0, 0, 0, 0, 0), 2 * WORDS - 1, true); /* who is the first to add to what nobody wrote? */
	meets("mix", OPS(STORE_BLOCK, LOAD_BLOCK, STORE_OWN, 0, 0, 0), 1,
		true); /* warps of one block: who is named could hang on its neighbours */
	meets("bytes", OPS(STORE_BLOCK, BARRIER, LOAD_BLOCK, 0, 0, 0), 1, true);
}
END_TEST

/* One pair of blocks of all meets, wherever they are run. */
START_TEST(two_blocks_in_many)
{
	for (int threads = 2; threads <= 4; threads++)
		for (uint32_t far = 1; far < BLOCKS; far += far < 8 ? 1 : 37) {
			struct rig g;
			rig_open(&g, ptx_of("emulator/attempt", "one pair"), threads, false);
			struct em_result r = launched(&g, "pair", BLOCKS, (uint64_t[]){ filled(&g), far });
			ck_assert_msg(r.undone, "block %u reads what block 0 writes, and with %d threads nobody saw it",
				far, threads);
			ck_assert(r.nfindings > 0 && r.findings[0].severity == EM_ERROR);
			em_result_release(&r);
			rig_close(&g);
		}
}
END_TEST

/* Whatever is done in whatever order: the same. With sixteen threads the shadows are compared by several, too. */
START_TEST(any_operations)
{
	static const int threads[] = { 2, 16, 3, 16 };
	uint64_t x = 1 + (uint64_t)_i;
	unsigned apart = 0, undone = 0;
	for (int round = 0; round < 4; round++) {
		struct step s[6];
		for (size_t k = 0; k < 6; k++) {
			s[k] = (struct step){ round & 1 ? "bytes" : "mix", 0, 0, 0 };
			x = x * 6364136223846793005ull + 1442695040888963407ull;
			s[k].seed = x >> 33;
			s[k].mask = (1ull << (4 + (x >> 20) % 13)) - 1;
			for (unsigned n = 0; n < 6; n++) {
				/* Mostly each its own, or no two of them would keep apart. */
				static const uint8_t often[] = { STORE_OWN, LOAD_OWN, BARRIER, LOAD, ADD, STORE_OWN,
					LOAD_OWN, STORE, MAX, STORE_BLOCK, LOAD_BLOCK, ADD_TOO, STORE_SAME };
				x = x * 6364136223846793005ull + 1442695040888963407ull;
				s[k].ops |= (uint64_t)often[(x >> 40) % (k & 1 ? 4 : sizeof often)] << 4 * n;
			}
		}
		compare(s, 6, threads[round], &apart, &undone);
	}
	ck_assert_msg(apart > 0 && undone > 0, "%u apart, %u undone: one of them was not tried", apart, undone);
}
END_TEST

/* The comparison itself sees differences. */
START_TEST(control)
{
	struct rig g[2];
	uint64_t a[2];
	struct em_result r[2];
	for (int other = 0; other < 3; other++) {
		for (int k = 0; k < 2; k++) {
			rig_open(&g[k], ptx_of("emulator/attempt", "all"), 4, false);
			a[k] = filled(&g[k]);
			r[k] = launched(&g[k], "mix", BLOCKS,
				(uint64_t[]){ a[k], k && other == 1 ? 8 : 7, 255,
					OPS(ADD, STORE_OWN, k && other == 2 ? LOAD : 0, 0, 0, 0) });
		}
		const char *what = difference(&g[0], &r[0], a[0], &g[1], &r[1], a[1], ALL);
		ck_assert_msg(!!what == !!other, "%s", what ? what : "nothing differs");
		for (int k = 0; k < 2; k++) {
			em_result_release(&r[k]);
			rig_close(&g[k]);
		}
	}
}
END_TEST

static void whole(const char *kernel, uint64_t bytes, uint32_t blocks, uint64_t budget, uint64_t words, bool undone)
{
	struct rig g[2];
	uint64_t a[2];
	for (int k = 0; k < 2; k++) {
		rig_open(&g[k], ptx_of("emulator/attempt", "all"), k ? 3 : 1, false);
		g[k].budget = budget;
		a[k] = rig_alloc(&g[k], bytes);
	}
	for (int times = 0; times < 3; times++) {
		struct em_result r[2];
		for (int k = 0; k < 2; k++)
			r[k] = launched(&g[k], kernel, blocks, &a[k]);
		const char *what = difference(&g[0], &r[0], a[0], &g[1], &r[1], a[1], words);
		ck_assert_msg(!what, "%s: %s differs", kernel, what);
		ck_assert_int_eq(r[1].undone, undone && times == 0);
		em_result_release(&r[0]);
		em_result_release(&r[1]);
	}
	rig_close(&g[0]);
	rig_close(&g[1]);
}

START_TEST(faults)
{
	whole("faulty", 4 * BLOCKS * THREADS, BLOCKS, 0, BLOCKS * THREADS, true);
}
END_TEST
START_TEST(timeouts)
{
	whole("endless", 4096, BLOCKS, 3000000, 16, true);
}
END_TEST
/* More than the shadow has room for, in order or not; and less than that. */
START_TEST(too_much_memory)
{
	whole("wide", 250ull << 20, 41, 0, 250u << 20 >> 6, true);
}
END_TEST
START_TEST(much_memory)
{
	whole("wide", 31ull << 20, 5, 0, 31u << 20 >> 5, false);
}
END_TEST
/* Each of sixteen workers sees all of a table: they get the room for it. */
START_TEST(a_table_for_many_workers)
{
	struct rig g;
	uint64_t a;
	struct em_result r;
	uint8_t *p;

	rig_open(&g, ptx_of("emulator/attempt", "all"), 16, false);
	a = rig_alloc(&g, 4 << 20);
	p = rig_ptr(&g, a, 4 << 20);
	memset(p, 1, 4 << 20);
	em_host_wrote(g.d, a, 4 << 20);
	r = launched(&g, "table", 64, &a);
	ck_assert_int_eq(r.host_threads, 16);
	ck_assert(!r.undone);
	em_result_release(&r);
	rig_close(&g);
}
END_TEST
/* Half-warps that read whole units take no room for granules, though many blocks read the same ones: it was ten times
 * as much. */
START_TEST(units_that_many_read)
{
	struct rig g;
	uint64_t a;
	struct em_result r;
	uint8_t *p;

	rig_open(&g, ptx_of("emulator/attempt", "all"), 16, false);
	a = rig_alloc(&g, 4 << 20);
	p = rig_ptr(&g, a, 4 << 20);
	memset(p, 1, 4 << 20);
	em_host_wrote(g.d, a, 4 << 20);
	r = launched(&g, "table_words", 64, &a);
	ck_assert_int_eq(r.host_threads, 16);
	ck_assert(!r.undone);
	ck_assert_msg(
		g.d->check->own_bytes < 32 << 20, "%llu bytes of shadows", (unsigned long long)g.d->check->own_bytes);
	em_result_release(&r);
	rig_close(&g);
}
END_TEST
/* A launch of small accesses leaves planes with room for granules. A later one that wants none of it is not charged for
 * it: with 16 threads it was, found no room, and ran in order, slower than with one. */
START_TEST(room_of_an_earlier_launch)
{
	enum { BYTES = 64 << 20 };
	struct rig g;
	uint64_t a;
	struct em_result r;
	uint8_t *p;

	rig_open(&g, ptx_of("emulator/attempt", "all"), 16, false);
	a = rig_alloc(&g, BYTES);
	p = rig_ptr(&g, a, BYTES);
	memset(p, 1, BYTES);
	em_host_wrote(g.d, a, BYTES);
	for (int k = 0; k < 2; k++) {
		r = launched(&g, k ? "stream" : "table_bytes", k ? BYTES / 4 / THREADS : 64, &a);
		ck_assert_int_eq(r.host_threads, 16);
		ck_assert_msg(!r.undone, "launch %d ran twice", k);
		em_result_release(&r);
	}
	rig_close(&g);
}
END_TEST

Suite *emulator_attempt_suite(void);
Suite *emulator_attempt_suite(void)
{
	Suite *s = suite_create("emulator_attempt");
	TCase *t = tcase_create("threads");
	tcase_set_timeout(t, 240);
	tcase_add_test(t, blocks_that_keep_apart);
	tcase_add_test(t, blocks_that_meet);
	tcase_add_test(t, two_blocks_in_many);
	tcase_add_loop_test(t, any_operations, 0, in_short() ? 1 : 8);
	tcase_add_test(t, control);
	tcase_add_test(t, faults);
	tcase_add_test(t, timeouts);
	tcase_add_test(t, too_much_memory);
	tcase_add_test(t, much_memory);
	tcase_add_test(t, a_table_for_many_workers);
	tcase_add_test(t, units_that_many_read);
	tcase_add_test(t, room_of_an_earlier_launch);
	suite_add_tcase(s, t);
	return s;
}
