/* The cache model and the counts of work, by kernels whose traffic is known: what streams misses, what is read again
 * hits, what a second launch finds depends on the L2's size, and nothing depends on host threads. */
#include "emulator/cache/cache.h"
#include "emulator_kit.h"

Suite *emulator_cache_suite(void);

enum { BYTES = 1 << 24 };

struct bench {
	struct em_device *d;
	struct em_module *m;
	uint64_t in, out;
};

static void bench_init(struct bench *b, int threads)
{
	struct em_config config = { .threads = threads };
	struct ptx_module *ptx;
	struct err e = ERR_INIT;
	const char *text = ptx_of("emulator/cache", "strides");

	b->d = em_device_new(&config, &e);
	ck_assert_ptr_nonnull(b->d);
	ck_assert_msg(!ptx_parse(text, strlen(text), &ptx, &e) && !ptx_check(ptx, &e), "%s", e.msg);
	b->m = em_module_load(b->d, ptx, &e);
	ck_assert_ptr_nonnull(b->m);
	ck_assert(!em_alloc(b->d, BYTES, &b->in) && !em_alloc(b->d, BYTES, &b->out));
	em_host_wrote(b->d, b->in, BYTES); /* else each load is traced as garbage, which takes ten times as long */
}

static struct em_work run_kernel(struct bench *b, const char *kernel, uint32_t blocks, uint32_t times, uint32_t step,
	uint32_t scale, uint64_t l2, uint64_t sample)
{
	struct {
		uint64_t in, out;
		uint32_t times, step, scale;
	} args = { b->in, b->out, times, step, scale };
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 512 << 10,
		.l2_bytes = l2,
		.fill_sectors = 2,
		.sample_instructions = sample };
	struct em_launch l = { .kernel = em_kernel_find(b->m, kernel),
		.grid = { blocks, 1, 1 },
		.block = { 256, 1, 1 },
		.params = &args,
		.timing = &t };
	struct em_result r;
	struct err e = ERR_INIT;
	struct em_work w;

	ck_assert_msg(!em_launch(b->d, &l, &r, &e), "%s", e.msg);
	ck_assert_int_eq(r.fault.kind, EM_FAULT_NONE);
	w = r.work;
	em_result_release(&r);
	return w;
}

static struct em_work run(
	struct bench *b, uint32_t blocks, uint32_t times, uint32_t step, uint32_t scale, uint64_t l2, uint64_t sample)
{
	return run_kernel(b, "k", blocks, times, step, scale, l2, sample);
}

/* Every word once: nothing hits, and what is read comes from memory. */
START_TEST(streams_miss)
{
	struct bench b;
	struct em_work w;

	bench_init(&b, 1);
	w = run(&b, 1024, 1, 0, 4, 1 << 20, 0);
	ck_assert_uint_eq(w.traffic.passes, 2 * 1024 * 8);
	ck_assert_uint_eq(w.traffic.l1_read, 1024 * 8 * 4);
	ck_assert_uint_eq(w.traffic.l1_hit, 0);
	ck_assert_uint_eq(w.traffic.l2_read, w.traffic.l1_read);
	ck_assert_uint_eq(w.traffic.l2_hit, 0);
	ck_assert_uint_eq(w.traffic.l2_write, 1024 * 8 * 4);
	ck_assert_uint_eq(w.traffic.l2_partial, 0);
	ck_assert_uint_eq(w.traffic.dram_read, w.traffic.l2_read);
	ck_assert_uint_eq(w.traffic.l2_late, 0);
	/* 1 MB of writes through an L2 of 1 MB, a third of which may be dirty. */
	ck_assert(w.traffic.dram_write > w.traffic.l2_write / 2 && w.traffic.dram_write <= w.traffic.l2_write);
	em_device_free(b.d);
}
END_TEST

/* A word that all read again and again is in the L1, whether its line is one of those that are followed or not. */
START_TEST(few_lines_hit)
{
	struct bench b;

	bench_init(&b, 1);
	for (unsigned left = 3; left; b.in += EM_LINE_BYTES) {
		struct em_work w;

		if (em_cache_sampled(b.in / EM_LINE_BYTES) != (left & 1)) /* one that is not, and two that are */
			continue;
		left--;
		w = run(&b, 16, 64, 0, 0, 1 << 20, 0);
		ck_assert_uint_eq(w.traffic.l1_read, 16 * 8 * 64);
		ck_assert(w.traffic.l1_hit >= w.traffic.l1_read * 9 / 10);
		ck_assert(w.traffic.passes >= 16 * 8 * 64 && w.traffic.passes <= 16 * 8 * 66);
		/* By blocks that come one after the other, too: each L1 asks for it once, and the memory but once. */
		w = run(&b, 2048, 64, 0, 0, 1 << 20, 0);
		ck_assert_uint_eq(w.traffic.l1_read, 2048 * 8 * 64);
		ck_assert(w.traffic.l1_hit >= w.traffic.l1_read * 9 / 10);
		ck_assert(w.traffic.l2_hit <= w.traffic.l2_read && w.traffic.dram_read <= w.traffic.l2_read);
	}
	em_device_free(b.d);
}
END_TEST

