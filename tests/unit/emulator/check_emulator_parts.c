/* Blocks whose warps are dealt out to several workers (run/parts.h): what a launch gives is what it gives on one
 * thread, and where warps of a block meet, or need more than one turn, blocks are run whole again. */
#include "emulator/check/check.h"
#include "emulator/code/kernel.h"
#include "emulator/run/parts.h"
#include "emulator_kit.h"

enum {
	THREADS = 100,
	BLOCKS = 30,
	OWN = 64 << 10,
	BYTES = OWN + 4 * THREADS * 2000,
	TIMES = 500,
	SUM = 20480
}; /* SUM: the word that all add to */

static const struct em_timing timing = {
	.multiprocessors = 4, .resident_blocks = 4, .l1_bytes = 256 << 10, .l2_bytes = 1 << 20, .fill_sectors = 2
};

enum { NOTHING, WRITES_ANOTHERS, READS_GARBAGE, ADDS, ALL_ADD, BEGINS_LATE };
struct does {
	uint64_t block, warp, times, what;
};

static uint64_t opened(struct rig *g, int threads)
{
	uint64_t a;

	rig_open(g, ptx_of("emulator/parts", "all"), threads, false);
	a = rig_alloc(g, BYTES);
	memset(rig_ptr(g, a, BYTES), 1, BYTES);
	em_host_wrote(g->d, a, 32 << 10); /* the rest was never written */
	return a;
}

static struct em_result launched(struct rig *g, uint64_t a, const char *kernel, uint32_t blocks, struct does x)
{
	return rig_launched(g, kernel,
		(struct em_launch){ .grid = { blocks, 1, 1 },
			.block = { THREADS, 1, 1 },
			.params = (uint64_t[]){ a, TIMES, x.block, x.warp, x.times, x.what },
			.timing = &timing,
			.per_line = true });
}

static bool same_shares(const struct em_work *x, const struct em_work *y)
{
	return !x->share == !y->share && (!x->share || !memcmp(x->share, y->share, x->blocks * sizeof *x->share));
}

static const char *difference(struct rig *g, const struct em_result *r, const uint64_t *a)
{
	struct em_work x = r[0].work, y = r[1].work;

	if (memcmp(&r[0].c, &r[1].c, sizeof r[0].c) || r[0].steps != r[1].steps)
		return "counters";
	if (!same_shares(&x, &y))
		return "what blocks weigh";
	x.share = y.share = NULL;
	if (memcmp(&x, &y, sizeof x))
		return "the model's input";
	if (r[0].nfindings != r[1].nfindings)
		return "the number of findings";
	for (size_t k = 0; k < r[0].nfindings; k++)
		if (strcmp(r[0].findings[k].message, r[1].findings[k].message) ||
			r[0].findings[k].count != r[1].findings[k].count ||
			memcmp(&r[0].findings[k].at.thread, &r[1].findings[k].at.thread, sizeof(struct em_dim3)))
			return "a finding";
	if (memcmp(rig_ptr(&g[0], a[0], BYTES), rig_ptr(&g[1], a[1], BYTES), BYTES))
		return "memory";
	for (uint64_t n = 0; n < BYTES / 28; n++) {
		const uint64_t at = n ? 28 * n : SUM;
		struct em_writer v, w;

		if (em_last_writer(g[0].d, a[0] + at, &v) != em_last_writer(g[1].d, a[1] + at, &w) ||
			v.launch != w.launch || memcmp(&v.place.block, &w.place.block, sizeof v.place.block) ||
			memcmp(&v.place.thread, &w.place.thread, sizeof v.place.thread))
			return "a last writer";
	}
	return NULL;
}

/* Three launches in turn with one thread and with several. undone: which of them ran twice, a bit each. */
static void compare(const char *kernel, int threads, struct does x, unsigned undone)
{
	struct rig g[2];
	uint64_t a[2];

	for (int k = 0; k < 2; k++)
		a[k] = opened(&g[k], k ? threads : 1);
	for (unsigned times = 0; times < 3; times++) {
		struct em_result r[2];
		const char *what;

		for (int k = 0; k < 2; k++)
			r[k] = launched(&g[k], a[k], kernel, BLOCKS, x);
		what = difference(g, r, a);
		ck_assert_msg(!what, "%s differs in launch %u of %s with %d threads", what, times, kernel, threads);
		ck_assert_msg(r[1].undone == (undone >> times & 1), "launch %u of %s with %d threads: %s", times,
			kernel, threads, r[1].undone ? "undone" : "not undone");
		em_result_release(&r[0]);
		em_result_release(&r[1]);
	}
	rig_close(&g[0]);
	rig_close(&g[1]);
}

