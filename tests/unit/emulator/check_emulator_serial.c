/* What a warp's lanes get one after the other, of which the time model must know: the words of constant memory, the
 * lines that its nearest cache has lost, the turns of atomics in shared memory that are loops; and of one warp, exact
 * divisions. */
#include "emulator_kit.h"

Suite *emulator_serial_suite(void);

enum { WARPS = 4, BLOCKS = 2 };

/* %rd1: memory, %r2: the thread's index in the block. */
static struct em_result run(const char *body)
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
	struct buf s;

	buf_init(&s);
	buf_printf(&s,
		HEAD ".const .align 8 .b8 table[8192];\n.visible .entry k(.param .u64 p)\n{\n.reg .pred "
		     "%%p<4>;\n.reg .b32 %%r<60>;\n.reg .f32 %%f<9>;\n.reg .f64 %%d<9>;\n.reg .b64 "
		     "%%rd<20>;\n.shared .align 16 .b8 s[4096];\nld.param.u64 %%rd1, [p];\nmov.u32 %%r2, "
		     "%%tid.x;\n%s\nret;\n}\n",
		body);
	rig_open(&g, s.data, 1, false);
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
	buf_release(&s);
	return result;
}

#define TABLE "mov.u64 %rd4, table;\nmul.wide.u32 %rd5, %r5, 4;\nadd.s64 %rd4, %rd4, %rd5;\n"
#define DONE "st.global.u32 [%%rd1], %%r6;\n" /* within a format */

/* Lanes that want one word of constant memory get it together; each other word comes after it. None of it is a request
 * to global memory. */
START_TEST(constant_words)
{
	static const struct {
		const char *code;
		uint64_t words; /* of a warp */
	} cases[] = {
		{ "and.b32 %r5, %r2, 0;\n" TABLE "ld.const.u32 %r6, [%rd4];\n", 1 },
		{ "and.b32 %r5, %r2, 1;\n" TABLE "ld.const.u32 %r6, [%rd4];\n", 2 },
		{ "and.b32 %r5, %r2, 7;\n" TABLE "ld.const.u32 %r6, [%rd4];\n", 8 },
		{ "and.b32 %r5, %r2, 16;\n" TABLE "ld.const.u32 %r6, [%rd4];\n", 2 },
		{ "and.b32 %r5, %r2, 15;\n" TABLE "ld.const.u32 %r6, [%rd4];\n", 16 },
		{ "mov.u32 %r5, %r2;\n" TABLE "ld.const.u32 %r6, [%rd4];\n", 32 },
		{ "mul.lo.u32 %r5, %r2, 3;\n" TABLE "ld.const.u32 %r6, [%rd4];\n", 32 },
		{ "setp.lt.u32 %p1, %r2, 0;\nmov.u32 %r5, %r2;\n" TABLE "and.b32 %r7, %r2, 31;\nsetp.lt.u32 %p1, "
		  "%r7, 5;\n@%p1 ld.const.u32 %r6, [%rd4];\n",
			5 },
		/* Bytes of a word are one word. */
		{ "mov.u64 %rd4, table;\ncvt.u64.u32 %rd5, %r2;\nadd.s64 %rd4, %rd4, %rd5;\nld.const.u8 %r6, "
		  "[%rd4];\n",
			8 },
		/* A place that is known stands in the instruction that reads it. */
		{ "ld.const.u32 %r6, [table+64];\n", 0 },
		/* Neighbours are one load, if they are aligned. */
		{ "mov.u32 %r5, 0;\n" TABLE "ld.const.u32 %r6, [%rd4];\nld.const.u32 %r7, [%rd4+4];\n", 1 },
		{ "mov.u32 %r5, 0;\n" TABLE "ld.const.u32 %r6, [%rd4+4];\nld.const.u32 %r7, [%rd4+8];\n", 2 },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct buf b;
		struct em_result r;

		buf_init(&b);
		buf_printf(&b, "%s" DONE, cases[k].code);
		r = run(b.data);
		ck_assert_msg(r.work.constant_words == WARPS * BLOCKS * cases[k].words, "case %zu: %d words", k,
			(int)r.work.constant_words);
		if (k < 9)
			ck_assert_int_eq(r.work.wait[EM_WAIT_CONSTANT_WORD],
				(int64_t)(WARPS * BLOCKS * (cases[k].words - 1)) * EM_WAIT_UNIT);
		ck_assert_uint_eq(r.work.constant_far, 0);
		ck_assert_uint_eq(r.c.v[CTR_GLOBAL_LD_REQUESTS], 0);
		ck_assert_uint_eq(r.c.v[CTR_GLOBAL_LD_SECTORS], 0);
		buf_release(&b);
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
		struct buf b;

		buf_init(&b);
		buf_printf(&b,
			"mov.u32 %%r3, 0;\nA:\nmov.u64 %%rd4, table;\nadd.s64 %%rd5, %%rd4, %s;\nB:\nld.const.u32 "
			"%%r6, [%%rd4];\nadd.s64 %%rd4, %%rd4, 64;\nsetp.lt.u64 %%p1, %%rd4, %%rd5;\n@%%p1 bra "
			"B;\nadd.s32 %%r3, %%r3, 1;\nsetp.lt.u32 %%p2, %%r3, 2;\n@%%p2 bra A;\n" DONE,
			cases[k].bytes);
		ck_assert_uint_eq(run(b.data).work.constant_far, BLOCKS * cases[k].far);
		buf_release(&b);
	}
}
END_TEST

/* Floats and 64-bit integers are added in shared memory by a loop of a load and a compare and swap: as many turns as
 * lanes want one word. The loads are counted, and the time is. Integers of 32 bits have an instruction. */
