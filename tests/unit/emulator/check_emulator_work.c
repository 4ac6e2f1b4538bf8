/* What a launch costs beyond its bytes and instructions, each by two kernels that differ in that alone: room that
 * stores take in the L1, rows of the memory, lines that a load looks up at once, lines that are written in part, loads
 * of which one comes late, atomics that meet, pieces over the link, divisions whose reciprocal is kept, loads that wait
 * for stores or for registers, branches, pipes that hand on their results, ports of the registers. */
#include <math.h>

#include "emulator_kit.h"

Suite *emulator_work_suite(void);

enum { BYTES = 1 << 24 };

struct setting {
	uint32_t blocks, registers;
	bool over_link;
};

/* %rd1: memory, %r1: the thread's index in the grid, %r2: its index in the block. */
static struct em_work run(const char *body, struct setting set)
{
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.read_row_bytes = 512,
		.write_row_bytes = 256,
		.registers = set.registers };
	struct em_work w;
	struct rig g;
	uint64_t memory;
	struct buf s;

	buf_init(&s);
	buf_printf(&s,
		HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .pred %%p<4>;\n.reg .b32 %%r<60>;\n.reg .b64 "
		     "%%rd<20>;\n.shared .align 16 .b8 s[4096];\n"
		     "ld.param.u64 %%rd1, [p];\nmov.u32 %%r2, %%tid.x;\nmov.u32 %%r3, %%ctaid.x;\nmad.lo.u32 %%r1, "
		     "%%r3, 128, %%r2;\n%s\nret;\n}\n",
		body);
	rig_open(&g, s.data, 1, false);
	memory = rig_alloc(&g, BYTES);
	if (set.over_link)
		em_host_shares(g.d, memory, true);
	ck_assert(!em_launch(g.d,
		&(struct em_launch){ .kernel = em_kernel_find(g.m, "k"),
			.grid = { set.blocks, 1, 1 },
			.block = { 128, 1, 1 },
			.params = &memory,
			.timing = &t },
		&g.r, &g.e));
	rig_ok(&g);
	w = g.r.work;
	rig_close(&g);
	buf_release(&s);
	return w;
}

#define ADDRESS(step) "mul.wide.u32 %rd2, %r1, " step ";\nadd.s64 %rd3, %rd1, %rd2;\n"
#define LOOP(n, label, body) \
	"mov.u32 %r4, 0;\n" label ":\n" body "add.s32 %r4, %r4, 1;\nsetp.lt.s32 %p1, %r4, " n ";\n@%p1 bra " label ";" \
	"\n"

/* 32 KB are read, then stores pass, then the same 32 KB are read again. */
#define READ "ld.global.u32 %r5, [%rd3];\nadd.s64 %rd3, %rd3, 512;\n"
#define STORE "st.global.u32 [%rd4+8388608], %r5;\nadd.s64 %rd4, %rd4, 512;\n"
START_TEST(stores_take_room)
{
	const char *few = ADDRESS("4") LOOP("64", "A", READ) "mov.u64 %rd4, %rd1;\n" LOOP("2", "B", STORE) ADDRESS("4")
		LOOP("64", "C", READ);
	const char *many = ADDRESS("4") LOOP("64", "A", READ) "add.s64 %rd4, %rd1, %rd2;\n" LOOP("1024", "B", STORE)
		ADDRESS("4") LOOP("64", "C", READ);
	struct em_work w = run(few, (struct setting){ .blocks = 1 });

	ck_assert_uint_eq(w.traffic.l1_read, 2 * 64 * 4 * 4);
	ck_assert_uint_eq(w.traffic.l1_hit, w.traffic.l1_read / 2);
	w = run(many, (struct setting){ .blocks = 1 });
	ck_assert_uint_eq(w.traffic.l1_read, 2 * 64 * 4 * 4);
	ck_assert(w.traffic.l1_hit < w.traffic.l1_read / 8);
}
END_TEST

