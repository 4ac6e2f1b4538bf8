/* What a warp's lanes get one after the other, of which the time model must know: the words of constant memory, the
 * lines that its nearest cache has lost, the turns of atomics in shared memory that are loops; and of one warp, exact
 * divisions. */
#include "emulator_kit.h"

Suite *emulator_serial_suite(void);

enum { WARPS = 4, BLOCKS = 2 };

static struct em_result run_text(const char *text)
{
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.read_row_bytes = 512,
		.write_row_bytes = 256,
		.float_lane = 128 };
	struct em_result result;
	struct rig g;
	uint64_t memory;

	rig_open(&g, text, 1, false);
	memory = rig_alloc(&g, 1 << 20);
	ck_assert(!em_launch(g.d,
		&(struct em_launch){ .kernel = em_kernel_find(g.m, "k"),
			.grid = { BLOCKS, 1, 1 },
			.block = { WARPS * 32, 1, 1 },
			.params = &memory,
			.unchecked = EM_CHECK_ALL,
			.timing = &t },
		&g.r, &g.e));
	rig_ok(&g);
	result = g.r;
	rig_close(&g);
	return result;
}
/* A case of ptx/serial.ptx. */
static struct em_result run(const char *name)
{
	return run_text(ptx_of("emulator/serial", name));
}
static const struct ptx_case *const *cases_of(const char *group, size_t wanted)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases("emulator/serial"), group, &n);

	ck_assert_uint_eq(n, wanted);
	return cases;
}

/* Lanes that want one word of constant memory get it together; each other word comes after it, and so does another
 * byte of it. None of it is a request to global memory. */
START_TEST(constant_words)
{
	enum { CASES = 16 };
	const struct ptx_case *const *cases = cases_of("constant: ", CASES);

	for (size_t k = 0; k < CASES; k++) {
		const uint64_t words = (uint64_t)ptx_want_number(cases[k], "words");
		struct em_result r = run(cases[k]->name);

		ck_assert_msg(r.work.constant_words == WARPS * BLOCKS * words, "%s: %d words", cases[k]->name,
			(int)r.work.constant_words);
		if (ptx_want(cases[k], "waits"))
			ck_assert_int_eq(r.work.wait[EM_WAIT_CONSTANT_WORD],
				WARPS * BLOCKS * ptx_want_number(cases[k], "waits") * EM_WAIT_UNIT);
		ck_assert_uint_eq(r.work.constant_far, 0);
		ck_assert_uint_eq(r.c.v[CTR_GLOBAL_LD_REQUESTS], 0);
		ck_assert_uint_eq(r.c.v[CTR_GLOBAL_LD_SECTORS], 0);
	}
}
END_TEST

/* The nearest cache has 2 KB. A table of that size is walked again without a miss; of one twice as large every line has
 * been lost when it is wanted again. What nobody has brought yet is no loss: a block finds what blocks before it
 * brought. */
START_TEST(nearest_cache)
{
	static const struct {
		const char *bytes;
		uint64_t far; /* of a block */
	} cases[] = { { "2048", 0 }, { "4096", 2 * 64 * WARPS - 32 } };

	for (size_t k = 0; k < 2; k++) {
		struct em_result r =
			run_text(ptx_fill("emulator/serial", "a table walked twice", "BYTES", cases[k].bytes));

		ck_assert_uint_eq(r.work.constant_far, BLOCKS * cases[k].far);
		/* What the first block brings: as much as the cache holds. */
		ck_assert_uint_eq(r.work.constant_lines, 32);
	}
	ck_assert_uint_eq(run("constant: a parameter at an index").work.constant_lines, 0);
}
END_TEST

/* A word at a place that the code says is read where it is used, unless another line took its place: each warp but a
 * block's first, which finds its first line in no cache, loses all four. */
START_TEST(lines_by_turns)
{
	const struct em_work w = run("two lines by turns").work;

	ck_assert_uint_eq(w.constant_words, 0);
	ck_assert_int_eq(w.wait[EM_WAIT_CONSTANT_FAR], BLOCKS * (4 * WARPS - 1) * EM_WAIT_UNIT);
	ck_assert_int_eq(w.wait_first[EM_WAIT_CONSTANT_FAR], w.wait[EM_WAIT_CONSTANT_FAR] / WARPS);
}
END_TEST

