/* Tries before anybody has succeeded: warps that run side by side all find the word as it was, where here only the
 * first one does. */
#include "emulator_kit.h"

Suite *emulator_asks_suite(void);

enum { BYTES = 1 << 16, BLOCKS = 8, WARPS = 4 };

static struct em_traffic timed(const char *name, uint32_t resident)
{
	const struct timed x = {
		.multiprocessors = 1, .resident = resident, .blocks = BLOCKS, .threads = 32 * WARPS, .bytes = BYTES
	};

	return rig_timed("emulator/asks", name, x).traffic;
}

/* Passes beside those that were executed. */
static uint64_t early(const char *name, uint32_t resident)
{
	const struct em_traffic t = timed(name, resident);
	uint64_t n = t.tries_early;

	for (uint32_t k = 0; k < t.nearly; k++)
		n += t.early[k].passes > t.early[k].counted ? t.early[k].passes - t.early[k].counted : 0;
	return n;
}

START_TEST(looks)
{
	/* The first warp's try is counted; of the others as many as run side by side. */
	ck_assert_uint_eq(early("looks, then tries", 16), BLOCKS * WARPS - 1);
	ck_assert_uint_eq(early("looks, then tries", 2), 2 * WARPS - 1);
}
END_TEST

START_TEST(swaps)
{
	/* Each lane tries twice. */
	ck_assert_uint_eq(early("looks, then swaps until it is there", 16), 2 * BLOCKS * WARPS * 32);
}
END_TEST

/* Lanes that offer numbers of 64 bits come one by one. */
START_TEST(lanes)
{
	ck_assert_uint_eq(early("looks, then tries with 64 bits", 16), (BLOCKS * WARPS - 1) * 32);
}
END_TEST

/* The fields of a record: an atomic has its place in a register of its own, a look has it by the record's. */
START_TEST(fields)
{
	const struct em_traffic t = timed("looks at two fields, then tries", 16);

	ck_assert_uint_eq(t.nearly, 3);
	for (uint32_t k = 0; k < 3; k++) {
		ck_assert_uint_eq(t.early[k].warps, BLOCKS * WARPS);
		ck_assert_uint_eq(t.early[k].tries, BLOCKS * WARPS);
		ck_assert_uint_eq(t.early[k].counted, 1);
	}
	/* The third one is far away from the others, and loads through the L1. */
	ck_assert_uint_eq(t.early[0].place, t.early[1].place);
	ck_assert_uint_ne(t.early[0].place, t.early[2].place);
	ck_assert(t.early[0].past_l1 && t.early[1].past_l1 && !t.early[2].past_l1);
}
END_TEST

/* What all try is counted as it happens; what nobody tries would not be tried side by side either. */
START_TEST(others)
{
	ck_assert_uint_eq(early("nobody has anything to offer", 16), 0);
	ck_assert_uint_eq(early("looks elsewhere", 16), 0);
	ck_assert_uint_eq(early("all try", 16), 0);
}
END_TEST

/* Memory is zero. */
static struct em_work run(const char *name, uint32_t resident)
{
	struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = resident,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2 };
	struct rig g;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/asks", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	memset(rig_ptr(&g, memory, BYTES), 0, BYTES);
	return rig_work(&g,
		(struct em_launch){
			.grid = { BLOCKS, 1, 1 }, .block = { 32 * WARPS, 1, 1 }, .params = &memory, .timing = &t });
}

/* Each lane looks at a word of its own, of 64, and marks it: a warp takes a pass for each of its four sectors. Here the
 * first two warps mark all; side by side all find none marked. Who doesn't come to the look does not try. */