/* Words side by side are a sweep. Words 1 KB apart open a row each; of each, 64 bytes are read. */
START_TEST(rows_of_the_memory)
{
	struct em_work swept = run(ADDRESS("4") "ld.global.u32 %r5, [%rd3];\n", (struct setting){ .blocks = 1024 });
	struct em_work apart = run(ADDRESS("1024") "ld.global.u32 %r5, [%rd3];\n", (struct setting){ .blocks = 128 });
	struct em_work written = run(ADDRESS("1024") "st.global.v4.u32 [%rd3], {%r1, %r1, %r1, %r1};\nst.global.v4.u32 "
						     "[%rd3+16], {%r1, %r1, %r1, %r1};\n",
		(struct setting){ .blocks = 128 });

	ck_assert(swept.traffic.dram_read >= 1024 * 16 && swept.traffic.rows_read <= swept.traffic.dram_read / 64);
	ck_assert_uint_eq(apart.traffic.dram_read, 2 * 128 * 128);
	ck_assert(apart.traffic.rows_read > 13 * 1024 && apart.traffic.rows_read <= 16 * 1024);
	ck_assert(written.traffic.rows_written > written.traffic.dram_write / 2);
}
END_TEST

/* Lanes a line apart meet in a bank of the L1 and go one by one; a line and a word apart, several go at once. */
START_TEST(lines_at_once)
{
	struct em_work meet = run(ADDRESS("128") "ld.global.u32 %r5, [%rd3];\n", (struct setting){ .blocks = 256 });
	struct em_work apart = run(ADDRESS("132") "ld.global.u32 %r5, [%rd3];\n", (struct setting){ .blocks = 256 });

	ck_assert_uint_eq(meet.traffic.passes, 256 * 4 * 32);
	ck_assert(apart.traffic.passes > 256 * 4 * 7 && apart.traffic.passes < 256 * 4 * 11);
}
END_TEST

/* A run of words that straddles two lines takes one pass as one that lies in a line does; two runs do if they are in
 * different banks. */
START_TEST(straddling_runs)
{
	static const struct {
		const char *at;
		uint64_t passes;
	} cases[] = {
		{ ADDRESS("4"), 1 },
		{ ADDRESS("4") "add.s64 %rd3, %rd3, 20;\n", 1 },
		{ ADDRESS("16"), 4 },
		{ ADDRESS("16") "add.s64 %rd3, %rd3, 16;\n", 4 },
		{ "shr.u32 %r5, %r2, 4;\nand.b32 %r6, %r2, 15;\nmad.lo.u32 %r5, %r5, 1024, %r6;\nmul.wide.u32 %rd2, "
		  "%r5, 4;\nadd.s64 %rd3, %rd1, %rd2;\n",
			2 },
		{ "shr.u32 %r5, %r2, 4;\nand.b32 %r6, %r2, 15;\nmad.lo.u32 %r5, %r5, 1040, %r6;\nmul.wide.u32 %rd2, "
		  "%r5, 4;\nadd.s64 %rd3, %rd1, %rd2;\n",
			1 },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		const char *load = cases[k].passes == 4 ? "ld.global.v4.u32 {%r7, %r8, %r9, %r10}, [%rd3];\n" :
							  "ld.global.u32 %r7, [%rd3];\n";
		struct em_work w;
		struct buf b;

		buf_init(&b);
		/* Each block has lines of its own, so that the sample is fair. */
		buf_printf(
			&b, "%smul.wide.u32 %%rd5, %%r3, 24576;\nadd.s64 %%rd3, %%rd3, %%rd5;\n%s", cases[k].at, load);
		w = run(b.data, (struct setting){ .blocks = 512 });
		ck_assert_msg(fabs((double)w.traffic.passes - (double)(512 * 4 * cases[k].passes)) <
				0.1 * (double)(512 * 4 * cases[k].passes),
			"case %zu: %d", k, (int)w.traffic.passes);
		buf_release(&b);
	}
}
END_TEST

