/* The time model where blocks and warps wait for each other: chains of blocks, stores and loads that meet at one place
 * of the L2, sums that meet at one word of shared memory. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "tests/unit/device/time_kit.h"

Suite *device_time_waits_suite(void);

/* A chain of blocks that wait for each other is the least that a kernel takes, and is what the sentence names. */
START_TEST(chain_of_blocks)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8), chained, heavy;
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;
	struct time_parts t;
	struct buf said;

	w.pipe[EM_PIPE_ISSUE] = w.warps * 1000;
	w.wait[EM_WAIT_L2] = (int64_t)w.warps * 2 * EM_WAIT_UNIT;
	chained = heavy = w;
	chained.links = heavy.links = 1055;
	chained.links_clk = 1055 * 440;
	heavy.links_clk = 3000;
	t = parts_of(&p, &chained, 256, 8);
	ck_assert_int_eq(t.bound, TIME_BOUND_LATENCY);
	ck_assert_double_eq_tol(t.total_us,
		(double)p.field[DP_FIELD_LAUNCH_NS] / 1000.0 +
			(1055 * 440 + (double)p.field[DP_FIELD_BLOCK_START_CLK] +
				8 * (double)p.field[DP_FIELD_WARP_START_CLK]) /
				clk_us,
		1e-6);
	buf_init(&said);
	time_sentence(&t, &said);
	ck_assert_str_eq(said.data,
		"limited by latency: 99 % of the time blocks wait for what other blocks store, one after the other");
	buf_release(&said);
	ck_assert_double_eq_tol(us(&p, &heavy), us(&p, &w), 1e-9);
}
END_TEST

/* One unit of the L2 has the place to which all store, or from which all load past the L1. */
START_TEST(one_place)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	double none;

	none = parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2];
	w.traffic.stores_place = 10000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2] - none,
		10000 / (double)p.field[DP_FIELD_L2_PLACE_STORES_PER_US], 1e-6);
	w.traffic.loads_place = 20000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_L2] - none,
		10000 / (double)p.field[DP_FIELD_L2_PLACE_STORES_PER_US] +
			20000 / (double)p.field[DP_FIELD_L2_PLACE_LOADS_PER_US],
		1e-6);
}
END_TEST

/* A lock is held for as long as its holder's turn takes, and never for less than `lock_ns`; seen to be free half a turn
 * later where other lanes of the warp hold locks, too; and tries that stand in a queue for longer than a turn hold it
 * up twice. */
START_TEST(held_locks)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double lock = (double)p.field[DP_FIELD_LOCK_NS] / 1000.0,
		     clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0,
		     rate = (double)p.field[DP_FIELD_ATOMICS_PER_US];
	const double none = parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS];

	w.traffic.swaps = w.traffic.swap_locks = 1000;
	w.traffic.swaps_word = 10;
	w.traffic.swaps_place = 20;
	w.traffic.swap_lanes = 1;
	w.traffic.swap_turn = 100;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, 10 * lock, 1e-6);
	w.traffic.swap_turn = 5000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, 10 * 5000 / clk_us, 1e-6);
	w.traffic.swap_lanes = 32;
	ck_assert_double_eq_tol(
		parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, 10 * 5000 / clk_us * (1.5 - 1.0 / 64), 1e-6);
	w.traffic.swaps = w.traffic.swap_locks = w.traffic.swaps_place = 40000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none,
		10 * (5000 / clk_us * (1.5 - 1.0 / 64) + 2 * (20000 / rate - 5000 / clk_us)), 1e-6);
}
END_TEST

/* Whoever looks first finds the word as it was. Where the same warps look at a word beside it next, fewer and fewer do,
 * as they come there one after the other; not at a place elsewhere. Looks that go to the L2 and tries take turns. */
