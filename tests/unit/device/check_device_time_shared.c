/* What all multiprocessors share: atomics that answer, tries in vain, and blocks that are still at work when the others
 * have left it. */
#include <check.h>

#include "tests/unit/device/time_kit.h"

Suite *device_time_shared_suite(void);

/* What is answered takes longer where atomics are spread, but not at one place. */
START_TEST(answers)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double n = 1e7, one = n / (double)p.field[DP_FIELD_ATOMICS_PER_US],
		     spread = one / (double)p.field[DP_FIELD_ATOMIC_UNITS],
		     more = (double)p.field[DP_FIELD_ATOMIC_ANSWER] / 1000;

	w.traffic.atomic_passes = (uint64_t)n;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], spread, 1e-6);
	w.traffic.atomic_answers = (uint64_t)n;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], spread * more, 1e-6);
	w.traffic.atomic_lanes = (uint64_t)n;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], one, 1e-6);
}
END_TEST

/* Tries in vain at many words are spread, and answered; those for a lock are counted as they follow each other. */
START_TEST(tries)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double n = 1e7,
		     spread = n / (double)p.field[DP_FIELD_ATOMICS_PER_US] / (double)p.field[DP_FIELD_ATOMIC_UNITS] *
		(double)p.field[DP_FIELD_ATOMIC_ANSWER] / 1000;

	w.traffic.swaps = 1;
	w.traffic.swap_tries = (uint64_t)n;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], spread, 1e-6);
	w.traffic.swap_locks = 1;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], 0, 1e-6);
}
END_TEST

/* Tries of those that put back what they found are spread as all atomics are: at one place they follow each other. */
START_TEST(tries_again)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double n = 1e6, again = 1e7, one = (n + again) / (double)p.field[DP_FIELD_ATOMICS_PER_US];

	w.traffic.atomic_passes = w.traffic.atomic_lanes = (uint64_t)n;
	w.traffic.swap_again = (uint64_t)again;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], one, 1e-6);
	w.traffic.atomic_lanes = 0;
	ck_assert_double_eq_tol(
		parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], one / (double)p.field[DP_FIELD_ATOMIC_UNITS], 1e-6);
}
END_TEST

/* A lock changes hands in a turn of its holder's loop, and half of one more where other lanes of a warp hold locks,
 * too. Where more wait at its 512 bytes than the unit of the L2 is through with in a turn, it meets their queue twice.
 */
START_TEST(locks)
{
	struct profile p = h200();
	struct em_work w = work_of(1056, 8);
	const double turns = 100, lanes = 8192, lock = (double)p.field[DP_FIELD_LOCK_NS] / 1000,
		     all = lock * (1 + (1 - 1. / 32) / 2);

	w.traffic.swaps = w.traffic.swap_locks = w.traffic.swaps_place = (uint64_t)lanes;
	w.traffic.swap_lanes = 32;
	w.traffic.swaps_word = (uint64_t)turns;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS],
		turns * (all + 2 * (lanes / 2 / (double)p.field[DP_FIELD_ATOMICS_PER_US] - lock)), 1e-6);
	/* few are through in a turn */
	w.traffic.swaps = w.traffic.swap_locks = w.traffic.swaps_place = 100;
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], turns * all, 1e-6);
	/* alone in a warp, and with more to do than it takes to try again */
	w.traffic.swap_lanes = 1;
	w.traffic.swap_turn = (uint64_t)(3 * lock * (double)p.field[DP_FIELD_CLOCK_KHZ] / 1000);
	ck_assert_double_eq_tol(parts_of(&p, &w, 256, 8).us[TIME_BOUND_ATOMICS], turns * 3 * lock, 0.1);
}
END_TEST

/* Who has more to do is at it still when all others have had their turn at what they share. */
START_TEST(uneven)
{
	enum { BLOCKS = 1056, WARPS = 8, FEW = 1000, MANY = 200000 };
	static struct em_share share[BLOCKS];
	struct profile p = h200();
	struct em_work w = work_of(BLOCKS, WARPS);
	const double shared = 100;
	double alone;

	for (int k = 0; k < BLOCKS; k++) {
		const uint32_t n = k == 7 ? MANY : FEW;

		share[k] = (struct em_share){ WARPS * n, n, n };
		w.all_clk += WARPS * n;
	}
	w.longest_clk = w.first_clk = w.all_clk / WARPS;
	w.pipe[EM_PIPE_ISSUE] = w.all_clk / 4;
	w.wait[EM_WAIT_ISSUE] = (int64_t)(w.all_clk * EM_WAIT_UNIT);
	w.wait_first[EM_WAIT_ISSUE] = (int64_t)(w.all_clk / WARPS * EM_WAIT_UNIT);
	w.share = share;
	alone = parts_of(&p, &w, 256, 8).uneven_us;
	ck_assert(alone > 0.8 * MANY / 1.98e3);
	w.traffic.atomic_words = (uint64_t)(shared * (double)p.field[DP_FIELD_ATOMIC_WORDS_PER_US]);
	ck_assert(parts_of(&p, &w, 256, 8).total_us > shared + 0.95 * alone);
	/* Where all have as much to do it is hidden. */
	w.share = NULL;
	ck_assert(parts_of(&p, &w, 256, 8).total_us < 1.15 * shared);
}
END_TEST

Suite *device_time_shared_suite(void)
{
	Suite *s = suite_create("device_time_shared");
	TCase *t = tcase_create("shared");

	tcase_add_test(t, answers);
	tcase_add_test(t, tries);
	tcase_add_test(t, tries_again);
	tcase_add_test(t, locks);
	tcase_add_test(t, uneven);
	suite_add_tcase(s, t);
	return s;
}