/* Sectors of a line that a store writes in part are one request for the L2. */
START_TEST(partial_lines)
{
	struct em_work one = run(ADDRESS("128") "st.global.u32 [%rd3], %r1;\n", (struct setting){ .blocks = 256 });
	struct em_work four = run(ADDRESS("32") "st.global.u32 [%rd3], %r1;\n", (struct setting){ .blocks = 256 });
	struct em_work whole = run(ADDRESS("4") "st.global.u32 [%rd3], %r1;\n", (struct setting){ .blocks = 256 });

	ck_assert_uint_eq(one.traffic.l2_partial, 256 * 128);
	ck_assert_uint_eq(one.traffic.l2_parts, 256 * 128);
	ck_assert_uint_eq(four.traffic.l2_partial, 256 * 128);
	ck_assert_uint_eq(four.traffic.l2_parts, 256 * 128 / 4);
	ck_assert_uint_eq(whole.traffic.l2_parts, 0);
}
END_TEST

/* A place takes a pass for a sector, and one for each further lane of a word. */
START_TEST(atomics_that_meet)
{
	static const struct {
		const char *index;
		uint64_t passes;
	} cases[] = {
		{ "and.b32 %r5, %r2, 31;\n", 4 },                        /* 32 words: four sectors */
		{ "and.b32 %r5, %r2, 1;\nshl.b32 %r5, %r5, 3;\n", 32 },  /* two words of two sectors, 16 lanes each */
		{ "and.b32 %r5, %r2, 24;\n", 4 * 8 },                    /* a word of each sector, eight lanes each */
		{ "and.b32 %r5, %r2, 16;\nshr.b32 %r5, %r5, 4;\n", 16 }, /* two words of one sector */
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct em_work w;
		struct buf b;

		buf_init(&b);
		buf_printf(&b,
			"setp.ge.u32 %%p1, %%r2, 32;\n@%%p1 bra L;\n%smul.wide.u32 %%rd2, %%r5, 4;\nadd.s64 %%rd3, "
			"%%rd1, %%rd2;\nred.global.add.u32 [%%rd3], %%r1;\nL:\n",
			cases[k].index);
		w = run(b.data, (struct setting){ .blocks = 1 });
		ck_assert_msg(w.traffic.atomic_lanes == cases[k].passes, "case %zu: %llu passes", k,
			(unsigned long long)w.traffic.atomic_lanes);
		buf_release(&b);
	}
}
END_TEST

/* Over the link each run of bytes goes alone in a sector that is written in part. */
START_TEST(pieces_over_the_link)
{
	struct em_work two =
		run(ADDRESS("16") "st.global.u32 [%rd3], %r1;\n", (struct setting){ .blocks = 256, .over_link = true });
	struct em_work one =
		run(ADDRESS("32") "st.global.u32 [%rd3], %r1;\n", (struct setting){ .blocks = 256, .over_link = true });

	ck_assert_uint_eq(two.traffic.link_write, 256 * 128 / 2);
	ck_assert_uint_eq(two.traffic.link_writes, 256 * 128);
	ck_assert_uint_eq(one.traffic.link_writes, 256 * 128);
}
END_TEST

/* The divisor's reciprocal is taken once, unless the divisor changes in the loop. */
START_TEST(kept_reciprocals)
{
	struct em_work kept =
		run("mov.u32 %r6, 7;\n" LOOP("10", "A", "rem.u32 %r7, %r1, %r3;\nadd.s32 %r6, %r6, %r7;\n"),
			(struct setting){ .blocks = 4 });
	struct em_work anew =
		run("mov.u32 %r6, 7;\n" LOOP("10", "A", "rem.u32 %r7, %r1, %r6;\nadd.s32 %r6, %r6, %r7;\n"),
			(struct setting){ .blocks = 4 });

	ck_assert_uint_eq(anew.pipe[EM_PIPE_SPECIAL] - kept.pipe[EM_PIPE_SPECIAL], 4 * 4 * 10 * 3);
	ck_assert(kept.pipe[EM_PIPE_ISSUE] < anew.pipe[EM_PIPE_ISSUE]);
}
END_TEST

/* A short loop that counts down to zero is unrolled by four, so that one in four of its counts and branches is left,
 * but where the code says nounroll. */
#define COUNT_DOWN(pragma) \
	"mov.u32 %r4, 64;\nA:\n" pragma "add.s32 %r6, %r6, %r1;\nadd.s32 %r4, %r4, -1;\n" \
	"setp.ne.s32 %p1, %r4, 0;\n@%p1 bra A;\n"
