/* What local memory costs: an array of each thread's own lies in lines of one word of each lane, and goes the way of
 * global memory; registers that ptxas spilled are counted by the loops of the machine code. */
#include "emulator_kit.h"

Suite *emulator_local_suite(void);

enum { BYTES = 1 << 24 };

/* Of a block of `threads`. */
static struct em_work run(const char *name, uint32_t threads, const struct em_timing *timing)
{
	struct em_timing t = *timing;
	struct rig g;
	uint64_t memory;

	t.multiprocessors = 4;
	t.resident_blocks = 1;
	t.l1_bytes = t.l1_bytes ? t.l1_bytes : 256 << 10;
	t.l2_bytes = 1 << 20;
	t.fill_sectors = 2;
	t.read_row_bytes = 512;
	t.write_row_bytes = 256;
	rig_open(&g, ptx_of("emulator/local_time", name), 1, false);
	memory = rig_alloc(&g, BYTES);
	return rig_work(&g,
		(struct em_launch){ .grid = { 1, 1, 1 }, .block = { threads, 1, 1 }, .params = &memory, .timing = &t });
}

START_TEST(accesses)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/local_time"), "accesses: ", &n);

	ck_assert_uint_eq(n, 6);
	for (size_t k = 0; k < n; k++) {
		const char *name = cases[k]->name;
		struct em_work w = run(name, 128, &(struct em_timing){ 0 }),
			       kept = run(name, 128, &(struct em_timing){ .no_local = true });

		ck_assert_msg(w.traffic.local_lines == 4 * (uint64_t)ptx_want_number(cases[k], "lines"), "%s: %llu",
			name, (unsigned long long)w.traffic.local_lines);
		ck_assert_msg(w.traffic.local_stored == 4 * (uint64_t)ptx_want_number(cases[k], "stored"), "%s: %llu",
			name, (unsigned long long)w.traffic.local_stored);
		ck_assert_msg(w.traffic.l1_read == 4 * (uint64_t)ptx_want_number(cases[k], "loaded"), "%s: %llu", name,
			(unsigned long long)w.traffic.l1_read);
		/* What ptxas keeps in registers is nowhere else. */
		ck_assert_uint_eq(kept.traffic.local_lines + kept.traffic.local_stored + kept.traffic.l1_read, 0);
	}
}
END_TEST

static uint64_t issued(const char *name, bool kept)
{
	struct em_work w = run(name, 128, &(struct em_timing){ .no_local = kept });

	return w.pipe[EM_PIPE_ISSUE] / w.warps;
}

/* An array in registers: a place that is known costs nothing, another one a comparison and a move for each word that it
 * may be. */
START_TEST(picks)
{
	ck_assert_uint_eq(
		issued("picks: a place that is known", false) - issued("picks: a place that is known", true), 2);
	ck_assert_uint_eq(
		issued("picks: one of 64 words", true) - issued("picks: one of 64 words", false), 2 * (2 * 64 - 1));
	ck_assert_uint_eq(issued("picks: one of 16 words in a loop that steps by four", true) -
			issued("picks: one of 16 words in a loop that steps by four", false),
		16 * 2 * (2 * 16 - 1));
	/* Each eighth byte; where a loop by four words has come to; an address that is made in several ways. */
	ck_assert_uint_eq(
		issued("picks: a record's second word", true) - issued("picks: a record's second word", false),
		2 * 32 - 1);
	ck_assert_uint_eq(issued("picks: after a loop by four, where it has come to", true) -
			issued("picks: after a loop by four, where it has come to", false),
		2 * 16 - 1);
	ck_assert_uint_eq(
		issued("picks: the top of a stack", true) - issued("picks: the top of a stack", false), 2 * 64 - 2);
	/* Nor does it wait for memory. */
	ck_assert_int_eq(
		run("picks: one of 64 words", 128, &(struct em_timing){ .no_local = true }).wait[EM_WAIT_DRAM], 0);
}
END_TEST

