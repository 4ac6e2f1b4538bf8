/* The time model of kernels: directions that follow from how a GPU works, and the closed forms at their ends. No
 * measured times: those are compared by tests/bench/model. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "device/ops/context.h"
#include "device/resident.h"
#include "tests/unit/device/time_kit.h"

Suite *device_time_kernel_suite(void);

START_TEST(nothing_costs_a_launch)
{
	struct profile p = h200();
	struct em_work w = work_of(0, 0);

	ck_assert_double_eq_tol(us(&p, &w), (double)p.field[DP_FIELD_LAUNCH_NS] / 1000.0, 1e-9);
	ck_assert_int_eq(parts_of(&p, &w, 256, 8).bound, TIME_BOUND_LAUNCH);
}
END_TEST

/* What the runtime's occupancy calls ask: of a GPU that the toolkit knows, and of one that it has forgotten. */
START_TEST(resident)
{
	struct resident_kernel k = { .regs = 20,
		.static_shared = 8000,
		.max_threads = 1024,
		.max_dynamic_shared = 40000,
		.state = RESIDENT_STATE };
	struct profile now = h200(), old;

	ck_assert(!profile_find(&old, "gtx480", NULL));
	ck_assert_int_eq(resident_blocks(now.field, &k, 256, 0), 8);
	ck_assert_int_eq(resident_blocks(old.field, &k, 256, 0), 5); /* of 32,768 registers, 24 for each thread */
	ck_assert_int_eq(resident_blocks(old.field, &k, 256, 8192), 3);
	ck_assert_int_eq(resident_blocks(old.field, &k, 0, 0), -1);
	k.regs = 63;
	ck_assert_int_eq(resident_blocks(old.field, &k, 512, 0), 1); /* 64 for each */
	ck_assert_uint_eq(resident_dynamic_shared(old.field, &k, 2), 24576 - 8000);
	ck_assert_uint_eq(resident_dynamic_shared(old.field, &k, 8), 0);
	k.state.cacheConfig = CACHE_PREFER_L1;
	k.regs = 20;
	ck_assert_int_eq(resident_blocks(now.field, &k, 256, 0), 1);
}
END_TEST

/* The most threads of a block, by registers: what an H200 said (cudaFuncGetAttributes). */
START_TEST(registers_of_a_block)
{
	static const struct {
		int regs, threads;
	} rows[] = { { 32, 1024 }, { 64, 1024 }, { 72, 896 }, { 80, 768 }, { 96, 640 }, { 128, 512 }, { 168, 384 },
		{ 254, 256 }, { 255, 256 } };
	struct profile now = h200(), old;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ck_assert_int_eq(resident_threads(now.field, rows[i].regs, 1024), rows[i].threads);
	ck_assert_int_eq(resident_threads(now.field, 32, 1000), 1000); /* launch bounds */
	ck_assert_int_eq(resident_registers(now.field, 80, 800), 28 * 2560);
	ck_assert(!profile_find(&old, "gtx480", NULL));
	ck_assert_int_eq(resident_registers(old.field, 63, 800), 25 * 2048);
}
END_TEST

/* Memory of the host: the bytes over the link, somewhat slower than a copy, or the transfers where they are small; both
 * directions at once, but for a part. */
START_TEST(link_bound)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	struct time_parts t;
	const double bytes = 64 << 20, d2h = (double)p.field[DP_FIELD_LINK_PINNED_D2H_MBPS];
	double both;

	w.traffic.link_write = (uint64_t)bytes / 32;
	w.traffic.link_writes = (uint64_t)bytes / 128;
	t = parts_of(&p, &w, 256, 8);
	ck_assert_int_eq(t.bound, TIME_BOUND_LINK);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_LINK], 1.047 * bytes / d2h, 0.001 * bytes / d2h);
	w.traffic.link_read = w.traffic.link_write / 2;
	both = parts_of(&p, &w, 256, 8).us[TIME_BOUND_LINK];
	ck_assert(both > t.us[TIME_BOUND_LINK] && both < 1.03 * t.us[TIME_BOUND_LINK]);
	w.traffic.link_reads = 10 * w.traffic.link_writes;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_LINK],
		(double)w.traffic.link_reads / (double)p.field[DP_FIELD_LINK_READS_PER_US], 2);
}
END_TEST