START_TEST(nounroll)
{
	struct em_work less = run(COUNT_DOWN(""), (struct setting){ .blocks = 1 }),
		       more = run(COUNT_DOWN(".pragma \"nounroll\";\n"), (struct setting){ .blocks = 1 }),
		       other = run(COUNT_DOWN(".pragma \"used_bytes_mask 1\";\n"), (struct setting){ .blocks = 1 });

	ck_assert_uint_eq(more.pipe[EM_PIPE_ISSUE] - less.pipe[EM_PIPE_ISSUE], 4 * 64 * 3 * 3 / 4);
	ck_assert_uint_eq(other.pipe[EM_PIPE_ISSUE], less.pipe[EM_PIPE_ISSUE]);
}
END_TEST

/* What each block had to do is kept where one has more than the others: its longest warp's part of it, too. */
#define BUSY(whose) \
	"mov.u32 %r4, 0;\nmov.u32 %r7, 2;\nsetp.eq.u32 %p2, " whose ";\n@%p2 mov.u32 %r7, 1000;\nA:\n" \
	"add.s32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, %r7;\n@%p1 bra A;\n"
START_TEST(shares)
{
	struct em_work even = run(BUSY("%r3, 99"), (struct setting){ .blocks = 8 }),
		       block = run(BUSY("%r3, 5"), (struct setting){ .blocks = 8 }),
		       warp = run(BUSY("%r2, 70"), (struct setting){ .blocks = 8 });

	ck_assert(!even.share && even.all_clk && even.longest_clk == even.first_clk);
	ck_assert(block.all_clk > 20 * even.all_clk && block.longest_clk == block.first_clk);
	ck_assert(!warp.share && warp.longest_clk > 20 * warp.first_clk);
}
END_TEST

/* Two blocks that wait for the second to say so: of the many looks of the first a few are counted, and none where it
 * counts its tries. */
#define WAIT_FOR(count) \
	"setp.eq.u32 %p1, %r3, 1;\n@%p1 bra B;\nsetp.ne.u32 %p2, %r2, 0;\n@%p2 bra C;\nA:\n" count \
	"ld.volatile.global.u32 %r5, [%rd1];\nsetp.ne.u32 %p3, %r5, 77;\n@%p3 bra A;\nbra C;\nB:\n" \
	"mov.u32 %r6, 77;\nst.volatile.global.u32 [%rd1], %r6;\nC:\n"
START_TEST(polls)
{
	struct em_work w = run(WAIT_FOR(""), (struct setting){ .blocks = 2 }),
		       tries = run(WAIT_FOR("add.s32 %r7, %r7, 1;\n"), (struct setting){ .blocks = 2 });

	ck_assert_uint_ge(w.waits, 1);
	ck_assert_uint_eq(tries.waits, 0);
	ck_assert_uint_le(w.pipe[EM_PIPE_ISSUE], 300);
	ck_assert_uint_ge(tries.pipe[EM_PIPE_ISSUE], 400);
}
END_TEST

static int64_t far_waits(const struct em_work *w)
{
	return (w->wait[EM_WAIT_L1] + w->wait[EM_WAIT_L2] + w->wait[EM_WAIT_DRAM]) / (int64_t)w->warps / EM_WAIT_UNIT;
}

/* A store to shared memory cannot be to what is loaded from elsewhere; one to global memory can. */
START_TEST(loads_and_stores)
{
	const char *near = ADDRESS("4") "mov.u32 %r9, s;\nld.global.u32 %r5, [%rd3];\nst.shared.u32 [%r9], "
					"%r5;\nld.global.u32 %r6, [%rd3+4096];\nst.shared.u32 [%r9+4], %r6;\n";
	const char *far = ADDRESS("4") "ld.global.u32 %r5, [%rd3];\nst.global.u32 [%rd3+8192], %r5;\nld.global.u32 "
				       "%r6, [%rd3+4096];\nst.global.u32 [%rd3+12288], %r6;\n";
	struct em_work w = run(near, (struct setting){ .blocks = 4 });

	ck_assert_int_eq(far_waits(&w), 1);
	w = run(far, (struct setting){ .blocks = 4 });
	ck_assert_int_eq(far_waits(&w), 2);
}
END_TEST