/* What is the host's comes over the link and nowhere else, however often it is read; what the L1 has does not come
 * again. */
START_TEST(over_the_link)
{
	struct bench b;
	struct em_work w;

	bench_init(&b, 1);
	em_host_shares(b.d, b.in, true);
	for (int k = 0; k < 2; k++) {
		w = run(&b, 1024, 1, 0, 4, 1 << 20, 0);
		ck_assert_uint_eq(w.traffic.link_read, 1024 * 8 * 4);
		ck_assert_uint_eq(w.traffic.link_reads, 1024 * 8);
		ck_assert_uint_eq(w.traffic.link_write, 0);
		ck_assert_uint_eq(w.traffic.l2_read, 0);
		ck_assert_uint_eq(w.traffic.dram_read, 0);
		ck_assert_uint_eq(w.traffic.l2_write, 1024 * 8 * 4);
	}
	/* Lanes 128 bytes apart, 32 turns of a word each: four transfers of a sector a line, and the other turns hit.
	 */
	w = run(&b, 4, 32, 4, 128, 1 << 20, 0);
	ck_assert_uint_eq(w.traffic.link_read, 4 * 256 * 4);
	ck_assert_uint_eq(w.traffic.link_reads, w.traffic.link_read);
	/* The stores as well. */
	em_host_shares(b.d, b.out, true);
	w = run(&b, 1024, 1, 0, 4, 1 << 20, 0);
	ck_assert_uint_eq(w.traffic.link_write, 1024 * 8 * 4);
	ck_assert_uint_eq(w.traffic.link_writes, 1024 * 8);
	ck_assert_uint_eq(w.traffic.l2_write + w.traffic.l2_partial + w.traffic.dram_write, 0);
	/* The host may change managed memory too, but it is the device's. */
	em_host_shares(b.d, b.in, false);
	w = run(&b, 1024, 1, 0, 4, 1 << 20, 0);
	ck_assert_uint_eq(w.traffic.link_read, 0);
	ck_assert_uint_eq(w.traffic.l2_read, 1024 * 8 * 4);
	em_device_free(b.d);
}
END_TEST

/* Lanes 128 bytes apart that walk on word by word: the first of 32 turns brings the line, seven of eight others find
 * their sector. */
START_TEST(lines_are_read_again)
{
	struct bench b;
	struct em_work w;

	bench_init(&b, 1);
	w = run(&b, 4, 32, 4, 128, 1 << 22, 0);
	ck_assert_uint_eq(w.traffic.l1_read, 4 * 256 * 32);
	ck_assert_uint_eq(w.traffic.l1_hit, 4 * 256 * 28);
	/* Each miss brings 64 bytes: half of the L1's misses find their sector in the L2. */
	ck_assert_uint_eq(w.traffic.l2_hit, 4 * 256 * 2);
	ck_assert_uint_eq(w.traffic.dram_read, 4 * 256 * 4);
	/* Eight times the threads' lines do not fit the L1 any more, but the L2. */
	w = run(&b, 4, 64, 512, 4, 1 << 22, 0);
	ck_assert_uint_eq(w.traffic.l1_read, 4 * 8 * 4 * 64);
	em_device_free(b.d);
}
END_TEST

/* A block's share of the L1 is 1024 lines. It reads 768 of them, every third one in a turn, again and again: all of
 * them stay there, and a few are new at the end. Steps of 4 KB, of which there are no more than it has room for, nearly
 * all do. */