/* A streaming kernel takes what its bytes take: with many loads in flight the latency does not show. */
START_TEST(memory_bound)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	struct time_parts t;

	w.traffic.dram_read = w.traffic.l2_read = w.traffic.l1_read = (1ull << 30) / 32;
	t = parts_of(&p, &w, 256, 8);
	ck_assert_int_eq(t.bound, TIME_BOUND_DRAM);
	ck_assert(fabs(t.us[TIME_BOUND_DRAM] - (double)(1ull << 30) / (double)p.field[DP_FIELD_DRAM_READ_MBPS]) < 0.01);
	ck_assert(t.total_us < 1.1 * t.us[TIME_BOUND_DRAM]);
	/* Twice the bytes, about twice the time. */
	w.traffic.dram_read *= 2;
	ck_assert(us(&p, &w) > 1.9 * t.total_us);
	/* The same bytes found in the L2 take less. */
	w.traffic.l2_hit = w.traffic.l2_read;
	w.traffic.dram_read = 0;
	ck_assert(us(&p, &w) < 0.6 * t.total_us);
}
END_TEST

/* Atomics on one place follow each other; spread, as many places as the L2 has units for them work side by side. */
START_TEST(atomics_bound)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	struct time_parts t;
	const double n = 1e7, one = n / (double)p.field[DP_FIELD_ATOMICS_PER_US];

	w.traffic.atomic_passes = w.traffic.atomic_lanes = (uint64_t)n;
	t = parts_of(&p, &w, 256, 8);
	ck_assert_int_eq(t.bound, TIME_BOUND_ATOMICS);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_ATOMICS], one, 1e-6);
	w.traffic.atomic_lanes = 0;
	ck_assert_double_eq_tol(
		parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], one / (double)p.field[DP_FIELD_ATOMIC_UNITS], 1e-6);
	w.traffic.atomic_words = (uint64_t)n;
	ck_assert_double_eq_tol(
		parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2], n / (double)p.field[DP_FIELD_ATOMIC_WORDS_PER_US], 1e-6);
}
END_TEST

/* The first loads of several multiprocessors take longer; those of one do not, nor those that the L2 answers. */
START_TEST(first_access)
{
	struct profile p = h200();
	double with[2], without[2], first = (double)p.field[DP_FIELD_FIRST_ACCESS_NS] / 1000.0;

	for (uint64_t blocks = 1; blocks <= 2; blocks++) {
		struct em_work w = work_of(blocks, 8);

		without[blocks - 1] = us(&p, &w);
		w.traffic.dram_read = 1;
		with[blocks - 1] = us(&p, &w);
	}
	ck_assert_double_eq_tol(with[0], without[0], 1e-3);
	ck_assert(with[1] > without[1] + 0.8 * first && with[1] < without[1] + (1.01 + TIME_LEFT_OUT_PART) * first);
}
END_TEST

/* Loads one after the other: fewer resident blocks, less hidden. */
START_TEST(occupancy_hides_latency)
{
	struct profile p = h200();
	struct em_work w = work_of(132 * 64, 4);
	double full, half, one;

	w.wait[EM_WAIT_DRAM] = (int64_t)w.warps * 100 * EM_WAIT_UNIT;
	w.traffic.dram_read = w.traffic.l2_read = w.traffic.l1_read = 4 * w.warps * 100;
	full = parts_of(&p, &w, 128, 16).total_us;
	half = parts_of(&p, &w, 128, 8).total_us;
	one = parts_of(&p, &w, 128, 1).total_us;
	ck_assert(full < half);
	ck_assert(half < one / 4);
	ck_assert_int_eq(parts_of(&p, &w, 128, 1).bound, TIME_BOUND_LATENCY);
}
END_TEST