/* 64 words of 512 threads are 128 KB. */
START_TEST(where_they_lie)
{
	struct em_work held = run("written and read again", 512, &(struct em_timing){ 0 }),
		       lost = run("written and read again", 512, &(struct em_timing){ .l1_bytes = 16 << 10 });

	ck_assert_uint_eq(held.traffic.l1_read, 16 * 64 * 4);
	ck_assert_uint_eq(held.traffic.l1_hit, held.traffic.l1_read);
	ck_assert_uint_eq(held.traffic.l2_write, held.traffic.l1_read);
	ck_assert_uint_eq(lost.traffic.l1_read, held.traffic.l1_read);
	ck_assert_uint_lt(lost.traffic.l1_hit, lost.traffic.l1_read / 4);
	ck_assert_uint_gt(lost.wait[EM_WAIT_L2], held.wait[EM_WAIT_L2]);
	/* Written before, so it is in the L2. */
	ck_assert_uint_eq(lost.traffic.l2_hit, lost.traffic.l2_read);
}
END_TEST

/* A word stored once, in a loop two words loaded and one stored, in a loop within that one four loaded. */
static struct em_spill spilled[] = { { 1, 1, true }, { 5, 2, false }, { 6, 1, true }, { 8, 4, false } };

static struct em_traffic of_spills(const char *name, uint32_t loops, uint32_t bytes, uint64_t l1)
{
	struct em_jump back[] = { { 11, 4 }, { 9, 7 }, { 10, 4 } };

	return run(name, 128, &(struct em_timing){ .l1_bytes = l1, .spills = { spilled, back, 4, loops, bytes } })
		.traffic;
}

START_TEST(spills)
{
	const uint64_t warps = 4;
	struct em_traffic t = of_spills("ten turns of three turns", 3, 64, 0), far;

	ck_assert_uint_eq(t.local_lines, warps * (1 + 10));
	ck_assert_uint_eq(t.local_stored, 4 * t.local_lines);
	ck_assert_uint_eq(t.l2_write, 4 * t.local_lines);
	ck_assert_uint_eq(t.l1_read, 4 * warps * (10 * 2 + 30 * 4));
	ck_assert_uint_eq(t.l1_hit, t.l1_read);
	/* Other loops than the PTX has: each turns as the busiest one that is nested as deeply. */
	t = of_spills("ten turns", 3, 64, 0);
	ck_assert_uint_eq(t.l1_read, 4 * warps * (10 * 2 + 10 * 4));
	t = of_spills("ten turns of three turns", 1, 64, 0);
	ck_assert_uint_eq(t.l1_read, 4 * warps * (10 * 2 + 10 * 4));
	t = of_spills("ten turns", 0, 64, 0);
	ck_assert_uint_eq(t.l1_read, 4 * warps * (2 + 4));
	/* 1 KB of 128 threads is twice the L1; 32 KB of each are four times the L2. */
	t = of_spills("ten turns", 1, 1 << 10, 64 << 10);
	ck_assert_uint_eq(t.l1_hit, t.l1_read / 2);
	ck_assert_uint_eq(t.l2_hit, t.l2_read);
	ck_assert_uint_eq(t.dram_read + t.dram_write, 0);
	far = of_spills("ten turns", 1, 32 << 10, 64 << 10);
	ck_assert_uint_eq(far.l2_hit, far.l2_read / 4);
	ck_assert_uint_eq(far.dram_read, far.l2_read - far.l2_hit);
	ck_assert_uint_eq(far.dram_write, far.l2_write - far.l2_write / 4);
}
END_TEST

/* 4096 words, one after the other: a miss brings 16 of them. Four turns go side by side, so one load in four waits, and
 * it waits for the whole way. */
START_TEST(walks)
{
	struct em_work w = run("a walk along lines", 32, &(struct em_timing){ 0 });
	int64_t waits = w.wait[EM_WAIT_DRAM] / EM_WAIT_UNIT;

	ck_assert_int_ge(waits, 4096 / 16 * 9 / 10);
	ck_assert_int_le(waits, 4096 / 16 * 11 / 10);
}
END_TEST

Suite *emulator_local_suite(void)
{
	Suite *s = suite_create("emulator_local");
	TCase *t = tcase_create("local");

	tcase_add_test(t, picks);
	tcase_add_test(t, accesses);
	tcase_add_test(t, where_they_lie);
	tcase_add_test(t, spills);
	tcase_add_test(t, walks);
	suite_add_tcase(s, t);
	return s;
}