START_TEST(what_fits_stays)
{
	struct bench b;
	struct em_work w;

	bench_init(&b, 1);
	w = run(&b, 16, 30, 128, 384, 1 << 22, 0);
	ck_assert_uint_eq(w.traffic.l1_read, 16 * 256 * 30);
	ck_assert_msg(
		w.traffic.l1_hit >= (uint64_t)16 * (256 * 30 - 800), "%llu", (unsigned long long)w.traffic.l1_hit);
	w = run(&b, 4, 30, 4, 4096, 1 << 22, 0);
	ck_assert_msg(w.traffic.l1_hit >= (uint64_t)4 * 256 * 24, "%llu", (unsigned long long)w.traffic.l1_hit);
	em_device_free(b.d);
}
END_TEST

/* Where each load finds its data is told for itself: what streams through waits for the memory each time, and what all
 * read at one place for the L2, in the same loop. */
START_TEST(each_load_by_itself)
{
	struct bench b;
	struct em_work w;
	const int64_t turns = 16 * 8 * 64;

	bench_init(&b, 1);
	while (!em_cache_sampled(b.out / EM_LINE_BYTES))
		b.out += EM_LINE_BYTES;
	w = run_kernel(&b, "both", 16, 64, 16384, 4, 1 << 22, 0);
	ck_assert_msg(w.traffic.l2_hit > w.traffic.l2_read / 10, "%llu of %llu", (unsigned long long)w.traffic.l2_hit,
		(unsigned long long)w.traffic.l2_read);
	ck_assert(w.wait[EM_WAIT_DRAM] > turns * EM_WAIT_UNIT * 9 / 10 &&
		w.wait[EM_WAIT_DRAM] < turns * EM_WAIT_UNIT * 11 / 10);
	ck_assert(w.wait[EM_WAIT_L2] > turns * EM_WAIT_UNIT * 8 / 10);
	em_device_free(b.d);
}
END_TEST

/* A warp that reads a sector has its neighbour brought along, which another warp of the block asks for at the same
 * time: it waits for the memory as well. A warp by itself that comes to the neighbour a turn later does not. */
START_TEST(neighbours_are_on_their_way)
{
	struct bench b;
	struct em_work w;

	bench_init(&b, 1);
	w = run_kernel(&b, "bytes", 16, 128, 4096, 0, 1 << 22, 0);
	ck_assert_uint_eq(w.traffic.l2_hit, w.traffic.l2_read / 2);
	ck_assert(w.traffic.l2_late > w.traffic.l2_hit * 9 / 10);
	ck_assert_int_eq(w.wait[EM_WAIT_L2], 0);
	em_device_free(b.d);
	bench_init(&b, 1);
	w = run_kernel(&b, "k", 8, 128, 32, 4096, 1 << 22, 0);
	ck_assert(w.traffic.l2_hit > w.traffic.l2_read * 2 / 5);
	ck_assert_uint_eq(w.traffic.l2_late, 0);
	em_device_free(b.d);
}
END_TEST

/* Blocks that run side by side and want the same lines in the same turn all wait for the memory that one of them has
 * asked. Where each asks a turn of 256 lines after its neighbour, the lines are there, but where no line of the turn
 * in between was followed. So are those that an earlier launch has left. */
START_TEST(blocks_side_by_side_wait_for_one_miss)
{
	struct bench b;
	struct em_work w;

	bench_init(&b, 1);
	w = run(&b, 16, 256, 128, 0, 1 << 22, 0);
	ck_assert(w.traffic.l2_hit > w.traffic.l2_read * 9 / 10);
	ck_assert_uint_eq(w.traffic.l2_late, w.traffic.l2_hit);
	ck_assert(w.wait[EM_WAIT_LATE] > w.wait[EM_WAIT_L2] + w.wait[EM_WAIT_DRAM]);
	w = run(&b, 16, 256, 128, 0, 1 << 22, 0);
	ck_assert_uint_eq(w.traffic.l2_hit, w.traffic.l2_read);
	ck_assert_uint_eq(w.traffic.l2_late, 0);
	ck_assert_int_eq(w.wait[EM_WAIT_LATE], 0);
	em_device_free(b.d);
	bench_init(&b, 1);
	w = run(&b, 16, 64, 1 << 16, 256, 16 << 20, 0);
	ck_assert(w.traffic.l2_hit > w.traffic.l2_read / 2);
	ck_assert_msg(w.traffic.l2_late < w.traffic.l2_hit / 10, "%llu of %llu", (unsigned long long)w.traffic.l2_late,
		(unsigned long long)w.traffic.l2_hit);
	/* One block alone waits for nobody else's. */
	w = run(&b, 1, 256, 128, 0, 128 << 10, 0);
	ck_assert_uint_eq(w.traffic.l2_late, 0);
	em_device_free(b.d);
}
END_TEST