/* Sixteen loads, each added up: all on their way at once where there is room for them, half of them where there is not.
 */
START_TEST(loads_need_registers)
{
	struct buf b;
	struct em_work w;

	buf_init(&b);
	buf_puts(&b, ADDRESS("4"));
	for (int k = 0; k < 16; k++)
		buf_printf(&b, "ld.global.u32 %%r%d, [%%rd3+%d];\nadd.s32 %%r50, %%r50, %%r%d;\n", 10 + k, 4096 * k,
			10 + k);
	buf_puts(&b, "st.global.u32 [%rd3], %r50;\n");
	w = run(b.data, (struct setting){ .blocks = 4 });
	ck_assert_int_eq(far_waits(&w), 1);
	w = run(b.data, (struct setting){ .blocks = 4, .registers = 64 });
	ck_assert_int_eq(far_waits(&w), 1);
	w = run(b.data, (struct setting){ .blocks = 4, .registers = 16 });
	ck_assert_int_eq(far_waits(&w), 2);
	buf_release(&b);
}
END_TEST

/* The slowest of 16 loads that are on their way together comes later than a single one; of loads that wait for each
 * other each is a single one. */
START_TEST(slowest_of_several)
{
	struct buf b;
	struct em_work w = run(ADDRESS("4") "ld.global.u32 %r5, [%rd3];\nst.global.u32 [%rd3], %r5;\n",
		(struct setting){ .blocks = 4 });

	ck_assert_int_eq(w.wait[EM_WAIT_SLOWER], 0);
	for (int chained = 0; chained < 2; chained++) {
		buf_init(&b);
		buf_puts(&b, ADDRESS("4"));
		for (int k = 0; k < 16; k++) {
			buf_printf(&b, "ld.global.u32 %%r%d, [%%rd3+%d];\nadd.s32 %%r50, %%r50, %%r%d;\n", 10 + k,
				4096 * k, 10 + k);
			if (chained)
				buf_puts(&b,
					"and.b32 %r51, %r50, 0;\nmul.wide.u32 %rd2, %r51, 4;\nadd.s64 %rd3, %rd3, "
					"%rd2;\n");
		}
		buf_puts(&b, "st.global.u32 [%rd3], %r50;\n");
		w = run(b.data, (struct setting){ .blocks = 4 });
		ck_assert_int_eq(w.wait[EM_WAIT_SLOWER] / (int64_t)w.warps, chained ? 0 : 4 * EM_WAIT_UNIT);
		buf_release(&b);
	}
}
END_TEST

/* Each turn of a loop is a branch back, which waits for its comparison. */
START_TEST(branches)
{
	const char *body = "mov.u32 %r6, 1;\n" LOOP(
		"10", "A", "mul.lo.u32 %r6, %r6, %r6;\nxor.b32 %r6, %r6, %r1;\n") "st.global.u32 [%rd1], %r6;\n";
	struct em_work w = run(body, (struct setting){ .blocks = 4 });

	ck_assert_int_eq(w.wait[EM_WAIT_BRANCH] / (int64_t)w.warps, 10 * EM_WAIT_UNIT);
	ck_assert_int_eq(w.wait[EM_WAIT_GUARD] / (int64_t)w.warps, 10 * EM_WAIT_UNIT);
}
END_TEST

/* A branch back is the last of its loop's instructions: it starts when what is before it has started, which may wait
 * for a load. */
START_TEST(branches_after_loads)
{
	struct em_work w =
		run(ADDRESS("4") LOOP("10", "A", READ "add.s32 %r6, %r6, %r5;\n") "st.global.u32 [%rd1], %r6;\n",
			(struct setting){ .blocks = 4 });

	ck_assert_int_eq(w.wait[EM_WAIT_BRANCH] / (int64_t)w.warps, 10 * EM_WAIT_UNIT);
	ck_assert_int_eq(far_waits(&w), 10);
}
END_TEST