/* The same bytes out of many rows of the memory take longer. */
START_TEST(rows_take_time)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	double swept,
		extra = 1e6 / (double)p.field[DP_FIELD_DRAM_ROWS_READ_PER_US] +
		1e6 / (double)p.field[DP_FIELD_DRAM_ROWS_WRITTEN_PER_US];

	w.traffic.dram_read = w.traffic.l2_read = w.traffic.l1_read = 4 << 20;
	swept = parts_of(&p, &w, 256, 8).us[TIME_BOUND_DRAM];
	w.traffic.rows_read = w.traffic.rows_written = 1000000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_DRAM], swept + extra, 1e-6);
}
END_TEST

/* What two large blocks wait for and compute overlaps less than what sixteen small ones do; a single block's does not
 * overlap at all. */
START_TEST(few_blocks_overlap_less)
{
	struct profile p = h200();
	double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0, busy, wait, small, large, single;
	struct em_work w = work_of(132 * 64, 4), l = work_of(132 * 8, 32), one = work_of(132, 32);
	struct em_work *all[] = { &w, &l, &one };
	struct counters c;
	struct time_parts t;

	memset(&c, 0, sizeof c);
	c.v[CTR_BARRIERS] = 1;
	for (size_t k = 0; k < 3; k++) {
		all[k]->pipe[EM_PIPE_ISSUE] = all[k]->warps * 1000;
		all[k]->pipe[EM_PIPE_BARRIER] = all[k]->warps * 16;
		all[k]->wait[EM_WAIT_ALU] = (int64_t)all[k]->warps * 2000 * EM_WAIT_UNIT;
		all[k]->wait_first[EM_WAIT_ALU] =
			all[k]->wait[EM_WAIT_ALU] * (int64_t)all[k]->blocks / (int64_t)all[k]->warps;
	}
	time_kernel(&p, &(struct time_kernel){ &w, &c, 128, 16, 0 }, &t);
	small = t.total_us;
	time_kernel(&p, &(struct time_kernel){ &l, &c, 1024, 2, 0 }, &t);
	large = t.total_us;
	ck_assert(large > 1.1 * small);
	/* Who meets once in so long a time hardly goes in step. */
	l.pipe[EM_PIPE_BARRIER] = l.warps;
	time_kernel(&p, &(struct time_kernel){ &l, &c, 1024, 2, 0 }, &t);
	ck_assert(t.total_us < 0.95 * large);
	one.clocked = true; /* nothing is added for what is left out */
	time_kernel(&p, &(struct time_kernel){ &one, &c, 1024, 1, 0 }, &t);
	single = t.total_us - (double)p.field[DP_FIELD_LAUNCH_NS] / 1000.0;
	busy = 32 * 1000 / 4.0;
	wait = 2000.0 * (double)p.field[DP_FIELD_LATENCY_ALU] - busy / 32 + (double)p.field[DP_FIELD_BLOCK_START_CLK] +
		32.0 * (double)p.field[DP_FIELD_WARP_START_CLK];
	/* All have started before the last one runs. */
	ck_assert_double_eq_tol(single, (busy + wait) / clk_us + 132.0 / (double)p.field[DP_FIELD_BLOCKS_PER_US], 0.01);
}
END_TEST

START_TEST(pipes_bound)
{
	struct profile p = h200();
	struct em_work w = work_of(132 * 8, 8);
	double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;
	struct time_parts t;

	/* 1000 instructions a warp, 8 blocks of 8 warps, 4 of them in a cycle. */
	w.pipe[EM_PIPE_ISSUE] = w.warps * 1000;
	t = parts_of(&p, &w, 256, 8);
	ck_assert_int_eq(t.bound, TIME_BOUND_ISSUE);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_ISSUE], 8 * 8 * 1000 / 4.0 / clk_us, 1e-6);
	/* The same number of special functions takes eight times as long. */
	w.pipe[EM_PIPE_SPECIAL] = w.pipe[EM_PIPE_ISSUE];
	t = parts_of(&p, &w, 256, 8);
	ck_assert_int_eq(t.bound, TIME_BOUND_SPECIAL);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_SPECIAL], 8 * t.us[TIME_BOUND_ISSUE], 1e-6);
}
END_TEST