/* What is late does not hang on where the memory lies. */
START_TEST(late_lines_do_not_hang_on_addresses)
{
	double least = 1, most = 0;

	for (unsigned k = 0; k < 24; k++) {
		struct bench b;
		struct em_work w;
		double late;

		bench_init(&b, 1);
		b.in += 256 * 37 * k;
		w = run(&b, 16, 128, 8192, 4, 1 << 22, 0);
		late = (double)w.traffic.l2_late / (double)w.traffic.l2_read;
		least = late < least ? late : least;
		most = late > most ? late : most;
		em_device_free(b.d);
	}
	ck_assert_msg(least > 0.4 && most < least + 0.01, "%g to %g", least, most);
}
END_TEST

/* A second launch finds what the first one left, if the L2 is large enough. */
START_TEST(l2_outlives_a_launch)
{
	struct bench b;
	struct em_work w;

	bench_init(&b, 1);
	run(&b, 256, 4, 4 * 65536, 4, 4 << 20, 0); /* 1 MB */
	w = run(&b, 256, 4, 4 * 65536, 4, 4 << 20, 0);
	ck_assert(w.traffic.l2_hit > w.traffic.l2_read * 9 / 10);
	run(&b, 256, 4, 4 * 65536, 4, 128 << 10, 0);
	w = run(&b, 256, 4, 4 * 65536, 4, 128 << 10, 0);
	ck_assert(w.traffic.l2_hit < w.traffic.l2_read / 4);
	em_device_free(b.d);
}
END_TEST

/* Waves of 16 blocks: threads that take several blocks at a time are at different waves, and come back to one. */
START_TEST(threads_do_not_matter)
{
	static const int threads[] = { 1, 2, 3, 16, 16 };
	struct em_work w[5];

	for (int k = 0; k < 5; k++) {
		struct bench b;

		bench_init(&b, threads[k]);
		run(&b, 1500, 16, 8, 20, 256 << 10, 0);
		w[k] = run(&b, 1500, 16, 4, 36, 256 << 10, 0);
		em_device_free(b.d);
		ck_assert_mem_eq(&w[0], &w[k], sizeof w[0]);
	}
	ck_assert(w[0].traffic.l1_hit > 0 && w[0].traffic.l2_hit > 0);
}
END_TEST

static int64_t far_of(const struct em_work *w)
{
	return w->wait[EM_WAIT_L1] + w->wait[EM_WAIT_L2] + w->wait[EM_WAIT_LATE] + w->wait[EM_WAIT_DRAM];
}

/* The loop counts down to zero and is short: ptxas would unroll it by four, and four loads wait together. */
START_TEST(chains)
{
	struct bench b;
	struct em_work w, more;

	bench_init(&b, 1);
	w = run(&b, 4, 10, 4, 4, 1 << 20, 0);
	more = run(&b, 4, 110, 4, 4, 1 << 20, 0);
	ck_assert_int_eq((far_of(&more) - far_of(&w)) / (int64_t)w.warps / EM_WAIT_UNIT, 25);
	ck_assert_int_eq((w.wait_first[EM_WAIT_L1] + w.wait_first[EM_WAIT_L2] + w.wait_first[EM_WAIT_LATE] +
				 w.wait_first[EM_WAIT_DRAM]) *
			8,
		far_of(&w));
	ck_assert_uint_eq(w.warps, 4 * 8);
	ck_assert_uint_eq(w.blocks, 4);
	em_device_free(b.d);
}
END_TEST

/* Timing by a sample: some blocks run, and what is counted for each of them is what a whole launch counts. */
START_TEST(samples)
{
	struct bench b;
	struct em_work whole, part;

	bench_init(&b, 2);
	whole = run(&b, 4096, 4, 1 << 18, 4, 1 << 20, 0);
	part = run(&b, 4096, 4, 1 << 18, 4, 1 << 20, 100000);
	ck_assert_uint_eq(whole.blocks, 4096);
	ck_assert_uint_eq(part.grid_blocks, 4096);
	ck_assert(part.blocks >= 8 && part.blocks < 1024);
	ck_assert_uint_eq(part.warps, part.blocks * 8);
	for (int k = 0; k < EM_PIPE_COUNT; k++)
		ck_assert_uint_eq(whole.pipe[k] / whole.blocks, part.pipe[k] / part.blocks);
	ck_assert(part.traffic.l1_read * 4096 == whole.traffic.l1_read * part.blocks);
	em_device_free(b.d);
}
END_TEST