START_TEST(tries_early)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double rate = (double)p.field[DP_FIELD_ATOMICS_PER_US],
		     seen = (double)p.field[DP_FIELD_TRIES_SEEN_NS] / 1000.0,
		     turn = (double)p.field[DP_FIELD_PLACE_TURN_PS] / 1e6,
		     loads = (double)p.field[DP_FIELD_L2_PLACE_LOADS_PER_US],
		     none = parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS];
	const struct em_early e = { .warps = 8000, .tries = 8000, .passes = 8000, .counted = 100 };
	double first = 7900 / rate, second;

	w.traffic.nearly = 1;
	w.traffic.early[0] = e;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, first, 1e-6);
	w.traffic.nearly = 2;
	w.traffic.early[1] = e;
	w.traffic.early[1].place = 1;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, 2 * first, 1e-6);
	w.traffic.early[1].place = 0;
	second = seen / (8000 / rate) * 8000;
	ck_assert_double_eq_tol(
		parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, first + (second - 100) / rate, 1e-6);
	w.traffic.early[0].past_l1 = w.traffic.early[1].past_l1 = true;
	first += 8000 * turn;
	second = seen / (8000 / rate + 8000 * turn + 8000 / loads) * 8000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none,
		first + (second - 100) / rate + 2 * second * 8000 / (second + 8000) * turn, 1e-6);
}
END_TEST

/* Lanes that have a word each spread their tries over the launch's places as its atomics are spread, if their words are
 * few; over all places, if they are many. A multiprocessor has so many of one place on their way, and no more. */
START_TEST(tries_at_words)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double rate = (double)p.field[DP_FIELD_ATOMICS_PER_US];
	double none;

	w.traffic.atomic_passes = 20000;
	w.traffic.atomic_lanes = 5000;
	none = parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS];
	w.traffic.nearly = 1;
	w.traffic.early[0] =
		(struct em_early){ .warps = 8000, .tries = 8000, .passes = 100000, .counted = 1000, .words = true };
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, 99000 / 4.0 / rate, 1e-6);
	w.traffic.early[0].counted = 50000;
	ck_assert_double_eq_tol(
		parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none, 50000 * 4096.0 / 50000 / rate, 1e-6);
	w.traffic.early[0].passes = 1000000;
	w.traffic.early[0].counted = 900000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none,
		100000.0 / (double)p.field[DP_FIELD_ATOMIC_UNITS] / rate, 1e-6);
	w.traffic.early[0].counted = 0;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS] - none,
		(double)p.field[DP_FIELD_SM_COUNT] * 1230 / rate, 1e-6);
}
END_TEST

/* Sums of floats at one word of shared memory: by one warp they take what its turns take; the lanes of eight follow
 * each other too. At words of their own warps do not wait for each other. */
START_TEST(sums_at_one_word)
{
	struct profile p = h200();
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0,
		     swap = (double)p.field[DP_FIELD_SHARED_SWAP], less = (double)p.field[DP_FIELD_SHARED_SWAP_LESS];
	struct em_work one = work_of(132, 1), eight = work_of(132, 8);
	double before[2];

	before[0] = parts_of(&p, &one, 32, 1).us[TIME_BOUND_LATENCY];
	before[1] = parts_of(&p, &eight, 256, 1).us[TIME_BOUND_LATENCY];
	one.sum_turns = one.warps * 32;
	one.sum_lanes = one.blocks * 32;
	eight.sum_turns = eight.warps * 32;
	eight.sum_lanes = eight.blocks * 32;
	ck_assert_double_eq_tol(parts_of(&p, &one, 32, 1).us[TIME_BOUND_LATENCY], before[0], 1e-9);
	ck_assert_double_eq_tol(parts_of(&p, &eight, 256, 1).us[TIME_BOUND_LATENCY], before[1], 1e-9);
	eight.sum_lanes *= 8;
	ck_assert_double_eq_tol(parts_of(&p, &eight, 256, 1).us[TIME_BOUND_LATENCY] - before[1],
		(256 * (swap - 3 * less) - 32 * swap) / clk_us, 1e-6);
}
END_TEST

/* Warps that go from word to word in step all meet at one, where each scheduler has no more than one of them; of more
 * each is at another word, but they come in each other's way. Who tries in vain takes passes of shared memory. */