/* A product of 64 bits takes the sum that it goes into along; one that is needed twice does not. */
START_TEST(wide_products)
{
	const char *end = "st.global.u64 [%rd1], %rd6;\n";
	uint64_t issued[3];
	static const char *const code[3] = { "mul.lo.s64 %rd6, %rd4, %rd5;\n",
		"mul.lo.s64 %rd7, %rd4, %rd5;\nadd.s64 %rd6, %rd7, %rd4;\n",
		"mul.lo.s64 %rd7, %rd4, %rd5;\nadd.s64 %rd6, %rd7, %rd4;\nst.global.u64 [%rd1+8], %rd7;\n" };

	for (int k = 0; k < 3; k++) {
		struct buf b;

		buf_init(&b);
		buf_printf(&b, "cvt.u64.u32 %%rd4, %%r1;\ncvt.u64.u32 %%rd5, %%r2;\n%s%s", code[k], end);
		issued[k] = run(b.data, (struct setting){ .blocks = 1 }).pipe[EM_PIPE_ISSUE];
		buf_release(&b);
	}
	ck_assert_uint_eq(issued[1], issued[0]);
	ck_assert_uint_eq(issued[2], issued[0] + 4 * 3); /* the store and a sum with carry */
}
END_TEST

/* What goes from turn to turn is copied where the old value is needed when the new one is there already; else it is the
 * same register. */
START_TEST(copies_in_loops)
{
	const char *renamed = "mov.u32 %r7, 1;\n" LOOP(
		"10", "A", "add.s32 %r8, %r7, 3;\nmov.u32 %r7, %r8;\n") "st.global.u32 [%rd1], %r7;\n";
	const char *copied = "mov.u32 %r7, 1;\n" LOOP("10", "A",
		"add.s32 %r8, %r7, 3;\nadd.s32 %r9, %r9, %r7;\nmov.u32 %r7, %r8;\n") "st.global.u32 [%rd1], %r7;\n";
	const char *without = "mov.u32 %r7, 1;\n" LOOP(
		"10", "A", "add.s32 %r8, %r7, 3;\nadd.s32 %r9, %r9, %r7;\n") "st.global.u32 [%rd1], %r7;\n";
	const char *neither =
		"mov.u32 %r7, 1;\n" LOOP("10", "A", "add.s32 %r8, %r7, 3;\n") "st.global.u32 [%rd1], %r7;\n";
	uint64_t issued[4];

	for (int k = 0; k < 4; k++)
		issued[k] = run(k == 0 ? renamed :
				k == 1 ? copied :
				k == 2 ? without :
					 neither,
			(struct setting){ .blocks = 1 })
				    .pipe[EM_PIPE_ISSUE];
	ck_assert_uint_eq(issued[0], issued[3]);
	ck_assert_uint_eq(issued[1], issued[2] + 4 * 10);
}
END_TEST

/* Every kernel loads its pointers and what its accesses need, once. */
START_TEST(prologue)
{
	struct em_work none = run("add.s32 %r5, %r1, 1;\n", (struct setting){ .blocks = 1 });
	struct em_work global =
		run("add.s32 %r5, %r1, 1;\nst.global.u32 [%rd1], %r5;\n", (struct setting){ .blocks = 1 });
	struct em_work both =
		run("add.s32 %r5, %r1, 1;\nst.global.u32 [%rd1], %r5;\nmov.u32 %r6, s;\nst.shared.u32 [%r6], %r5;\n",
			(struct setting){ .blocks = 1 });

	ck_assert_uint_eq(global.pipe[EM_PIPE_ISSUE], none.pipe[EM_PIPE_ISSUE] + 4 * 2);
	ck_assert_uint_eq(both.pipe[EM_PIPE_ISSUE], global.pipe[EM_PIPE_ISSUE] + 4 * 4);
}
END_TEST

/* A loop that waits for a word, within one that goes on to another word, looks back; one that waits by itself does not,
 * nor one that writes. */