START_TEST(the_same_for_any_number_of_threads)
{
	static const int threads[] = { 2, 3, 16 };

	for (int k = 0; k < 3; k++) {
		compare("free", threads[k], (struct does){ 0, 0, TIMES, NOTHING }, 0);
		compare("free", threads[k], (struct does){ 28, 1, 3 * TIMES, NOTHING }, 0);
		compare("free", threads[k], (struct does){ 0, 0, 9 * TIMES, ADDS }, 0);
		compare("free", threads[k], (struct does){ 0, 0, TIMES, ALL_ADD }, 0);
		compare("barrier", threads[k], (struct does){ 28, 1, 3 * TIMES, NOTHING }, 0);
		compare("shared", threads[k], (struct does){ 28, 1, 3 * TIMES, NOTHING }, 0);
		compare("constant", threads[k], (struct does){ 28, 1, 3 * TIMES, NOTHING }, 0);
	}
}
END_TEST

/* A race of two warps of the last block: the attempts fail, and what is found is what one thread finds. After a failure
 * two launches go by without an attempt. */
START_TEST(warps_that_meet)
{
	compare("free", 2, (struct does){ BLOCKS - 1, 1, TIMES, WRITES_ANOTHERS }, 1);
	compare("free", 16, (struct does){ BLOCKS - 1, 2, TIMES, WRITES_ANOTHERS }, 1);
}
END_TEST

/* The same when the blocks are in parts already. */
START_TEST(warps_that_meet_later)
{
	for (uint64_t what = WRITES_ANOTHERS; what <= READS_GARBAGE; what++) {
		struct rig g[2];
		uint64_t a[2];

		for (int k = 0; k < 2; k++)
			a[k] = opened(&g[k], k ? 4 : 1);
		for (unsigned times = 0; times < 2; times++) {
			struct em_result r[2];

			for (int k = 0; k < 2; k++)
				r[k] = launched(&g[k], a[k], "free", BLOCKS,
					(struct does){ BLOCKS - 1, 0, TIMES, times ? what : NOTHING });
			ck_assert_msg(!difference(g, r, a), "%s differs", difference(g, r, a));
			ck_assert_int_eq(r[1].undone, times);
			ck_assert_int_eq(r[1].nfindings > 0, times);
			em_result_release(&r[0]);
			em_result_release(&r[1]);
		}
		ck_assert_int_eq(em_kernel_find(g[1].m, "free")->p->whole_blocks, what == READS_GARBAGE);
		rig_close(&g[0]);
		rig_close(&g[1]);
	}
}
END_TEST

/* Warps that take longer than a turn, though warps do not on the average: the others of their block have had their turn
 * meanwhile, or have ended. */
START_TEST(long_warps)
{
	compare("free", 2, (struct does){ 29, 3, 90000, NOTHING }, 0);
	compare("free", 4, (struct does){ 29, 0, 200000, NOTHING }, 0);
	compare("free", 16, (struct does){ 28, 1, 150000, NOTHING }, 0);
	/* What it asks for the others have brought already: in a turn of theirs that is over. */
	compare("free", 2, (struct does){ 29, 0, 200000, BEGINS_LATE }, 0);
	compare("free", 16, (struct does){ 29, 2, 400000, BEGINS_LATE }, 0);
}
END_TEST

/* Two workers ran warps of one block that added to one word: the last of these in the block's order is its last writer,
 * whichever worker it was. */
