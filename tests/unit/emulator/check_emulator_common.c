/* Tables that all blocks of an attempt read (check/common.c): once two workers have read all of a KB nobody notes more
 * readers there. What an attempt finds stays the same: who writes there meets them all. */
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator_kit.h"

enum {
	TABLE = 16 << 10,
	THREADS = 96,
	MOST_BLOCKS = 200,
	BYTES = TABLE + 4 * THREADS * MOST_BLOCKS,
	WORDS = BYTES / 4
};

static const struct em_timing timing = {
	.multiprocessors = 4, .resident_blocks = 4, .l1_bytes = 512 << 10, .l2_bytes = 1 << 20, .fill_sectors = 2
};

static uint64_t opened(struct rig *g, int threads, bool baseline)
{
	uint64_t a;

	rig_open(g, ptx_of("emulator/common", "all"), threads, baseline);
	a = rig_alloc(g, BYTES);
	memset(rig_ptr(g, a, BYTES), 1, BYTES);
	em_host_wrote(g->d, a, BYTES);
	return a;
}

/* Blocks `from` to `to` write (atomic: change) the table's word `word`. */
struct writes {
	uint64_t from, to, word, atomic;
};

static struct em_result launched(struct rig *g, uint64_t a, const char *kernel, uint32_t blocks, struct writes w)
{
	return rig_launched(g, kernel,
		(struct em_launch){ .grid = { blocks, 1, 1 },
			.block = { THREADS, 1, 1 },
			.params = (uint64_t[]){ a, w.from, w.to, w.word, w.atomic },
			.timing = &timing,
			.per_line = true });
}

static const char *difference(
	struct rig *x, const struct em_result *rx, uint64_t ax, struct rig *y, const struct em_result *ry, uint64_t ay)
{
	if (memcmp(&rx->c, &ry->c, sizeof rx->c) || rx->steps != ry->steps)
		return "counters";
	if (memcmp(&rx->work, &ry->work, sizeof rx->work))
		return "the model's input";
	if (rx->nfindings != ry->nfindings || rx->unchecked_accesses != ry->unchecked_accesses)
		return "the number of findings";
	for (size_t k = 0; k < rx->nfindings; k++) {
		const struct em_finding *f = &rx->findings[k], *h = &ry->findings[k];

		if (strcmp(f->message, h->message) || f->count != h->count || f->address != h->address)
			return "a finding";
	}
	if (memcmp(rig_ptr(x, ax, BYTES), rig_ptr(y, ay, BYTES), BYTES))
		return "memory";
	for (uint64_t k = 0; k < WORDS; k += 7) {
		struct em_writer v, w;

		if (em_last_writer(x->d, ax + 4 * k, &v) != em_last_writer(y->d, ay + 4 * k, &w) ||
			v.launch != w.launch || memcmp(&v.place.block, &w.place.block, sizeof v.place.block))
			return "a last writer";
	}
	return NULL;
}

static const char *const kernels[] = { "words", "one", "four" };

/* With one thread and with several: the same, and done twice where somebody wrote. */
static void compare(const char *kernel, int threads, uint32_t blocks, struct writes w)
{
	struct rig g[2];
	uint64_t a[2];
	struct em_result r[2];
	const char *what;

	for (int k = 0; k < 2; k++) {
		a[k] = opened(&g[k], k ? threads : 1, threads == 3);
		r[k] = launched(&g[k], a[k], kernel, blocks, w);
	}
	what = difference(&g[0], &r[0], a[0], &g[1], &r[1], a[1]);
	ck_assert_msg(!what, "%s differs in %s with %d threads, blocks %llu to %llu write word %llu", what, kernel,
		threads, (unsigned long long)w.from, (unsigned long long)w.to, (unsigned long long)w.word);
	ck_assert_msg(r[1].undone == (w.from < w.to), "%s with %d threads: %s", kernel, threads,
		r[1].undone ? "undone" : "not undone");
	ck_assert(!r[0].undone && (r[1].undone || r[1].host_threads == threads));
	ck_assert((r[0].nfindings > 0) == (w.from < w.to));
	for (int k = 0; k < 2; k++) {
		em_result_release(&r[k]);
		rig_close(&g[k]);
	}
}