/* Words of constant memory that the lanes of a warp want one after the other keep their multiprocessor busy, and more
 * so where the nearest cache has lost them. */
START_TEST(words_of_constant_memory)
{
	struct profile p = h200();
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;
	struct em_work w = work_of(132 * 8, 8);
	struct time_parts t;

	w.constant_words = w.warps * 3200;
	t = parts_of(&p, &w, 256, 8);
	ck_assert_int_eq(t.bound, TIME_BOUND_CONSTANT);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_CONSTANT], 64 * 3200 * 2 / clk_us, 1e-6);
	w.constant_far = w.constant_words;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_CONSTANT], 64 * 3200 * 5.4 / clk_us, 1e-6);
	w.constant_apart = w.constant_far * EM_WAIT_UNIT / 2;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_CONSTANT], 64 * 3200 * 20.65 / clk_us, 1e-6);
}
END_TEST

/* Barriers: an arrival takes two cycles, a block of one warp three; where the block uses shared memory each barrier
 * takes wavefronts too, so that blocks of two warps, which have the most barriers, take longest. */
START_TEST(barriers_take_wavefronts)
{
	struct profile p = h200();
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0,
		     wavefronts = (double)p.field[DP_FIELD_BARRIER_PASSES] / 1000.0;
	struct em_work one = work_of(132 * 32, 1), two = work_of(132 * 32, 2), eight = work_of(132 * 8, 8);
	struct time_parts t, u;

	one.pipe[EM_PIPE_BARRIER] = 1000 * one.warps;
	two.pipe[EM_PIPE_BARRIER] = eight.pipe[EM_PIPE_BARRIER] = 1000 * two.warps;
	ck_assert_double_eq_tol(parts_of(&p, &one, 32, 32).us[TIME_BOUND_BARRIERS], 32 * 1000 * 3 / clk_us, 1e-6);
	t = parts_of(&p, &two, 64, 32);
	u = parts_of(&p, &eight, 256, 8);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_BARRIERS], 64 * 1000 * 2 / clk_us, 1e-6);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_SHARED] + u.us[TIME_BOUND_SHARED], 0, 1e-9);
	two.shared_passes = eight.shared_passes = two.pipe[EM_PIPE_BARRIER];
	t = parts_of(&p, &two, 64, 32);
	u = parts_of(&p, &eight, 256, 8);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_SHARED], (64 * 1000 + 32 * 1000 * wavefronts) / clk_us, 1e-6);
	ck_assert_double_eq_tol(u.us[TIME_BOUND_SHARED], (64 * 1000 + 8 * 1000 * wavefronts) / clk_us, 1e-6);
	ck_assert(t.total_us > 1.05 * u.total_us);
}
END_TEST

/* Blocks that meet wait for the warp that the memory answers last; of many waits between two barriers late and early
 * ones make up for each other. */
START_TEST(slowest_warp_of_a_block)
{
	struct profile p = h200();
	struct em_work w = work_of(132, 16), met = w, seldom;
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0,
		     more = 4 * (double)p.field[DP_FIELD_LATENCY_SLOWER] / clk_us;
	const double ahead = (double)p.field[DP_FIELD_WARP_START_CLK] * 15 / 2 / clk_us; /* warps that started first */
	double alone, always, now_and_then;

	w.wait[EM_WAIT_DRAM] = (int64_t)w.warps * 1600 * EM_WAIT_UNIT;
	w.wait_first[EM_WAIT_DRAM] = (int64_t)w.blocks * 1600 * EM_WAIT_UNIT;
	met = seldom = w;
	met.pipe[EM_PIPE_BARRIER] = met.warps * 1600;
	seldom.pipe[EM_PIPE_BARRIER] = seldom.warps * 16;
	alone = parts_of(&p, &w, 512, 1).us[TIME_BOUND_LATENCY];
	always = parts_of(&p, &met, 512, 1).us[TIME_BOUND_LATENCY];
	now_and_then = parts_of(&p, &seldom, 512, 1).us[TIME_BOUND_LATENCY];
	ck_assert_double_eq_tol(always - alone, 1600 * more - ahead, 1e-3);
	ck_assert_double_eq_tol(now_and_then - alone, 160 * more - ahead, 1e-3);
}
END_TEST