/* Whether bytes have a line that is followed is told from their first line's product: never no when one of them is, and
 * seldom yes when none is. */
START_TEST(followed_lines_are_seen)
{
	uint64_t state = 1;
	unsigned followed = 0, wrong = 0;

	for (int k = 0; k < 400000; k++) {
		uint64_t lo, last;
		bool any = false;

		state = state * 6364136223846793005ull + 1442695040888963407ull;
		lo = state >> 20;
		last = lo + state % 1000 / (1 + k % 8);
		if (last / EM_LINE_BYTES - lo / EM_LINE_BYTES > 7)
			continue;
		for (uint64_t line = lo / EM_LINE_BYTES; line <= last / EM_LINE_BYTES; line++)
			any |= em_cache_sampled(line);
		ck_assert(!any || em_cache_span_sampled(lo, last));
		followed += any;
		wrong += em_cache_span_sampled(lo, last) && !any;
	}
	ck_assert(followed > 20000 && wrong < followed / 10);
}
END_TEST

/* Followed lines are told apart by 32 bits. */
START_TEST(memory_has_a_limit)
{
	struct em_config config = { .threads = 1, .memory_bytes = 1ull << 39 };
	struct err e = ERR_INIT;

	ck_assert_ptr_null(em_device_new(&config, &e));
	ck_assert_int_eq(e.kind, ERR_INPUT);
}
END_TEST

/* ---- atomics: what their lanes ask of one place */
static struct em_traffic atomics_of(const struct ptx_case *c, bool baseline)
{
	struct em_config config = { .threads = 1, .memory_bytes = 1 << 24, .force_baseline = baseline };
	struct em_timing t = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 16, .l2_bytes = 1 << 20, .fill_sectors = 2
	};
	struct em_device *d;
	struct ptx_module *ptx;
	struct em_module *m;
	struct em_result r;
	struct em_traffic out;
	struct err e = ERR_INIT;
	const char *text = ptx_of("emulator/cache", c->name);
	uint64_t at;

	d = em_device_new(&config, &e);
	ck_assert_msg(!ptx_parse(text, strlen(text), &ptx, &e) && !ptx_check(ptx, &e), "%s", e.msg);
	m = em_module_load(d, ptx, &e);
	ck_assert_ptr_nonnull(m);
	ck_assert(!em_alloc(d, 1 << 20, &at));
	ck_assert(!em_launch(d,
		&(struct em_launch){ .kernel = em_kernel_find(m, "k"),
			.grid = { 1, 1, 1 },
			.block = { 32, 1, 1 },
			.params = &at,
			.timing = &t },
		&r, &e));
	ck_assert_int_eq(r.fault.kind, EM_FAULT_NONE);
	out = r.work.traffic;
	em_result_release(&r);
	em_device_free(d);
	return out;
}

START_TEST(atomics_wait_for_each_other)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/cache"), "atomics: ", &n);

	ck_assert_uint_eq(n, 11);
	for (size_t k = 0; k < 2 * n; k++) {
		const struct ptx_case *c = cases[k / 2];
		struct em_traffic t = atomics_of(c, k % 2);

		ck_assert_msg(t.passes == (uint64_t)ptx_want_number(c, "lines") &&
				t.l2_atomic == (uint64_t)ptx_want_number(c, "sectors") &&
				t.atomic_lanes == (uint64_t)ptx_want_number(c, "busiest"),
			"%s: %d lines, %d sectors, %d at the busiest", c->name, (int)t.passes, (int)t.l2_atomic,
			(int)t.atomic_lanes);
	}
}
END_TEST

/* ---- what ptxas makes of several instructions */
static struct em_work run_text(const char *text)
{
	struct em_timing t = {
		.multiprocessors = 1, .resident_blocks = 1, .l1_bytes = 1 << 16, .l2_bytes = 1 << 20, .fill_sectors = 2
	};
	struct rig g;

	rig_open(&g, text, 1, false);
	return rig_work(
		&g, (struct em_launch){ .grid = { 1, 1, 1 }, .block = { 128, 1, 1 }, .params = "", .timing = &t });
}

/* One warp of four has lanes in the body: all four issue it when it is short, and take their turns for its store. */
START_TEST(short_bodies_are_predicated)
{
	struct em_work w = run_text(ptx_of("emulator/cache", "a short body")),
		       longer = run_text(ptx_of("emulator/cache", "a long body"));

	ck_assert_uint_eq(w.shared_passes, 1);
	ck_assert_uint_eq(w.pipe[EM_PIPE_LSU], 3);
	ck_assert_uint_eq(longer.shared_passes, 1);
	ck_assert_uint_eq(longer.pipe[EM_PIPE_LSU], 0);
	ck_assert_uint_eq(longer.pipe[EM_PIPE_MULTIPLY], 12);
}
END_TEST