START_TEST(a_table_that_nobody_writes)
{
	compare(kernels[_i], 2, MOST_BLOCKS, (struct writes){ 0 });
	compare(kernels[_i], 3, 40, (struct writes){ 0 });
	compare(kernels[_i], 16, MOST_BLOCKS, (struct writes){ 0 });
}
END_TEST

/* One block in many writes one word of it, early or late. */
START_TEST(a_table_that_a_block_writes)
{
	static const uint32_t writers[] = { 0, 1, 20, 38, 39 };

	for (size_t k = 0; k < sizeof writers / sizeof *writers; k += in_short() ? 2 : 1) {
		const uint64_t n = writers[k];

		compare(kernels[_i], 2, 40, (struct writes){ n, n + 1, 1000 + 7 * n, 0 });
		compare(kernels[_i], 16, 40, (struct writes){ n, n + 1, 255, 0 });
		compare(kernels[_i], 3, 40, (struct writes){ n, n + 1, 256, 1 });
	}
	compare(kernels[_i], 16, 40, (struct writes){ 0, 40, 0, 1 }); /* atomics commute, but not with loads */
}
END_TEST

/* ---- two workers of an attempt, by hand */
struct attempt {
	struct rig g;
	struct em_launch l;
	struct em_run r;
	struct em_worker w[3];
	uint64_t a;
};

static void attempt_begin(struct attempt *x)
{
	x->r = (struct em_run){ .d = x->g.d,
		.l = &x->l,
		.p = x->l.kernel->p,
		.nblocks = 8,
		.workers = x->w,
		.nworkers = 3,
		.attempt = true };
	ck_assert(em_attempt_begin(&x->r));
	em_check_begin(&x->r);
	for (int k = 0; k < 3; k++)
		x->w[k] =
			(struct em_worker){ .d = x->g.d, .run = &x->r, .p = x->r.p, .shadow = &x->g.d->check->own[k] };
}

static void attempt_new(struct attempt *x)
{
	memset(x, 0, sizeof *x);
	x->a = opened(&x->g, 3, false);
	x->l = (struct em_launch){
		.kernel = em_kernel_find(x->g.m, "words"), .grid = { 8, 1, 1 }, .block = { 32, 1, 1 }
	};
	ck_assert(!em_kernel_decode(x->l.kernel, &x->g.e));
	attempt_begin(x);
}

static void attempt_end(struct attempt *x)
{
	struct em_result r = { 0 };

	em_attempt_end(&x->r, false);
	em_check_end(&x->r, &r);
	em_result_release(&r);
}

/* The worker has read the granules [from, to) of the KB at `off` of memory, as words or by whole units; now it reads
 * the KB again. */
static bool reads(struct attempt *x, int worker, size_t off, unsigned from, unsigned to, bool units)
{
	struct em_check *c = x->g.d->check;
	struct em_worker *w = &x->w[worker];
	struct ck_chunk *k = em_check_chunk(w, c->base + off, CK_READER);
	const size_t in = off & (CK_CHUNK_BYTES - 1);

	ck_assert_ptr_nonnull(k);
	for (unsigned g = from; g < to; g++) {
		uint64_t *unit = &ck_units(c, k->planes.reader)[(in >> CK_UNIT_SHIFT) + g / 16];

		*unit = units ? x->r.check.floor : CK_SPREAD(&x->r.check);
		if (!units)
			k->planes.reader[(in >> 2) + g] = x->r.check.floor | (uint64_t)worker << CK_SERIAL_SHIFT;
	}
	return em_common_read(w, k, off);
}

static bool common(const struct attempt *x, int worker, size_t off)
{
	const struct ck_chunk *k = &x->w[worker].shadow->dir[off >> CK_CHUNK_SHIFT];

	return k->several[off >> CK_PART_SHIFT & 63] == 256;
}