START_TEST(words)
{
	const struct em_traffic t = run("looks at a word of its own, then marks it", 16).traffic;

	ck_assert_uint_eq(t.nearly, 1);
	ck_assert(t.early[0].words);
	ck_assert_uint_eq(t.early[0].passes, BLOCKS * WARPS * 4);
	ck_assert_uint_eq(t.early[0].counted, 2 * 4);
	ck_assert_uint_eq(run("looks at a word of its own, then marks it", 2).traffic.early[0].passes, 2 * WARPS * 4);
	ck_assert_uint_eq(run("one warp in four looks at a word of its own, then marks it", 16).traffic.early[0].passes,
		BLOCKS * 4);
	ck_assert_uint_eq(run("looks at a word of its own, then goes by another one", 16).traffic.nearly, 0);
}
END_TEST

/* Of all warps for atomics. */
static int64_t waits(const char *name, uint32_t resident)
{
	struct em_work w = run(name, resident);

	return (w.wait[EM_WAIT_ATOMIC] + w.wait[EM_WAIT_ATOMIC_L2]) / EM_WAIT_UNIT;
}

/* Lanes that walk to where they compare and swap are too late the more often the more of them run side by side; those
 * that look for a free place as they count have come by what others took here, too, and those that go through a list
 * do not look elsewhere by what was there. */
START_TEST(walks)
{
	const int64_t most = BLOCKS * WARPS, few = 2 * WARPS;

	ck_assert_int_ge(waits("walks to the end of a list and hangs itself there", 16) -
			waits("walks to the end of a list and hangs itself there", 2),
		2 * most - 3 * few / 2);
	ck_assert_int_ge(waits("walks to the end of a list and puts the larger number there", 16) -
			waits("walks to the end of a list and puts the larger number there", 2),
		2 * most - 3 * few / 2);
	ck_assert_int_eq(waits("goes on to the next word until one is free", 16),
		waits("goes on to the next word until one is free", 2));
	ck_assert_int_eq(waits("takes the nodes of a list, one after the other", 16),
		waits("takes the nodes of a list, one after the other", 2));
}
END_TEST

/* Of lanes that begin at places of their own each comes by the busiest one by itself, if they run side by side. */
START_TEST(roots)
{
	const char *one = "walks to the end of a list and hangs itself there",
		   *own = "walks from a word of its own and hangs itself at the end";

	ck_assert_uint_eq(run(one, 16).traffic.loads_place, run(one, 2).traffic.loads_place);
	ck_assert_uint_gt(run(own, 16).traffic.loads_place, 3 * run(own, 2).traffic.loads_place / 2);
	ck_assert_uint_gt(run(own, 2).traffic.loads_place, 0);
}
END_TEST