/* Blocks that look back at w others at once: n that run side by side take sqrt(1.6) sqrt(2 n / w) looks, those of a
 * later wave sqrt(2 n / w). */
START_TEST(look_back_rounds)
{
	struct profile p = h200();
	struct em_work two = work_of(2 * 1056, 8), few = work_of(100, 8);
	const double clk = 1e3 / (double)p.field[DP_FIELD_CLOCK_KHZ], /* us */
		look = 900, both = 1 + sqrt(1.6),
		     near = (double)(p.field[DP_FIELD_LATENCY_ATOMIC_L2] - p.field[DP_FIELD_LATENCY_ATOMIC_NEAR]);
	double without[2];

	two.clocked = few.clocked = true; /* nothing is left out */
	two.pipe[EM_PIPE_ISSUE] = two.warps * 10000;
	few.pipe[EM_PIPE_ISSUE] = few.warps * 10000;
	without[0] = us(&p, &two), without[1] = us(&p, &few);
	two.look_backs = two.blocks;
	few.look_backs = few.blocks;
	two.looks_back_clk = few.looks_back_clk = 900;
	ck_assert_double_eq_tol(us(&p, &two) - without[0], both * sqrt(2 * 1056) * look * clk, 1e-6);
	/* While the blocks are started. */
	ck_assert_double_eq_tol(us(&p, &few) - without[1], sqrt(1.6) * sqrt(2 * 100) * look * clk, 0.1);
	two.looks_back_at = 32; /* the lanes of a warp */
	ck_assert_double_eq_tol(us(&p, &two) - without[0], both * sqrt(2 * 1056 / 32.0) * look * clk, 1e-6);
	two.looks_back_by_atomics = true;
	ck_assert_double_eq_tol(us(&p, &two) - without[0], both * sqrt(2 * 1056 / 32.0) * (look - near) * clk, 1e-6);
}
END_TEST

/* Of a line that is written in part the request costs the L2 something beside its sectors; reading goes on beside
 * writing. */
START_TEST(parts_of_lines)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double sectors = 1e7 * 32 / (double)p.field[DP_FIELD_L2_WRITE_MBPS],
		     parts = 1e7 / (double)p.field[DP_FIELD_L2_PARTS_PER_US];

	w.traffic.l2_write = 10000000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2], sectors, 1e-6);
	w.traffic.l2_write = 0;
	w.traffic.l2_partial = w.traffic.l2_parts = 10000000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2], sectors + parts, 1e-6);
	w.traffic.l2_partial *= 4;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2], 4 * sectors + parts, 1e-6);
	w.traffic.l2_read = 10000000;
	ck_assert(parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2] < 1.01 * (4 * sectors + parts));
}
END_TEST