START_TEST(the_last_of_two_warps)
{
	for (unsigned last = 0; last < 2; last++) {
		struct rig g;
		const uint64_t a = opened(&g, 2);
		struct em_launch l = {
			.kernel = em_kernel_find(g.m, "free"), .grid = { 8, 1, 1 }, .block = { THREADS, 1, 1 }
		};
		struct em_run r = {
			.d = g.d, .l = &l, .p = l.kernel->p, .nblocks = 8, .nworkers = 2, .perm_mul = 1, .attempt = true
		};
		struct em_worker w[2];
		struct em_result out = { 0 };
		struct em_writer by;
		uint64_t add = 1;

		ck_assert(!em_kernel_decode(l.kernel, &g.e) && em_attempt_begin(&r));
		em_check_begin(&r);
		r.workers = w;
		while (!r.p->operations[add])
			add++;
		for (unsigned k = 0; k < 2; k++) {
			w[k] = (struct em_worker){ .d = g.d, .run = &r, .p = r.p, .shadow = &g.d->check->own[k] };
			struct ck_chunk *c = em_check_chunk(&w[k], a + SUM, CK_WRITER);
			const size_t in = (a + SUM - g.d->check->base) & (CK_CHUNK_BYTES - 1);

			ck_units(g.d->check, c->planes.writer)[in >> CK_UNIT_SHIFT] = CK_SPREAD(&r.check);
			c->planes.writer[in >> 2] = (uint64_t)(r.check.base + 5 * r.check.per_block)
					<< CK_SERIAL_SHIFT |
				(uint64_t)(k == last ? 3 : 2) << CK_WARP_SHIFT | CK_ATOMIC | CK_STRONG | add;
		}
		ck_assert(em_attempt_keep(&r));
		em_attempt_end(&r, true);
		em_check_end(&r, &out);
		ck_assert_int_eq(em_last_writer(g.d, a + SUM, &by), 0);
		ck_assert_uint_eq(by.place.block.x, 5);
		ck_assert_uint_eq(by.place.thread.x, 3 * 32);
		em_result_release(&out);
		rig_close(&g);
	}
}
END_TEST

static bool in_parts(struct rig *g, const char *kernel, uint32_t blocks, int workers, uint64_t steps, bool one_by_one)
{
	struct em_launch l = { .kernel = em_kernel_find(g->m, kernel) };
	struct em_program *p = l.kernel->p;
	struct em_run r = { .d = g->d,
		.l = &l,
		.p = p,
		.nblocks = blocks,
		.nworkers = workers,
		.nwarps = 4,
		.shared_bytes = p->static_shared,
		.attempt = workers > 1 };
	bool parts;

	p->block_steps = steps;
	r.parts = em_parts_new(&r);
	parts = r.parts != NULL;
	if (parts) {
		struct em_worker t = { .run = &r };

		ck_assert_uint_eq(em_parts_deal(&t, 8 * (uint64_t)workers), 4); /* whole ones first */
		ck_assert_uint_eq(em_parts_deal(&t, 8 * (uint64_t)workers - 1), one_by_one ? 1 : 4);
		t.steps = 100000; /* it has run a block; but an earlier launch says more */
		t.ran = 4;
		ck_assert_uint_eq(em_parts_deal(&t, 8), one_by_one || !steps ? 1 : 4);
		t.steps = 900000;
		ck_assert_uint_eq(em_parts_deal(&t, 8), one_by_one ? 1 : 4);
	}
	em_parts_free(r.parts);
	return parts;
}

START_TEST(which_launches)
{
	struct rig g;
	uint64_t a = opened(&g, 2);

	for (int k = 0; k < 4; k++) { /* decoded */
		struct em_result r = launched(&g, a, (const char *[]){ "free", "barrier", "shared", "constant" }[k], 4,
			(struct does){ 0, 0, 1, NOTHING });
		em_result_release(&r);
	}
	ck_assert(in_parts(&g, "free", 64, 16, 500000, true));
	ck_assert(in_parts(&g, "free", 256, 16, 500000, true));
	ck_assert(!in_parts(&g, "free", 257, 16, 500000, true)); /* the last one is a small part of all */
	ck_assert(!in_parts(&g, "free", 64, 1, 500000, true));
	ck_assert(in_parts(&g, "free", 64, 16, 0, false)); /* how long warps are is not known before some have ended */
	ck_assert(in_parts(&g, "free", 64, 16, 900000, false));
	ck_assert(!in_parts(&g, "barrier", 64, 16, 500000, true));
	ck_assert(!in_parts(&g, "shared", 64, 16, 500000, true));
	ck_assert(!in_parts(&g, "constant", 64, 16, 500000, true));
	em_kernel_find(g.m, "free")->p->whole_blocks = true;
	ck_assert(!in_parts(&g, "free", 64, 16, 500000, true));
	rig_close(&g);
}
END_TEST

Suite *emulator_parts_suite(void);
Suite *emulator_parts_suite(void)
{
	Suite *s = suite_create("emulator_parts");
	TCase *t = tcase_create("warps");

	tcase_set_timeout(t, 240);
	tcase_add_test(t, the_same_for_any_number_of_threads);
	tcase_add_test(t, warps_that_meet);
	tcase_add_test(t, warps_that_meet_later);
	tcase_add_test(t, long_warps);
	tcase_add_test(t, the_last_of_two_warps);
	tcase_add_test(t, which_launches);
	suite_add_tcase(s, t);
	return s;
}