START_TEST(atomic_loops)
{
#define PLACE(mask, scale) \
	"and.b32 %r5, %r2, " mask ";\nmul.lo.u32 %r5, %r5, " scale ";\nmov.u32 %r6, s;\nadd.s32 %r6, " \
	"%r6, %r5;\n"
#define ADD_F32 "mov.f32 %f1, 0f3F800000;\nred.shared.add.f32 [%r6], %f1;\n"
	static const struct {
		const char *code;
		uint64_t turns, waves; /* of a warp */
	} cases[] = {
		{ PLACE("31", "4") ADD_F32, 1, 1 },
		{ PLACE("15", "4") ADD_F32, 2, 2 },
		{ PLACE("0", "4") ADD_F32, 32, 32 },
		{ PLACE("0", "4") "mov.f32 %f1, 0f3F800000;\natom.shared.add.f32 %f2, [%r6], %f1;\n", 32, 32 },
		{ PLACE("31", "128") ADD_F32, 1, 32 },
		{ PLACE("7", "8") "mov.f64 %d1, 0d3FF0000000000000;\nred.shared.add.f64 [%r6], %d1;\n", 4, 4 },
		{ PLACE("7", "8") "mov.u64 %rd5, 1;\nred.shared.add.u64 [%r6], %rd5;\n", 4, 4 },
		{ PLACE("0", "8") "mov.u64 %rd5, 1;\natom.shared.exch.b64 %rd6, [%r6], %rd5;\n", 0, 0 },
		{ PLACE("0", "4") "red.shared.add.u32 [%r6], 1;\n", 0, 0 },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct em_result r = run(cases[k].code), none = run(PLACE("0", "4") "red.shared.add.u32 [%r6], 1;\n");

		ck_assert_msg(r.c.v[CTR_SHARED_LD_INST] == WARPS * BLOCKS * cases[k].turns, "case %zu: %d turns", k,
			(int)r.c.v[CTR_SHARED_LD_INST]);
		ck_assert_uint_eq(r.c.v[CTR_SHARED_LD_WAVEFRONTS], WARPS * BLOCKS * cases[k].waves);
		ck_assert_uint_eq(r.c.v[CTR_ATOMICS], WARPS * BLOCKS);
		ck_assert_uint_eq(r.c.v[CTR_GLOBAL_RED_SECTORS] + r.c.v[CTR_GLOBAL_ATOM_SECTORS], 0);
		if (!cases[k].turns)
			continue;
		ck_assert_int_eq(
			r.work.wait[EM_WAIT_SHARED], (int64_t)(WARPS * BLOCKS * 3 * cases[k].turns) * EM_WAIT_UNIT);
		ck_assert(r.work.shared_passes >= WARPS * BLOCKS * 5 * cases[k].turns);
		ck_assert(r.work.pipe[EM_PIPE_ISSUE] > none.work.pipe[EM_PIPE_ISSUE]);
	}
}
END_TEST

/* Lanes that add floats to one word of global memory take longer than those that add integers: here twice as long, as
 * .float_lane says. */
START_TEST(floats_on_one_word)
{
	/* A place that ptxas does not see to be one. */
#define SAME "and.b32 %r5, %r2, 0;\nmul.wide.u32 %rd5, %r5, 4;\nadd.s64 %rd1, %rd1, %rd5;\n"
	struct em_result f = run(SAME "cvt.rn.f32.u32 %f1, %r2;\nred.global.add.f32 [%rd1], %f1;\n"),
			 i = run(SAME "red.global.add.u32 [%rd1], %r2;\n");

	ck_assert_uint_eq(i.work.traffic.atomic_lanes, WARPS * BLOCKS * 32);
	ck_assert_uint_eq(f.work.traffic.atomic_lanes, WARPS * BLOCKS * (1 + 2 * 31));
}
END_TEST

/* Exact divisions and roots jump over the code for unusual numbers, so independent ones follow each other; the quick
 * ones overlap. */
START_TEST(exact_divisions)
{
	static const struct {
		const char *op;
		int waits;
	} cases[] = { { "div.rn.f32", 4 }, { "sqrt.rn.f32", 4 }, { "rcp.rn.f32", 4 }, { "div.approx.f32", 1 },
		{ "div.full.f32", 1 }, { "sqrt.approx.f32", 1 } };

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		const char *two = cases[k].op[0] == 'd' ? ", %f1" : "";
		struct em_result r;
		struct buf b;

		buf_init(&b);
		buf_puts(&b, "ld.global.f32 %f1, [%rd1];\n");
		for (int n = 2; n < 6; n++)
			buf_printf(&b, "%s %%f%d, %%f1%s;\n", cases[k].op, n, two);
		buf_puts(&b,
			"add.f32 %f2, %f2, %f3;\nadd.f32 %f4, %f4, %f5;\nadd.f32 %f2, %f2, "
			"%f4;\nst.global.f32 [%rd1], %f2;\n");
		r = run(b.data);
		ck_assert_int_eq(r.work.wait[EM_WAIT_SPECIAL] / (WARPS * BLOCKS), cases[k].waits * EM_WAIT_UNIT);
		buf_release(&b);
	}
}
END_TEST

Suite *emulator_serial_suite(void)
{
	Suite *s = suite_create("emulator_serial");
	TCase *t = tcase_create("serial");

	tcase_add_test(t, constant_words);
	tcase_add_test(t, nearest_cache);
	tcase_add_test(t, atomic_loops);
	tcase_add_test(t, floats_on_one_word);
	tcase_add_test(t, exact_divisions);
	suite_add_tcase(s, t);
	return s;
}