START_TEST(bank_conflicts_are_named)
{
	struct profile p = h200();
	struct em_work w = work_of(132 * 8, 8);
	struct counters c;
	struct time_parts t;
	struct buf b;

	memset(&c, 0, sizeof c);
	w.pipe[EM_PIPE_ISSUE] = w.warps * 1000;
	w.shared_passes = w.warps * 1000;
	c.v[CTR_SHARED_EXCESSIVE] = w.warps * 750;
	time_kernel(&p, &(struct time_kernel){ &w, &c, 256, 8, 0 }, &t);
	ck_assert_int_eq(t.bound, TIME_BOUND_SHARED);
	ck_assert_double_eq_tol(t.conflicts_us, 0.75 * t.us[TIME_BOUND_SHARED], 1e-6);
	/* Four loads each are joined to one. */
	c.v[CTR_SHARED_LD_WAVEFRONTS] = w.warps * 4000;
	c.v[CTR_SHARED_EXCESSIVE] = w.warps * 3000;
	time_kernel(&p, &(struct time_kernel){ &w, &c, 256, 8, 0 }, &t);
	ck_assert_double_eq_tol(t.conflicts_us, 0.75 * t.us[TIME_BOUND_SHARED], 1e-6);
	buf_init(&b);
	time_sentence(&t, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "limited by shared-memory wavefronts: "));
	ck_assert_ptr_nonnull(strstr(b.data, "% of the time is bank conflicts"));
	buf_release(&b);
}
END_TEST

/* 133 blocks on 132 multiprocessors, one at a time: two waves. */
START_TEST(waves)
{
	struct profile p = h200();
	struct em_work one = work_of(132, 8), two = work_of(133, 8), even = work_of(264, 8);

	one.pipe[EM_PIPE_ISSUE] = one.warps * 100000;
	two.pipe[EM_PIPE_ISSUE] = two.warps * 100000;
	even.pipe[EM_PIPE_ISSUE] = even.warps * 100000;
	ck_assert_double_eq_tol(parts_of(&p, &two, 256, 1).total_us, parts_of(&p, &even, 256, 1).total_us, 1.0);
	ck_assert(parts_of(&p, &two, 256, 1).total_us > 1.9 * parts_of(&p, &one, 256, 1).total_us);
	ck_assert(parts_of(&p, &two, 256, 1).tail_us > 0.4 * parts_of(&p, &two, 256, 1).total_us);
	/* Two at a time: all begin at once, and none is left for later. */
	ck_assert_double_eq_tol(parts_of(&p, &two, 256, 2).tail_us, 0, 1e-9);
}
END_TEST

/* A kernel is not done before its longest block is, and blocks that all go to one multiprocessor take turns there;
 * where all have the same to do it does not matter that somebody has looked. */
START_TEST(uneven_blocks)
{
	enum { BLOCKS = 1056, WARPS = 8, FEW = 1000, MANY = 200000 };
	static struct em_share share[BLOCKS];
	struct profile p = h200();
	struct em_work w = work_of(BLOCKS, WARPS);
	struct time_parts even, one, spread, crowded;
	struct buf words;

	for (int heavy = 0; heavy < 4; heavy++) {
		uint64_t all = 0;

		for (int k = 0; k < BLOCKS; k++) {
			bool is = heavy == 1 ? k == 7 : heavy == 2 ? k < 8 : heavy == 3 && k % 264 == 0;
			uint32_t n = is ? MANY : FEW;

			share[k] = (struct em_share){ WARPS * n, n, n };
			all += WARPS * n;
		}
		w.all_clk = all;
		w.longest_clk = w.first_clk = all / WARPS;
		w.share = share;
		w.pipe[EM_PIPE_ISSUE] = all / 4;
		w.wait[EM_WAIT_ISSUE] = (int64_t)(all * EM_WAIT_UNIT);
		w.wait_first[EM_WAIT_ISSUE] = (int64_t)(all / WARPS * EM_WAIT_UNIT);
		*(heavy == 0 ? &even : heavy == 1 ? &one : heavy == 2 ? &spread : &crowded) = parts_of(&p, &w, 256, 8);
	}
	ck_assert_double_eq_tol(even.uneven_us, 0, 1e-9);
	ck_assert(one.total_us > MANY / 1.99e3 && one.total_us < 1.3 * MANY / 1.98e3 + even.total_us);
	ck_assert(one.uneven_us > 0.8 * one.total_us && one.bound == TIME_BOUND_LATENCY);
	buf_init(&words);
	time_sentence(&one, &words);
	ck_assert_msg(strstr(words.data, "have more to do than the others"), "%s", words.data);
	buf_release(&words);
	ck_assert(spread.total_us < 1.3 * one.total_us);
	ck_assert(crowded.total_us > 1.05 * spread.total_us);
}
END_TEST