START_TEST(sums_in_step)
{
	struct profile p = h200();
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0,
		     swap = (double)p.field[DP_FIELD_SHARED_SWAP], less = (double)p.field[DP_FIELD_SHARED_SWAP_LESS],
		     parted = (double)p.field[DP_FIELD_SHARED_SWAP_PARTED] / 1000.0,
		     vain = (double)p.field[DP_FIELD_SHARED_SWAP_VAIN] / 1000.0;
	const uint64_t words = 16, each = 32 * words; /* lanes of a warp that get through */
	struct em_work four = work_of(132, 4), many = work_of(132, 32);
	double before[2];

	before[0] = parts_of(&p, &four, 128, 1).us[TIME_BOUND_LATENCY];
	before[1] = parts_of(&p, &many, 1024, 1).us[TIME_BOUND_LATENCY];
	four.sum_turns = four.warps * each;
	four.sum_in_step = four.warps * each;
	four.sum_lanes = four.warps * 32;
	many.sum_turns = many.warps * each;
	many.sum_in_step = many.warps * each;
	many.sum_lanes = many.warps * 32;
	ck_assert_double_eq_tol(parts_of(&p, &four, 128, 1).us[TIME_BOUND_LATENCY] - before[0],
		(double)each * (4 * (swap - 2 * less) - swap) / clk_us, 1e-6);
	ck_assert_double_eq_tol(parts_of(&p, &many, 1024, 1).us[TIME_BOUND_LATENCY] - before[1],
		(double)each *
			(32 * pow(pow(parted * swap / 32, 4) + pow((swap - less) / (double)words, 4), 0.25) - swap) /
			clk_us,
		1e-6);
	/* At 16 words in turn there are two of 32 warps at each, none in vain of four. */
	ck_assert_double_eq_tol(parts_of(&p, &four, 128, 1).us[TIME_BOUND_SHARED], 0, 1e-9);
	ck_assert_double_eq_tol(parts_of(&p, &many, 1024, 1).us[TIME_BOUND_SHARED],
		(double)many.sum_turns * vain * 2 / 132 / clk_us, 1e-6);
}
END_TEST

/* What all change at one place begins when the first warps come to it, which is earlier than the average one; earlier
 * still where some have less to do. */
START_TEST(queue_at_the_end)
{
	struct profile p = h200();
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;
	struct em_work w = work_of(132, 8);
	double at_once, later, uneven;

	w.clocked = true; /* nothing is left out */
	w.traffic.atomic_passes = w.traffic.atomic_lanes = 20000;
	at_once = us(&p, &w);
	w.arrive_clk = 4000;
	later = us(&p, &w);
	w.all_clk = w.warps * 1000;
	w.longest_clk = w.blocks * 4000;
	uneven = us(&p, &w);
	ck_assert_double_eq_tol(later - at_once, 0.6 * 4000 / clk_us, 0.05);
	ck_assert(uneven > at_once && uneven < at_once + 0.4 * (later - at_once));
	/* Nothing where there are none. */
	w.traffic.atomic_passes = w.traffic.atomic_lanes = 0;
	later = us(&p, &w);
	w.arrive_clk = 0;
	ck_assert_double_eq_tol(us(&p, &w), later, 1e-9);
}
END_TEST

/* A warp by itself waits for its stores to local memory, 3000 lines of one sector each, before it goes on: 3.4 cycles a
 * line and half of one a sector. */
START_TEST(stores_to_local_memory)
{
	struct profile p = h200();
	struct em_work w = work_of(132, 1), stores;
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;

	w.clocked = true; /* nothing is added for what is left out */
	w.pipe[EM_PIPE_ISSUE] = w.warps * 1000;
	w.wait[EM_WAIT_L1] = (int64_t)w.warps * 1000 * EM_WAIT_UNIT;
	stores = w;
	stores.traffic.local_lines = w.warps * 3000;
	stores.traffic.local_stored = w.warps * 3000;
	ck_assert_double_eq_tol((us(&p, &stores) - us(&p, &w)) * clk_us, 3000 * 3.9, 1);
	/* Of two in three multiprocessors their part of it; of one a pass for each line. */
	w.grid_blocks = stores.grid_blocks = 88;
	ck_assert_double_eq_tol((us(&p, &stores) - us(&p, &w)) * clk_us, 3000 * 3.9 * 2 / 3, 1);
	w.grid_blocks = stores.grid_blocks = 1;
	ck_assert_double_eq_tol((us(&p, &stores) - us(&p, &w)) * clk_us, 3000 * 2, 1);
}
END_TEST