/* Where a body is too long to be predicated. `n` operations and a store of shared memory stand after the branch. */
static struct em_work body_of(unsigned n)
{
	char number[16];

	snprintf(number, sizeof number, "%u", n);
	return run_text(ptx_fill("emulator/cache", "a body of some operations", "OPERATIONS", number));
}

/* The time model: up to 11 issue slots. Then three more of four warps issue the store. */
START_TEST(bodies_that_are_too_long)
{
	ck_assert_uint_eq(body_of(10).pipe[EM_PIPE_LSU], 3);
	ck_assert_uint_eq(body_of(11).pipe[EM_PIPE_LSU], 0);
}
END_TEST

/* Four words side by side, the first aligned to 16 bytes, are one load; shifted by a word they are two: three words of
 * 16 bytes are enough for one, and the last stands alone. */
START_TEST(neighbours_are_joined)
{
	struct em_work joined, single;

	joined = run_text(ptx_of("emulator/cache", "neighbours that are aligned"));
	single = run_text(ptx_of("emulator/cache", "neighbours that are not"));
	ck_assert_uint_eq(single.pipe[EM_PIPE_ISSUE] - joined.pipe[EM_PIPE_ISSUE], 4 * 1);
	ck_assert_uint_eq(joined.pipe[EM_PIPE_ISSUE],
		4 * (2 + 4)); /* the load and ret, and what a kernel that uses shared memory begins with */
	ck_assert_uint_eq(joined.shared_passes, 4 * 2);
}
END_TEST

/* A word that all warps read, wherever it lies (another size empties the L2): whether its line is followed or not, the
 * words beside it come from memory, and it from the L1. */
START_TEST(a_word_for_all)
{
	struct bench b;
	unsigned followed = 0;
	const uint32_t lines = in_short() ? 32 : 64;

	bench_init(&b, 1);
	for (uint32_t at = 0; at < lines * 128; at += 128) {
		struct em_work w = run_kernel(&b, "word", 1024, at, 0, 0, (1 << 20) + 1024 * at, 0);
		uint64_t streamed = 1024 * 8 * 4, all = streamed + 1024 * 8;
		bool is = em_cache_sampled((b.out + at) / EM_LINE_BYTES);

		followed += is;
		ck_assert_uint_eq(w.traffic.l1_read, all);
		/* Of the word's, all but a block's first: none, where it is not followed. */
		ck_assert_uint_ge(w.traffic.l1_hit, 1024 * 7);
		ck_assert_uint_le(w.traffic.l1_hit, 1024 * 8);
		ck_assert_uint_ge(w.traffic.dram_read, streamed - streamed / 100);
		ck_assert_uint_le(w.traffic.dram_read, streamed + streamed / 100);
	}
	ck_assert_msg(followed > 0 && followed < lines / 2, "%u of %u lines are followed", followed, lines);
	em_device_free(b.d);
}
END_TEST

Suite *emulator_cache_suite(void)
{
	Suite *s = suite_create("emulator_cache");
	TCase *t = tcase_create("cache");

	tcase_add_test(t, streams_miss);
	tcase_add_test(t, few_lines_hit);
	tcase_add_test(t, each_load_by_itself);
	tcase_add_test(t, neighbours_are_on_their_way);
	tcase_add_test(t, a_word_for_all);
	tcase_add_test(t, over_the_link);
	tcase_add_test(t, lines_are_read_again);
	tcase_add_test(t, what_fits_stays);
	tcase_add_test(t, blocks_side_by_side_wait_for_one_miss);
	tcase_add_test(t, late_lines_do_not_hang_on_addresses);
	tcase_add_test(t, l2_outlives_a_launch);
	tcase_add_test(t, threads_do_not_matter);
	tcase_add_test(t, followed_lines_are_seen);
	tcase_add_test(t, memory_has_a_limit);
	tcase_add_test(t, atomics_wait_for_each_other);
	tcase_add_test(t, chains);
	tcase_add_test(t, samples);
	tcase_add_test(t, short_bodies_are_predicated);
	tcase_add_test(t, bodies_that_are_too_long);
	tcase_add_test(t, neighbours_are_joined);
	suite_add_tcase(s, t);
	return s;
}