/* The blocks at the sides of a picture have a tenth more to do than the others, of those at its top one warp has, and
 * those at its bottom mostly lie outside. When the first 792 of 1024 are done 232 are left for 132 multiprocessors:
 * none takes six of them because it was done a little sooner. */
START_TEST(little_uneven)
{
	enum { BLOCKS = 1024, WARPS = 8, WORK = 5365, MORE = 5861, ISSUED = 12000 };
	static struct em_share share[BLOCKS];
	struct profile p = h200();
	struct em_work w = work_of(BLOCKS, WARPS);
	struct time_parts t;

	for (uint32_t k = 0; k < BLOCKS; k++) {
		bool side = k % 32 == 0 || k % 32 == 31, top = k < 32, bottom = k >= BLOCKS - 32;
		uint32_t n = side || top ? MORE : WORK;

		share[k] = (struct em_share){ bottom ? 2 * n : side ? WARPS * n : (WARPS - 1) * WORK + n, n, n };
		w.all_clk += share[k].all;
		w.longest_clk += n;
	}
	w.first_clk = w.longest_clk;
	w.share = share;
	w.pipe[EM_PIPE_ISSUE] = BLOCKS * ISSUED;
	w.wait[EM_WAIT_ISSUE] = (int64_t)(w.all_clk * EM_WAIT_UNIT);
	w.wait_first[EM_WAIT_ISSUE] = (int64_t)(w.first_clk * EM_WAIT_UNIT);
	t = parts_of(&p, &w, 256, 6);
	ck_assert_msg(t.uneven_us < 0.1 * t.total_us, "%g of %g", t.uneven_us, t.total_us);
}
END_TEST

START_TEST(block_starts_bound)
{
	struct profile p = h200();
	struct em_work w = work_of(1 << 20, 4);
	struct time_parts t = parts_of(&p, &w, 128, 16);

	ck_assert_int_eq(t.bound, TIME_BOUND_BLOCKS);
	ck_assert_double_eq_tol(t.us[TIME_BOUND_BLOCKS], (1 << 20) / (double)p.field[DP_FIELD_BLOCKS_PER_US], 1e-6);
}
END_TEST

/* A launch that was timed by a quarter of its blocks takes as long as the whole one. */
START_TEST(samples_scale)
{
	struct profile p = h200();
	struct em_work whole = work_of(4 * 1056, 8), part;

	whole.pipe[EM_PIPE_ISSUE] = whole.warps * 1000;
	whole.traffic.dram_read = whole.traffic.l2_read = whole.traffic.l1_read = 4 << 20;
	part = work_of(1056, 8);
	part.grid_blocks = 4 * 1056;
	part.pipe[EM_PIPE_ISSUE] = part.warps * 1000;
	part.traffic.dram_read = part.traffic.l2_read = part.traffic.l1_read = 1 << 20;
	ck_assert_double_eq_tol(us(&p, &whole), us(&p, &part), 1e-6);
}
END_TEST