/* A double takes two of a scheduler's cycles; of what makes constants a third goes beside one. */
START_TEST(slots_of_doubles)
{
	struct profile p = h200();
	struct em_work w = work_of(132, 8);
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0, each = 8 / 4.0 / clk_us;

	w.pipe[EM_PIPE_ISSUE] = w.warps * 5000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ISSUE], 5000 * each, 1e-6);
	w.pipe[EM_PIPE_F64] = w.warps * 1000;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ISSUE], 6000 * each, 1e-6);
	w.pipe[EM_PIPE_UNIFORM] = w.warps * 1500;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ISSUE], 5500 * each, 1e-6);
}
END_TEST

/* Fences of a multiprocessor's warps take their turns in its L1, and wait for what their warp has stored to many lines.
 */
START_TEST(fences)
{
	struct profile p = h200();
	struct em_work w = work_of(132, 1), stores;
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;

	w.clocked = true;
	w.pipe[EM_PIPE_ISSUE] = w.warps * 1000;
	w.wait[EM_WAIT_FENCE] = (int64_t)w.warps * 30 * EM_WAIT_UNIT;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_GLOBAL],
		30 * (double)p.field[DP_FIELD_FENCE_CLK] / clk_us, 1e-6);
	stores = w;
	stores.traffic.l2_parts = w.warps * 3000;
	ck_assert_double_eq_tol((us(&p, &stores) - us(&p, &w)) * clk_us, 3000 * 3.4, 1);
}
END_TEST

/* Likewise for stores of parts of lines to global memory, but for as long as it waits for the memory anyway, or for
 * its lanes' words of constant memory. */
START_TEST(scattered_stores)
{
	struct profile p = h200();
	struct em_work w = work_of(132, 1), stores;
	const double clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;

	w.clocked = true;
	w.pipe[EM_PIPE_ISSUE] = w.warps * 1000;
	w.wait[EM_WAIT_L1] = (int64_t)w.warps * 1000 * EM_WAIT_UNIT;
	stores = w;
	stores.traffic.l2_parts = w.warps * 3000;
	ck_assert_double_eq_tol((us(&p, &stores) - us(&p, &w)) * clk_us, 3000 * 3.4, 1);
	w.wait[EM_WAIT_L2] = stores.wait[EM_WAIT_L2] = (int64_t)w.warps * 100 * EM_WAIT_UNIT;
	ck_assert_double_eq_tol((us(&p, &stores) - us(&p, &w)) * clk_us, 0, 1);
	/* 500 further words of constant memory, one after the other: 5500 cycles. */
	w.wait[EM_WAIT_L2] = stores.wait[EM_WAIT_L2] = 0;
	w.wait[EM_WAIT_CONSTANT_WORD] = stores.wait[EM_WAIT_CONSTANT_WORD] = (int64_t)w.warps * 500 * EM_WAIT_UNIT;
	ck_assert_double_eq_tol((us(&p, &stores) - us(&p, &w)) * clk_us, 3000 * 3.4 - 5500, 1);
}
END_TEST

/* Machine code that has to be fetched: so long for each instruction, and to begin with. */
START_TEST(fetched)
{
	struct profile p = h200();
	struct em_work w = work_of(132 * 64, 8);
	struct counters c;
	struct time_parts here, far, farther;
	const double each = (double)p.field[DP_FIELD_FETCH_INSTRUCTION_PS] / 1e6,
		     first = (double)p.field[DP_FIELD_FETCH_NS] / 1e3;

	memset(&c, 0, sizeof c);
	w.pipe[EM_PIPE_ISSUE] = w.warps * 10000;
	w.clocked = true; /* nothing is left out */
	time_kernel(&p, &(struct time_kernel){ &w, &c, 256, 8, 0 }, &here);
	time_kernel(&p, &(struct time_kernel){ &w, &c, 256, 8, 100 * 16 }, &far);
	time_kernel(&p, &(struct time_kernel){ &w, &c, 256, 8, 300 * 16 }, &farther);
	ck_assert_double_eq_tol(farther.total_us - far.total_us, 200 * each, 1e-6);
	ck_assert_double_eq_tol(far.total_us - here.total_us, first + 100 * each, 1e-6);
}
END_TEST