/* Cycles from where a lane tries to take a lock to where it has given it back. */
static uint64_t held(const char *name)
{
	struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = 16,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.wait_clk = { [EM_WAIT_FENCE] = 500 } };
	struct rig g;
	uint64_t memory;

	rig_open(&g, ptx_of("emulator/asks", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	memset(rig_ptr(&g, memory, BYTES), 0, BYTES);
	for (int k = EM_WAIT_L1; k <= EM_WAIT_LATE; k++)
		t.wait_clk[k] = 100;
	return rig_work(&g,
		(struct em_launch){
			.grid = { BLOCKS, 1, 1 }, .block = { 32 * WARPS, 1, 1 }, .params = &memory, .timing = &t })
		.traffic.swap_turn;
}

START_TEST(locks)
{
	const uint64_t once = held("takes a lock in a loop"), ten = held("takes a lock and has much to do");

	/* Nobody waits for the sum before the fence does. */
	ck_assert_uint_ge(once, 2 * 500);
	ck_assert_uint_le(once, 2 * 500 + 100);
	ck_assert_uint_ge(ten, 2 * 500 + 9 * 100);
	ck_assert_uint_le(ten, 2 * 500 + 10 * 100 + 300);
	ck_assert_uint_eq(held("goes on to the next word until one is free"), 0);
	/* The warps of a block that has it work side by side. */
	ck_assert_uint_ge(held("takes a lock for its block"), 2 * 500);
	ck_assert_uint_le(held("takes a lock for its block"), 2 * 500 + 150);
}
END_TEST

/* A lock is also what an exchange takes; not a place that is marked for good. */
START_TEST(exchanged)
{
	const uint64_t once = held("takes a lock by an exchange");

	ck_assert_uint_ge(once, 2 * 500);
	ck_assert_uint_le(once, 2 * 500 + 100);
	ck_assert_uint_eq(run("takes a lock by an exchange", 16).traffic.swap_locks, BLOCKS * WARPS);
	ck_assert_uint_eq(run("takes a lock by an exchange, several times", 16).traffic.swap_locks, 3 * BLOCKS * WARPS);
	ck_assert_uint_eq(run("takes a lock by an exchange, several times", 16).traffic.swaps_word, 3 * BLOCKS * WARPS);
	ck_assert_uint_eq(run("marks places and asks whether it was the first", 16).traffic.swaps, 0);
}
END_TEST

/* Waits are those of warps that load. */
START_TEST(idle)
{
	struct em_timing t = { .multiprocessors = 1,
		.resident_blocks = 16,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2 };
	struct rig g;
	struct em_work w;
	uint64_t memory;

	for (int k = EM_WAIT_L2; k <= EM_WAIT_LATE; k++)
		t.wait_clk[k] = 1000;
	rig_open(&g, ptx_of("emulator/asks", "one warp loads, the others have nothing to load"), 1, false);
	memory = rig_alloc(&g, BYTES);
	w = rig_work(&g,
		(struct em_launch){
			.grid = { BLOCKS, 1, 1 }, .block = { 32 * WARPS, 1, 1 }, .params = &memory, .timing = &t });
	ck_assert_uint_ge(w.all_clk, 15 * 900);
	ck_assert_uint_ge(w.longest_clk, 7 * w.all_clk / 10);
}
END_TEST

/* Warps draw 256 tickets: the last one is done later by a part of a piece, which is the more the more they differ, or
 * by what one has left after the last. What draws nothing, or a place that does not decide whether its loop goes on,
 * has no such end. */
START_TEST(draws)
{
	struct em_work alike = run("draws pieces that are alike", BLOCKS),
		       few = run("draws pieces of which few are large", BLOCKS), none = run("all try", BLOCKS),
		       places = run("draws places in a queue", BLOCKS);

	const struct em_work polls = run("looks by an atomic until all have come", BLOCKS),
			     after = run("draws small pieces, and goes on for long after the last", BLOCKS);

	ck_assert_uint_gt(alike.draws_steps, 256 * 400 / (BLOCKS * WARPS));
	ck_assert_uint_ge(alike.draws_late, 100);
	ck_assert_uint_le(alike.draws_late, 400);
	ck_assert_uint_ge(few.draws_late, 2500);
	ck_assert_uint_le(few.draws_late, 1650 * 4);
	ck_assert_uint_ge(after.draws_late, 3 * 2000 * 9 / 10);
	ck_assert_uint_le(after.draws_late, 3 * 2000);
	ck_assert_uint_eq(none.draws_steps, 0);
	ck_assert_uint_eq(places.draws_steps, 0);
	ck_assert_uint_eq(polls.draws_steps, 0);
}
END_TEST

Suite *emulator_asks_suite(void)
{
	Suite *s = suite_create("emulator_asks");
	TCase *t = tcase_create("emulator_asks");

	tcase_add_test(t, looks);
	tcase_add_test(t, swaps);
	tcase_add_test(t, lanes);
	tcase_add_test(t, words);
	tcase_add_test(t, fields);
	tcase_add_test(t, others);
	tcase_add_test(t, walks);
	tcase_add_test(t, roots);
	tcase_add_test(t, locks);
	tcase_add_test(t, exchanged);
	tcase_add_test(t, idle);
	tcase_add_test(t, draws);
	suite_add_tcase(s, t);
	return s;
}