START_TEST(residents)
{
	struct profile p = h200();
	struct em_timing g;

	ck_assert_uint_eq(time_resident(&p, &(struct time_shape){ 256, 32, 0, 0 }), 8);
	ck_assert_uint_eq(time_resident(&p, &(struct time_shape){ 1024, 32, 0, 0 }), 2);
	ck_assert_uint_eq(time_resident(&p, &(struct time_shape){ 32, 16, 0, 0 }), 32);
	ck_assert_uint_eq(time_resident(&p, &(struct time_shape){ 256, 128, 0, 0 }), 2);         /* registers */
	ck_assert_uint_eq(time_resident(&p, &(struct time_shape){ 128, 32, 0, 100 * 1024 }), 2); /* shared memory */
	/* An architecture that the calculator does not know: the limits of the profile. */
	p.field[DP_FIELD_CC_MAJOR] = 2;
	p.field[DP_FIELD_THREADS_PER_SM] = 1536;
	p.field[DP_FIELD_BLOCKS_PER_SM] = 8;
	ck_assert_uint_eq(time_resident(&p, &(struct time_shape){ 256, 16, 0, 0 }), 6);
	ck_assert_uint_eq(time_resident(&p, &(struct time_shape){ 64, 16, 0, 0 }), 8);
	time_geometry(&p, &(struct time_shape){ 64, 16, 1024, 0 }, &g);
	ck_assert_uint_eq(g.resident_blocks, 8);
	ck_assert(g.l1_bytes < (uint64_t)p.field[DP_FIELD_L1_BYTES]);
}
END_TEST

/* A cooperative launch's limit is the occupancy call's. 78 registers are 80; a quarter of a multiprocessor has 16,384
 * of them, room for 6 warps. So 24 warps fit, and of blocks of 5 warps four: not five, as 65,536 / (160 * 80) would
 * have it. */
START_TEST(cooperative_limit)
{
	static struct device_config config;
	static struct context c;
	struct kernel k = { .info = { .regs = 78 } };
	const uint32_t most = 4 * 132;
	struct dp_launch l = { .grid = { most, 1, 1 }, .block = { 160, 1, 1 } };

	config.profile = h200();
	c.config = &config;
	ck_assert_uint_eq(time_resident(&config.profile, &(struct time_shape){ 160, 78, 0, 0 }), 4);
	ck_assert_int_eq(launch_resident(&c, &k, &l), most);
	ck_assert(launch_fits_at_once(&c, &k, &l));
	for (int side = 0; side < 3; side++) {
		struct dp_launch more = { .grid = { 1, 1, 1 }, .block = { 5, 8, 4 } };

		more.grid[side] = most;
		ck_assert(launch_fits_at_once(&c, &k, &more));
		more.grid[side] = most + 1;
		ck_assert(!launch_fits_at_once(&c, &k, &more));
	}
	/* Shared memory counts, static and dynamic alike. Of 228 KB a block takes 60, 60 and 1 for the driver: one
	 * fits. Without either half it would be three. */
	k.info.static_shared = 60 << 10;
	l.dynamic_shared = 60 << 10;
	ck_assert_int_eq(launch_resident(&c, &k, &l), 132);
}
END_TEST

Suite *device_time_kernel_suite(void)
{
	Suite *s = suite_create("device_time_kernel");
	TCase *t = tcase_create("time");

	tcase_add_test(t, nothing_costs_a_launch);
	tcase_add_test(t, memory_bound);
	tcase_add_test(t, atomics_bound);
	tcase_add_test(t, first_access);
	tcase_add_test(t, link_bound);
	tcase_add_test(t, resident);
	tcase_add_test(t, registers_of_a_block);
	tcase_add_test(t, occupancy_hides_latency);
	tcase_add_test(t, rows_take_time);
	tcase_add_test(t, few_blocks_overlap_less);
	tcase_add_test(t, pipes_bound);
	tcase_add_test(t, words_of_constant_memory);
	tcase_add_test(t, barriers_take_wavefronts);
	tcase_add_test(t, slowest_warp_of_a_block);
	tcase_add_test(t, parts_of_lines);
	tcase_add_test(t, look_back_rounds);
	tcase_add_test(t, bank_conflicts_are_named);
	tcase_add_test(t, waves);
	tcase_add_test(t, uneven_blocks);
	tcase_add_test(t, little_uneven);
	tcase_add_test(t, block_starts_bound);
	tcase_add_test(t, samples_scale);
	tcase_add_test(t, residents);
	tcase_add_test(t, cooperative_limit);
	suite_add_tcase(s, t);
	return s;
}