/* What the longest warp waits is the least that a multiprocessor takes, though its warps are not in step. */
START_TEST(longest_warp)
{
	struct profile p = h200();
	struct em_work w = work_of(132, 8);
	const double chain = 40000, clk_us = (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000.0;

	w.pipe[EM_PIPE_ISSUE] = w.warps * 8000;
	w.wait[EM_WAIT_ISSUE] = (int64_t)w.warps * 10000 * EM_WAIT_UNIT;
	w.wait_first[EM_WAIT_ISSUE] = (int64_t)(w.blocks * (uint64_t)chain) * EM_WAIT_UNIT;
	ck_assert_double_ge(us(&p, &w), chain / clk_us);
	/* Positive control: without that warp it is far less. */
	w.wait_first[EM_WAIT_ISSUE] = (int64_t)(w.blocks * 10000) * EM_WAIT_UNIT;
	ck_assert_double_le(us(&p, &w), 0.8 * chain / clk_us);
}
END_TEST

/* What is left out is added where warps keep something busy, but not where the kernel looks at a clock itself, nor
 * where warps only wait. */
START_TEST(left_out)
{
	struct profile p = h200();
	struct em_work w = work_of(132, 8);
	double with, without, launch = (double)p.field[DP_FIELD_LAUNCH_NS] / 1000.0, most;

	/* A part of a short kernel, so many microseconds of a long one. */
	for (uint64_t steps = 100; steps <= 1000000000; steps *= 10) {
		w.clocked = false;
		w.pipe[EM_PIPE_ISSUE] = w.warps * steps;
		with = us(&p, &w);
		w.clocked = true;
		without = us(&p, &w);
		most = TIME_LEFT_OUT_PART * (without - launch);
		if (steps > 10000)
			ck_assert_double_eq_tol(with - without, 1 / (1 / most + 1 / TIME_LEFT_OUT_US), 1e-6);
		ck_assert(with > without && with - without < most && with - without < TIME_LEFT_OUT_US);
	}
	w.pipe[EM_PIPE_ISSUE] = w.warps * 100000;
	w.wait[EM_WAIT_ALU] = (int64_t)w.warps * 1000000000000 * EM_WAIT_UNIT;
	without = us(&p, &w);
	w.clocked = false;
	ck_assert_double_eq_tol(us(&p, &w) / without, 1, 1e-4);
}
END_TEST

/* After many sets blocks are not in step any more: one block more than fills eight of them is no ninth one. */
START_TEST(out_of_step)
{
	struct profile p = h200();
	double us_of[2][2];

	for (int many = 0; many < 2; many++)
		for (int more = 0; more < 2; more++) {
			struct em_work w = work_of(132 * (many ? 8 : 1) + (uint64_t)more, 8);

			w.clocked = true;
			w.wait[EM_WAIT_ALU] = (int64_t)w.warps * 10000 * EM_WAIT_UNIT;
			us_of[many][more] = parts_of(&p, &w, 256, 1).total_us;
		}
	ck_assert(us_of[0][1] - us_of[0][0] > 0.9 * us_of[1][0] / 8);
	ck_assert(us_of[1][1] - us_of[1][0] < 0.2 * us_of[1][0] / 8);
}
END_TEST

Suite *device_time_waits_suite(void)
{
	Suite *s = suite_create("device_time_waits");
	TCase *t = tcase_create("waits");

	tcase_add_test(t, chain_of_blocks);
	tcase_add_test(t, out_of_step);
	tcase_add_test(t, one_place);
	tcase_add_test(t, held_locks);
	tcase_add_test(t, tries_early);
	tcase_add_test(t, tries_at_words);
	tcase_add_test(t, sums_at_one_word);
	tcase_add_test(t, sums_in_step);
	tcase_add_test(t, queue_at_the_end);
	tcase_add_test(t, stores_to_local_memory);
	tcase_add_test(t, slots_of_doubles);
	tcase_add_test(t, fences);
	tcase_add_test(t, scattered_stores);
	tcase_add_test(t, fetched);
	tcase_add_test(t, longest_warp);
	tcase_add_test(t, left_out);
	suite_add_tcase(s, t);
	return s;
}
