/* Who gets a lock when (cost/turns_at_locks.h): blocks that ran one after the other come to their locks at the same
 * time. */
#include <check.h>

#include "emulator/cost/turns_at_locks.h"

Suite *emulator_turns_at_locks_suite(void);

enum { HOP = 100, OWN = 1000, HELD = 50, UNIT = 16 };

/* Blocks of one lane each: locks a, then b (b 0: only a), `times` times. Each is taken OWN cycles after what was
 * before, held for HELD, and another OWN cycles end the block. */
struct walk {
	uint32_t a, b;
	int times;
};
static uint64_t play(uint64_t places, uint32_t nlocks, bool fair, const struct walk *walk, uint32_t n, uint64_t *waits)
{
	struct em_lock_turns *x = em_lock_turns_new(places);
	uint64_t end;

	for (uint32_t k = 0; k < nlocks; k++)
		ck_assert_uint_eq(em_lock_new(x, HOP, 0, fair), k + 1);
	for (uint32_t k = 0; k < n; k++) {
		const uint32_t block = em_lock_block(x);
		uint32_t lane = 0;
		uint64_t clk = 0;

		for (int t = 0; t < walk[k].times; t++) {
			em_lock_event(x, block, &lane, walk[k].a, true, clk += OWN);
			if (walk[k].b)
				em_lock_event(x, block, &lane, walk[k].b, true, clk += OWN);
			clk += HELD;
			if (walk[k].b)
				em_lock_event(x, block, &lane, walk[k].b, false, clk);
			em_lock_event(x, block, &lane, walk[k].a, false, clk);
		}
		if (lane)
			em_lock_lane_end(x, lane, clk + OWN);
		em_lock_block_end(x, block, clk + OWN);
	}
	end = em_lock_turns_end(x, UNIT, waits);
	em_lock_turns_free(x);
	return end;
}

START_TEST(nobody_waits)
{
	const struct walk apart[] = { { 1, 0, 3 }, { 2, 0, 3 }, { 0, 0, 0 } };
	uint64_t waits;

	ck_assert_uint_eq(play(3, 2, false, apart, 3, &waits), 3 * (OWN + HELD) + OWN);
	ck_assert_uint_eq(waits, 0);
	/* One place for all: one block after the other. */
	ck_assert_uint_eq(play(1, 2, false, apart, 3, &waits), 2 * (3 * (OWN + HELD) + OWN) + OWN);
	ck_assert_uint_eq(waits, 0);
}
END_TEST

/* One lock for all: each waits for all that came before, and for the ways from one to the next. */
START_TEST(one_lock)
{
	const struct walk same[] = { { 1, 0, 1 }, { 1, 0, 1 }, { 1, 0, 1 }, { 1, 0, 1 } };
	uint64_t waits;

	for (int fair = 0; fair < 2; fair++) {
		ck_assert_uint_eq(play(4, 1, fair, same, 4, &waits), OWN + 4 * HELD + 3 * HOP + OWN);
		ck_assert_uint_eq(waits, 3);
	}
}
END_TEST

/* The first block's second turn at lock 2 is after the second block's first one there, though it ran before. */
START_TEST(not_in_the_order_of_blocks)
{
	struct em_lock_turns *x = em_lock_turns_new(2);
	uint32_t lane[2] = { 0 }, block[2];
	uint64_t waits;

	em_lock_new(x, HOP, 0, false);
	em_lock_new(x, HOP, 0, false);
	for (int k = 0; k < 2; k++) {
		block[k] = em_lock_block(x);
		for (uint32_t t = 0; t < 2; t++) {
			em_lock_event(x, block[k], &lane[k], (t ^ (uint32_t)k) + 1, true, (t + 1) * OWN);
			em_lock_event(x, block[k], &lane[k], (t ^ (uint32_t)k) + 1, false, (t + 1) * OWN + HELD);
		}
		em_lock_lane_end(x, lane[k], 3 * OWN);
		em_lock_block_end(x, block[k], 3 * OWN);
	}
	ck_assert_uint_eq(em_lock_turns_end(x, UNIT, &waits), 3 * OWN);
	ck_assert_uint_eq(waits, 0);
	em_lock_turns_free(x);
}
END_TEST

/* Philosophers: each holds its own fork and waits for the next one's, so they eat one after the other, from the last
 * one back. */
START_TEST(two_locks)
{
	const struct walk round[] = { { 1, 2, 1 }, { 2, 3, 1 }, { 3, 4, 1 }, { 4, 5, 1 } };
	uint64_t waits;

	ck_assert_uint_eq(play(4, 5, true, round, 4, &waits), 2 * OWN + 4 * HELD + 3 * HOP + OWN);
	ck_assert_uint_eq(waits, 3);
}
END_TEST

/* Who gives a lock back and wants it again at once has it before who waits for it comes back from its last try; where
 * the lock goes to who waits longest it has not. Then the blocks' last turns do not come one after the other. */
START_TEST(again_at_once)
{
	uint64_t waits;

	for (int fair = 0; fair < 2; fair++) {
		struct em_lock_turns *x = em_lock_turns_new(2);
		uint32_t lane[2] = { 0 }, taken[2] = { 0 };

		em_lock_new(x, HOP, 0, fair);
		for (int k = 0; k < 2; k++) {
			const uint32_t block = em_lock_block(x);
			uint64_t clk = OWN + (uint64_t)k;

			for (int t = 0; t < 10; t++) {
				em_lock_event(x, block, &lane[k], 1, true, clk += 10);
				em_lock_event(x, block, &lane[k], 1, false, clk += HELD);
				taken[k]++;
			}
			em_lock_lane_end(x, lane[k], clk + (k ? 0 : 5 * OWN));
			em_lock_block_end(x, block, clk + (k ? 0 : 5 * OWN));
		}
		/* Block 0 has a long way at its end. With the lock to itself it is through at once. */
		if (fair)
			ck_assert_uint_gt(
				em_lock_turns_end(x, UNIT, &waits), OWN + 19 * (HELD + HOP) + 5 * OWN - HOP - HELD);
		else
			ck_assert_uint_eq(em_lock_turns_end(x, UNIT, &waits), OWN + 10 * (10 + HELD) + 5 * OWN);
		ck_assert_uint_gt(waits, 0);
		em_lock_turns_free(x);
	}
}
END_TEST

/* Two blocks that each hold what the other one waits for would wait for ever: it ends nevertheless. */
START_TEST(for_ever)
{
	const struct walk crossed[] = { { 1, 2, 1 }, { 2, 1, 1 } };
	uint64_t waits;

	ck_assert_uint_le(play(2, 2, true, crossed, 2, &waits), 2 * OWN);
	ck_assert_uint_eq(waits, 2);
}
END_TEST

Suite *emulator_turns_at_locks_suite(void)
{
	Suite *s = suite_create("emulator_turns_at_locks");
	TCase *t = tcase_create("turns at locks");

	tcase_add_test(t, nobody_waits);
	tcase_add_test(t, one_lock);
	tcase_add_test(t, not_in_the_order_of_blocks);
	tcase_add_test(t, two_locks);
	tcase_add_test(t, again_at_once);
	tcase_add_test(t, for_ever);
	suite_add_tcase(s, t);
	return s;
}