START_TEST(two_workers_make_it_common)
{
	struct attempt x;
	size_t off;

	for (int units = 0; units < 2; units++) {
		attempt_new(&x);
		off = (x.a - x.g.d->check->base + 1023) & ~(size_t)1023;
		ck_assert(!reads(&x, 0, off, 0, 240, units));
		ck_assert(!reads(&x, 1, off, 0, 256, units)); /* the first that has all */
		ck_assert(!reads(&x, 1, off, 0, 256, units)); /* alone it is not enough */
		ck_assert(!reads(&x, 0, off, 0, 0, units));   /* one that lacks a unit */
		ck_assert(!common(&x, 0, off) && !common(&x, 1, off));
		ck_assert(reads(&x, 0, off, 240, 256, units));
		ck_assert(common(&x, 0, off) && !common(&x, 1, off)); /* the first one hears of it when it comes by */
		ck_assert(reads(&x, 1, off, 0, 0, units) && common(&x, 1, off));
		ck_assert(reads(&x, 2, off, 0, 0, units) && common(&x, 2, off)); /* it need not have read any */
		ck_assert(!reads(&x, 2, off + 1024, 0, 256, units));
		ck_assert(!atomic_load(&x.r.again));
		/* Somebody writes there. */
		em_undo_keep(&x.w[2], em_check_chunk(&x.w[2], x.g.d->check->base + off, CK_READER), off);
		ck_assert(atomic_load(&x.r.again));
		attempt_end(&x);
		/* Of another attempt nothing is left. */
		attempt_begin(&x);
		ck_assert(!reads(&x, 0, off, 0, 256, units) && !common(&x, 0, off));
		/* It is written, and then becomes common. */
		em_undo_keep(&x.w[2], em_check_chunk(&x.w[2], x.g.d->check->base + off, CK_READER), off);
		ck_assert(!atomic_load(&x.r.again));
		ck_assert(reads(&x, 1, off, 0, 256, units));
		ck_assert(atomic_load(&x.r.again));
		attempt_end(&x);
		rig_close(&x.g);
	}
}
END_TEST

/* The counter of attempts comes round. */
START_TEST(many_attempts)
{
	struct attempt x;
	size_t off;

	attempt_new(&x);
	off = (x.a - x.g.d->check->base + 1023) & ~(size_t)1023;
	ck_assert(!reads(&x, 0, off, 0, 256, true) && reads(&x, 1, off, 0, 256, true));
	attempt_end(&x);
	x.g.d->check->nth_attempt = (1u << 24) - 1;
	attempt_begin(&x);
	ck_assert_uint_eq(x.g.d->check->nth_attempt, 1); /* as the first one's was */
	ck_assert(!reads(&x, 2, off, 0, 256, true));
	attempt_end(&x);
	rig_close(&x.g);
}
END_TEST

/* Whoever reads all of a KB comes by at an end of it. */
START_TEST(ends_of_a_kb)
{
	unsigned four = 0, many = 0;

	for (unsigned at = 0; at < 1024; at += 4)
		four += ck_at_end_of_part(65536 + at, 4);
	for (unsigned at = 0; at < 1024; at += 64)
		many += ck_at_end_of_part(at, 64);
	ck_assert_uint_eq(four, 2);
	ck_assert_uint_eq(many, 2);
	ck_assert(ck_at_end_of_part(1020, 4) && ck_at_end_of_part(2048, 16) && ck_at_end_of_part(2048 + 40, 64));
	ck_assert(!ck_at_end_of_part(512, 64) && !ck_at_end_of_part(16, 16));
}
END_TEST

Suite *emulator_common_suite(void);
Suite *emulator_common_suite(void)
{
	Suite *s = suite_create("emulator_common");
	TCase *t = tcase_create("tables");

	tcase_set_timeout(t, 240);
	tcase_add_loop_test(t, a_table_that_nobody_writes, 0, 3);
	tcase_add_loop_test(t, a_table_that_a_block_writes, 0, 3);
	tcase_add_test(t, two_workers_make_it_common);
	tcase_add_test(t, many_attempts);
	tcase_add_test(t, ends_of_a_kb);
	suite_add_tcase(s, t);
	return s;
}