/* Floats and 64-bit integers are added in shared memory by a loop of a load and a compare and swap: as many turns as
 * lanes want one word. The loads are counted, and the time is. Integers of 32 bits have an instruction. */
START_TEST(atomic_loops)
{
	enum { CASES = 9 };
	const struct ptx_case *const *cases = cases_of("atomics: ", CASES);

	for (size_t k = 0; k < CASES; k++) {
		const uint64_t turns = (uint64_t)ptx_want_number(cases[k], "turns"),
			       waves = (uint64_t)ptx_want_number(cases[k], "waves");
		struct em_result r = run(cases[k]->name), none = run("atomics: integers of 32 bits");

		ck_assert_msg(r.c.v[CTR_SHARED_LD_INST] == WARPS * BLOCKS * turns, "%s: %d turns", cases[k]->name,
			(int)r.c.v[CTR_SHARED_LD_INST]);
		ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_WAVEFRONTS], WARPS * BLOCKS * waves);
		ck_assert_uint_eq(r.c.v[CTR_ATOMICS], WARPS * BLOCKS);
		ck_assert_uint_eq(r.c.v[CTR_GLOBAL_RED_SECTORS] + r.c.v[CTR_GLOBAL_ATOM_SECTORS], 0);
		if (!turns)
			continue;
		ck_assert_int_eq(r.work.wait[EM_WAIT_SHARED], (int64_t)(WARPS * BLOCKS * 3 * turns) * EM_WAIT_UNIT);
		ck_assert(r.work.shared_passes >= WARPS * BLOCKS * 5 * turns);
		ck_assert(r.work.pipe[EM_PIPE_ISSUE] > none.work.pipe[EM_PIPE_ISSUE]);
	}
}
END_TEST

/* Lanes that add floats to one word of global memory take longer than those that add integers: here twice as long, as
 * .float_lane says. */
START_TEST(floats_on_one_word)
{
	struct em_result f = run("floats on one word"), i = run("integers on one word");

	ck_assert_uint_eq(i.work.traffic.atomic_lanes, WARPS * BLOCKS * 32);
	ck_assert_uint_eq(f.work.traffic.atomic_lanes, WARPS * BLOCKS * (1 + 2 * 31));
	/* Floats of several sectors are added side by side: eight lanes of each are done before the sectors' turns are.
	 * Not so doubles. */
	f = run("floats on a word in each of four sectors");
	ck_assert_uint_eq(f.work.traffic.atomic_lanes, WARPS * BLOCKS * 4 * 8);
	f = run("doubles on a word in each of four sectors");
	ck_assert_uint_eq(f.work.traffic.atomic_lanes, WARPS * BLOCKS * 4 * (1 + 2 * 7));
}
END_TEST

/* Exact divisions and roots jump over the code for unusual numbers, so independent ones follow each other; the quick
 * ones overlap. */
START_TEST(exact_divisions)
{
	enum { CASES = 6 };
	const struct ptx_case *const *cases = cases_of("quotients: ", CASES);

	for (size_t k = 0; k < CASES; k++) {
		struct em_result r = run(cases[k]->name);

		ck_assert_int_eq(r.work.wait[EM_WAIT_SPECIAL] / (WARPS * BLOCKS),
			ptx_want_number(cases[k], "waits") * EM_WAIT_UNIT);
	}
}
END_TEST

Suite *emulator_serial_suite(void)
{
	Suite *s = suite_create("emulator_serial");
	TCase *t = tcase_create("serial");

	tcase_add_test(t, constant_words);
	tcase_add_test(t, nearest_cache);
	tcase_add_test(t, lines_by_turns);
	tcase_add_test(t, atomic_loops);
	tcase_add_test(t, floats_on_one_word);
	tcase_add_test(t, exact_divisions);
	suite_add_tcase(s, t);
	return s;
}