START_TEST(looks_back)
{
	static const struct {
		const char *inner, *more;
		bool looks;
	} cases[] = {
		{ "ld.volatile.global.u32", "", true },
		{ "ld.relaxed.gpu.global.u32", "", true },
		{ "ld.global.u32", "", false },
		{ "ld.volatile.global.u32", "st.global.u32 [%rd1+64], %r1;\n", false },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
		for (int nested = 0; nested < 2; nested++) {
			struct em_work w;
			struct buf b;

			buf_init(&b);
			buf_printf(&b,
				"mov.u64 %%rd4, %%rd1;\nmov.u32 %%r7, 0;\nO:\nadd.s32 %%r7, %%r7, 1;\nI:\n%s %%r5, "
				"[%%rd4];\n%ssetp.eq.u32 %%p1, %%r5, 12345;\n@%%p1 bra I;\n"
				"add.s64 %%rd4, %%rd4, 4;\nsetp.lt.u32 %%p2, %%r7, 3;\n%s",
				cases[k].inner, cases[k].more, nested ? "@%p2 bra O;\n" : "");
			w = run(b.data, (struct setting){ .blocks = 8 });
			ck_assert_msg(w.look_backs == (cases[k].looks && nested ? 8 : 0), "case %zu %d: %d", k, nested,
				(int)w.look_backs);
			buf_release(&b);
		}
}
END_TEST

/* A block's barrier is one arrival of each warp, and no turn of the load-store unit. */
START_TEST(barriers)
{
	struct em_work w = run("bar.sync 0;\nbar.warp.sync 0xffffffff;\n", (struct setting){ .blocks = 4 });

	ck_assert_uint_eq(w.pipe[EM_PIPE_BARRIER], 4 * 4);
	ck_assert_uint_eq(w.pipe[EM_PIPE_LSU], 0);
	ck_assert_int_eq(w.wait[EM_WAIT_BARRIER], 4 * 4 * EM_WAIT_UNIT);
}
END_TEST

/* All lanes at one place, and the same number from each: added up first, even where each wants to know what it found.
 */
START_TEST(one_place)
{
	struct em_work ones = run(
		"atom.global.add.u32 %r5, [%rd1], 1;\nst.global.u32 [%rd1+4], %r5;\n", (struct setting){ .blocks = 1 });
	struct em_work unlike = run("atom.global.add.u32 %r5, [%rd1], %r1;\nst.global.u32 [%rd1+4], %r5;\n",
		(struct setting){ .blocks = 1 });

	ck_assert_uint_eq(ones.traffic.atomic_lanes, 4);
	ck_assert_uint_eq(ones.traffic.atomic_words, 4);
	ck_assert_uint_eq(unlike.traffic.atomic_lanes, 128);
	ck_assert_uint_eq(unlike.traffic.atomic_words, 128);
}
END_TEST

/* From the arithmetic pipe to the integer pipe and back is longer than within one of them. */
START_TEST(across_pipes)
{
	struct em_work across = run("add.s32 %r5, %r1, 3;\nxor.b32 %r5, %r5, %r2;\nadd.s32 %r5, %r5, 3;\nxor.b32 %r5, "
				    "%r5, %r2;\nst.global.u32 [%rd1], %r5;\n",
		(struct setting){ .blocks = 1 });
	struct em_work within = run("add.s32 %r5, %r1, 3;\nmul.lo.s32 %r5, %r5, %r2;\nadd.s32 %r5, %r5, 3;\nmul.lo.s32 "
				    "%r5, %r5, %r2;\nst.global.u32 [%rd1], %r5;\n",
		(struct setting){ .blocks = 1 });

	ck_assert_int_eq(across.wait[EM_WAIT_CROSS], 4 * 3 * EM_WAIT_UNIT);
	ck_assert_int_eq(within.wait[EM_WAIT_CROSS], 0);
}
END_TEST

/* Three different registers of a multiplication and sum are read in two cycles, unless one is a number, or a neighbour
 * has just read a factor. */
START_TEST(register_ports)
{
	static const struct {
		const char *code;
		uint64_t more;
	} cases[] = {
		{ "fma.rn.f32 %r7, %r5, %r6, %r5;\n", 0 },
		{ "fma.rn.f32 %r7, %r5, %r6, %r1;\n", 4 },
		{ "mov.b32 %r9, 0f3F800000;\nfma.rn.f32 %r7, %r5, %r6, %r9;\n", 0 },
		{ "fma.rn.f32 %r7, %r5, %r6, %r1;\nfma.rn.f32 %r8, %r5, %r2, %r1;\n", 0 }, /* side by side */
		{ "fma.rn.f32 %r7, %r5, %r6, %r1;\nfma.rn.f32 %r8, %r5, %r7, %r1;\n", 8 }, /* one after the other */
		{ "fma.rn.f32 %r7, %r5, %r6, %r8;\n", 0 },                                 /* a parameter */
		{ "setp.lt.u32 %p1, %r2, 200;\n@%p1 bra A;\nmul.f32 %r7, %r5, %r6;\nbra B;\nA:\nfma.rn.f32 %r7, %r5, "
		  "%r6, %r8;\nB:\nst.global.u32 [%rd1], %r7;\n",
			4 },
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		uint64_t issued[2];

		/* %r8: a parameter; where lanes have gone different ways it takes a port like any other. Beside it the
		 * same with whole numbers, which have two cycles anyway. */
		for (int plain = 0; plain < 2; plain++) {
			struct buf b;

			buf_init(&b);
			buf_printf(&b, "ld.param.b32 %%r8, [p];\nadd.s32 %%r5, %%r1, 1;\nadd.s32 %%r6, %%r2, 1;\n%s",
				cases[k].code);
			for (char *f = strstr(b.data, "fma.rn.f32"); plain && f; f = strstr(f, "fma.rn.f32"))
				memcpy(f, "mad.lo.s32", strlen("mad.lo.s32"));
			issued[plain] = run(b.data, (struct setting){ .blocks = 1 }).pipe[EM_PIPE_ISSUE];
			buf_release(&b);
		}
		ck_assert_msg(
			issued[0] == issued[1] + cases[k].more, "case %zu: %d, %d", k, (int)issued[0], (int)issued[1]);
	}
}
END_TEST

/* What stands under a predicate begins side by side with what is before it. */
START_TEST(guarded_loads)
{
	struct em_work w = run(ADDRESS("4") "setp.gt.u32 %p1, %r2, 1000;\n@%p1 bra A;\nld.global.u32 %r5, "
					    "[%rd3];\nA:\nadd.s32 %r8, %r8, 1;\n@%p1 bra B;\n"
					    "ld.global.u32 %r6, [%rd3+8192];\nB:\nadd.s32 %r8, %r5, "
					    "%r6;\nst.global.u32 [%rd3+16384], %r8;\n",
		(struct setting){ .blocks = 1 });

	ck_assert_int_eq(far_waits(&w), 1);
}
END_TEST

Suite *emulator_work_suite(void)
{
	Suite *s = suite_create("emulator_work");
	TCase *t = tcase_create("work");

	tcase_add_test(t, stores_take_room);
	tcase_add_test(t, rows_of_the_memory);
	tcase_add_test(t, lines_at_once);
	tcase_add_test(t, straddling_runs);
	tcase_add_test(t, partial_lines);
	tcase_add_test(t, slowest_of_several);
	tcase_add_test(t, atomics_that_meet);
	tcase_add_test(t, pieces_over_the_link);
	tcase_add_test(t, kept_reciprocals);
	tcase_add_test(t, nounroll);
	tcase_add_test(t, shares);
	tcase_add_test(t, polls);
	tcase_add_test(t, loads_and_stores);
	tcase_add_test(t, loads_need_registers);
	tcase_add_test(t, branches);
	tcase_add_test(t, branches_after_loads);
	tcase_add_test(t, wide_products);
	tcase_add_test(t, copies_in_loops);
	tcase_add_test(t, prologue);
	tcase_add_test(t, looks_back);
	tcase_add_test(t, barriers);
	tcase_add_test(t, one_place);
	tcase_add_test(t, across_pipes);
	tcase_add_test(t, register_ports);
	tcase_add_test(t, guarded_loads);
	suite_add_tcase(s, t);
	return s;
}
