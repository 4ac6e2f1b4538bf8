/* What cp.async costs: nothing to who does not wait for it, the way to memory to who waits for its group at once, and
 * what is left of that to who has done something else meanwhile. */
#include "emulator_kit.h"

Suite *emulator_copy_time_suite(void);

enum { BYTES = 1 << 24 };

/* Waits for memory on the longest chain of a warp. %rd3: the thread's word, %r9: its place in shared memory. */
static int64_t far_waits(const char *body)
{
	struct em_timing t = { .multiprocessors = 4,
		.resident_blocks = 4,
		.l1_bytes = 256 << 10,
		.l2_bytes = 1 << 20,
		.fill_sectors = 2,
		.read_row_bytes = 512,
		.write_row_bytes = 256 };
	const struct em_work *w = NULL;
	int64_t waits;
	uint64_t memory;
	struct rig g;
	struct buf s;

	buf_init(&s);
	buf_printf(&s,
		HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .pred %%p<4>;\n.reg .b32 %%r<20>;\n.reg .b64 "
		     "%%rd<8>;\n.shared .align 16 .b8 s[4096];\nld.param.u64 %%rd1, [p];\nmov.u32 %%r2, "
		     "%%tid.x;\nmul.wide.u32 %%rd2, %%r2, 4;\nadd.s64 %%rd3, %%rd1, %%rd2;\nmov.u32 %%r8, s;\n"
		     "mad.lo.u32 %%r9, %%r2, 4, %%r8;\n%s\nret;\n}\n",
		body);
	rig_open(&g, s.data, 1, false);
	memory = rig_alloc(&g, BYTES);
	ck_assert(!em_launch(g.d,
		&(struct em_launch){ .kernel = em_kernel_find(g.m, "k"),
			.grid = { 1, 1, 1 },
			.block = { 128, 1, 1 },
			.params = &memory,
			.timing = &t },
		&g.r, &g.e));
	rig_ok(&g);
	w = &g.r.work;
	waits = (w->wait[EM_WAIT_L1] + w->wait[EM_WAIT_L2] + w->wait[EM_WAIT_DRAM]) / (int64_t)w->warps / EM_WAIT_UNIT;
	rig_close(&g);
	buf_release(&s);
	return waits;
}

#define COPY(at) "cp.async.ca.shared.global [%r9], [%rd3+" at "], 4;\n"
#define COMMIT "cp.async.commit_group;\n"
#define WAIT(n) "cp.async.wait_group " n ";\n"
#define LOOP(body) \
	"mov.u32 %r4, 0;\nA:\n" body "add.s64 %rd3, %rd3, 4096;\nadd.s32 %r4, %r4, 1;\nsetp.lt.s32 %p1, %r4, 32;\n" \
	"@%p1 bra A;\n"
#define ADDS4 "add.s32 %r5, %r5, %r6;\nadd.s32 %r5, %r5, %r6;\nadd.s32 %r5, %r5, %r6;\nadd.s32 %r5, %r5, %r6;\n"
#define ADDS32 ADDS4 ADDS4 ADDS4 ADDS4 ADDS4 ADDS4 ADDS4 ADDS4
/* 1280 cycles: longer than a way to memory. */
#define WORK ADDS32 ADDS32 ADDS32 ADDS32 ADDS32 ADDS32 ADDS32 ADDS32 ADDS32 ADDS32

START_TEST(groups)
{
	static const struct {
		const char *body;
		int64_t waits;
	} rows[] = {
		{ COPY("0") COMMIT, 0 },
		{ COPY("0") COMMIT WAIT("0"), 1 },
		{ COPY("0") "cp.async.wait_all;\n", 1 },
		{ COPY("0") WAIT("0"), 0 }, /* in no group yet */
		{ COPY("0") COMMIT WAIT("1"), 0 },
		{ COPY("0") COPY("4096") COMMIT WAIT("0"), 1 },
		{ COPY("0") COMMIT WAIT("0") COPY("4096") COMMIT WAIT("0"), 2 },
		{ COPY("0") COMMIT WAIT("0") COPY("4096") COMMIT WAIT("1"), 1 },
		{ COPY("0") COMMIT WAIT("0") COPY("4096") COMMIT COMMIT WAIT("1"), 2 },
		{ COPY("0") COMMIT WAIT("7"), 0 },
		{ COPY("0") COMMIT WAIT("8"), 0 },
	};

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		ck_assert_msg(far_waits(rows[k].body) == rows[k].waits, "row %zu: %lld waits", k,
			(long long)far_waits(rows[k].body));
}
END_TEST

START_TEST(loops)
{
	ck_assert_int_eq(far_waits(LOOP(COPY("0") COMMIT WAIT("0"))), 32);
	ck_assert_int_eq(far_waits(LOOP(COPY("0") COMMIT)), 0);
	/* begun before the work of a turn and waited for after it */
	ck_assert_int_le(far_waits(LOOP(COPY("0") COMMIT WORK WAIT("0"))), 1);
	ck_assert_int_ge(far_waits(LOOP(COPY("0") COMMIT WAIT("0") WORK)), 31);
	/* waited for in the next turn */
	ck_assert_int_le(far_waits(LOOP(WAIT("0") COPY("0") COMMIT WORK)), 1);
	ck_assert_int_ge(far_waits(LOOP(WAIT("0") COPY("0") COMMIT)), 30);
}
END_TEST

Suite *emulator_copy_time_suite(void)
{
	Suite *s = suite_create("emulator_copy_time");
	TCase *t = tcase_create("copies");

	tcase_add_test(t, groups);
	tcase_add_test(t, loops);
	suite_add_tcase(s, t);
	return s;
}
