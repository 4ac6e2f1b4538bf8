/* The model of the L2: a copy, kept before an attempt, goes on as the cache itself would have (cache/l2.c). What a
 * multiprocessor's L1 keeps (cache/processor.c). Ways of a set are found (em_cache_ways). */
#include <check.h>
#include <string.h>

#include "emulator/cache/cache.h"
#include "emulator/cache/processor.h"

static struct em_l2_counts accesses(struct em_l2 *l2, uint64_t seed, unsigned n)
{
	struct em_l2_counts c = { 0 };
	struct em_asker askers[16] = { 0 };
	uint64_t x = seed;

	em_l2_wave(l2);
	for (unsigned k = 0; k < n; k++) {
		x = x * 6364136223846793005ull + 1442695040888963407ull;
		em_l2_access(l2,
			EM_MISS((x >> 33) % 40000, 0u, x >> 30 & 1, x >> 20 & 3, (x >> 24 & 15) ? x >> 24 & 15 : 1),
			k % 16, k / 16, &askers[k % 16], &c);
	}
	em_l2_settle(l2, &c);
	return c;
}

/* Sizes grow and shrink from copy to copy, so that the old copy's memory fits or does not. */
START_TEST(a_copy_goes_on)
{
	static const uint64_t sizes[] = { 1 << 20, 1 << 20, 4 << 20, 512 << 10, 512 << 10 };
	struct em_l2 *l2 = em_l2_new(), *copy = NULL, *before;
	struct em_l2_counts a, b, changed;

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		em_l2_configure(l2, sizes[k], 2, 1024, 1024);
		accesses(l2, k, 30000);
		before = copy;
		copy = em_l2_copy(l2, copy);
		ck_assert_int_eq(copy == before, k && sizes[k] == sizes[k - 1]);
		a = accesses(l2, 77 + k, 30000);
		changed = accesses(l2, 77 + k, 30000);
		b = accesses(copy, 77 + k, 30000);
		ck_assert_mem_eq(&a, &b, sizeof a);
		ck_assert_msg(memcmp(&a, &changed, sizeof a), "what the cache holds makes no difference");
	}
	em_l2_free(copy);
	em_l2_free(l2);
}
END_TEST

/* One sector of each followed line, of an L2 that keeps but few of them, so many times; then how many rows of the
 * memory that has opened. each: another sector each time. */
static uint64_t rows_of(unsigned times, bool each)
{
	struct em_l2 *l2 = em_l2_new();
	struct em_l2_counts c = { 0 };
	struct em_asker asker = { 0 };
	uint32_t now = 0;

	em_l2_configure(l2, 64 << 10, 1, 512, 512);
	em_l2_wave(l2);
	for (unsigned k = 0; k < times; k++)
		for (uint64_t line = 0; line < 16384; line++)
			if (em_cache_sampled(line))
				em_l2_access(l2, EM_MISS(line, 0u, false, EM_MISS_READ, 1u << (each ? k : 0)), 0, now++,
					&asker, &c);
	em_l2_settle(l2, &c);
	em_l2_free(l2);
	return c.rows_read;
}

/* What is read again from the memory opens its row again, however soon; other sectors of the row, asked for within a
 * while, are read with it. */
START_TEST(rows_are_opened_again)
{
	uint64_t once = rows_of(1, false), twice = rows_of(2, false), all = rows_of(EM_LINE_SECTORS, true);

	ck_assert_uint_gt(once, 0);
	ck_assert_msg(twice * 100 > once * 190 && twice <= 2 * once, "%llu of %llu", (unsigned long long)twice,
		(unsigned long long)once);
	ck_assert_msg(all * 100 < once * 20, "%llu of %llu", (unsigned long long)all, (unsigned long long)once);
}
END_TEST

/* A block reads all of a line; blocks of one wave each, so that nothing is on its way. */
static bool has(struct em_processors *x, uint64_t line, uint32_t block)
{
	return em_processor_has(
		x, 0, EM_MISS(line, 0u, false, EM_MISS_READ, 15u), &(struct em_asks){ block, block, 0, 0 });
}

START_TEST(the_line_goes_that_was_used_least_lately)
{
	enum { WAYS = 8 };
	struct em_processors *x = em_processors_new(1, WAYS * EM_LINE_BYTES * EM_CACHE_SAMPLE); /* one set */

	for (uint64_t line = 1; line <= WAYS; line++)
		ck_assert(!has(x, line, 1));
	for (uint64_t line = WAYS; line >= 1; line--)
		ck_assert(has(x, line, 2)); /* from now on the last one goes first */
	ck_assert(!has(x, WAYS + 1, 3));
	for (uint64_t line = 1; line < WAYS; line++)
		ck_assert(has(x, line, 4));
	ck_assert(has(x, WAYS + 1, 4));
	ck_assert(!has(x, WAYS, 4)); /* in its place comes the last one again, and line 1 goes */
	ck_assert(!has(x, 1, 5));
	ck_assert(!has(x, 2, 5));
	ck_assert(has(x, WAYS + 1, 6));
	em_processors_free(x);
}
END_TEST

START_TEST(ways_are_found)
{
	uint32_t tag[EM_WARP], x = 1;

	for (int turn = 0; turn < 1000; turn++)
		for (unsigned n = 8; n <= EM_WARP; n *= 2) {
			unsigned want = 0;

			for (unsigned k = 0; k < EM_WARP; k++) {
				x = x * 1664525u + 1013904223u;
				tag[k] = x >> 30 ? 0x80000000u | x >> 30 : 0xffffffffu;
			}
			for (unsigned k = 0; k < n; k++)
				want |= (unsigned)(tag[k] == 0x80000002u) << k;
			if (em_cache_ways(tag, n, 0x80000002u) != want)
				ck_abort_msg("of %u: %x instead of %x", n, em_cache_ways(tag, n, 0x80000002u), want);
		}
}
END_TEST

Suite *emulator_l2_suite(void);
Suite *emulator_l2_suite(void)
{
	Suite *s = suite_create("emulator_l2");
	TCase *t = tcase_create("l2");

	tcase_add_test(t, a_copy_goes_on);
	tcase_add_test(t, rows_are_opened_again);
	tcase_add_test(t, the_line_goes_that_was_used_least_lately);
	tcase_add_test(t, ways_are_found);
	suite_add_tcase(s, t);
	return s;
}
