/* emulator: cp.async writes when its thread waits, and not before: what is read too early is what was there, the same
 * each time. */
#include "tests/unit/emulator/emulator_kit.h"

Suite *emulator_copies_suite(void);

/* Thread t's words lie at s + 4 * t, 128 bytes from copy to copy; shared memory is -1 at first, the source counts from
 * 0. */
#define KERNEL(name, body) \
	".visible .entry " name "(.param .u64 in, .param .u64 out) {\n" \
	".reg .b64 %d<6>; .reg .b32 %r<12>; .reg .pred %p<4>; .shared .align 16 .b8 s_" name "[8448];\n" \
	"ld.param.u64 %d1, [in]; ld.param.u64 %d2, [out]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; cvt.u64.u32 %d3, " \
	"%r2;\n" \
	"add.u64 %d1, %d1, %d3; add.u64 %d2, %d2, %d3; mov.u32 %r3, s_" name \
	"; add.u32 %r3, %r3, %r2; mov.u32 %r4, 0;\n" \
	"fill: add.u32 %r5, %r3, %r4; st.shared.s32 [%r5], -1; add.u32 %r4, %r4, 128; setp.lt.u32 %p1, %r4, 8192; " \
	"@%p1 bra fill;\n" body "\nret;\n}\n"
#define COPY(k) "cp.async.ca.shared.global [%r3+" k "], [%d1+" k "], 4;"
#define COMMIT "cp.async.commit_group;"
#define OUT(k) "ld.shared.u32 %r6, [%r3+" k "]; st.global.u32 [%d2+" k "], %r6;"

static const char module[] = HEAD KERNEL("never", COPY("0") COMMIT "bar.sync 0;" OUT("0")) KERNEL("groups",
	COPY("0") COMMIT COPY("128") COMMIT COPY("256") "cp.async.wait_group 1;" OUT("0") OUT("128") OUT(
		"256") "cp.async.wait_group 0; add.u64 %d2, %d2, 512;" OUT("0") OUT("128")
		OUT("256") "cp.async.wait_all; add.u64 %d2, %d2, 512;" OUT("0") OUT("128") OUT("256")) KERNEL("lanes",
	COPY("0") COMMIT
	"and.b32 %r7, %r1, 1; setp.eq.u32 %p2, %r7, 0; @%p2 bra even; bra over; even: cp.async.wait_all; over:" OUT(
		"0")) KERNEL("many",
	"mov.u32 %r8, 0;\nloop: add.u32 %r5, %r3, %r8; cvt.u64.u32 %d4, %r8; add.u64 %d5, %d1, %d4;\n"
	"cp.async.ca.shared.global [%r5], [%d5], 4;" COMMIT
	"add.u32 %r8, %r8, 128; setp.lt.u32 %p2, %r8, 5120; @%p2 bra loop;\n" OUT("0") OUT("1024")
		OUT("4992") "cp.async.wait_group 1; add.u64 %d2, %d2, 8192;" OUT("0") OUT("1024") OUT("4864")
			OUT("4992")) KERNEL("zeros",
	"cp.async.ca.shared.global [%r3], [%d1], 4, 0;"
	"cp.async.wait_all;" OUT("0")) KERNEL("leaves",
	"setp.lt.u32 %p2, %r1, 32; @%p2 bra wait; " COPY("0") COMMIT
	" exit;\nwait: bar.sync 1, 32; add.u32 %r3, %r3, 128;" OUT("0"));

struct copies {
	struct rig g;
	uint64_t in, out;
};

static void copies_open(struct copies *c)
{
	rig_open(&c->g, module, 1, false);
	c->in = rig_alloc(&c->g, 16384);
	c->out = rig_alloc(&c->g, 16384);
	for (uint32_t k = 0; k < 4096; k++)
		((uint32_t *)rig_ptr(&c->g, c->in, 16384))[k] = k;
}

/* What the kernel left in out. */
static const int32_t *run(struct copies *c, const char *kernel, uint32_t blocks, uint32_t threads)
{
	uint64_t p[2] = { c->in, c->out };

	memset(rig_ptr(&c->g, c->out, 16384), 0, 16384);
	rig_run(&c->g, kernel, blocks, threads, p);
	rig_ok(&c->g);
	return rig_ptr(&c->g, c->out, 16384);
}

START_TEST(without_a_wait_nothing_comes)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "never", 1, 32);
	for (int k = 0; k < 32; k++)
		ck_assert_int_eq(out[k], -1);
	/* A block that follows in the same memory inherits no copy. */
	out = run(&c, "never", 4, 32);
	for (int k = 0; k < 32; k++)
		ck_assert_int_eq(out[k], -1);
	rig_close(&c.g);
}
END_TEST

START_TEST(groups_come_in_order)
{
	static const int there[3][3] = { { 1, 0, 0 }, { 1, 1, 0 },
		{ 1, 1, 1 } }; /* after wait_group 1, wait_group 0, wait_all */
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "groups", 1, 32);
	for (int w = 0; w < 3; w++)
		for (int k = 0; k < 3; k++)
			for (int l = 0; l < 32; l++)
				ck_assert_msg(out[w * 128 + k * 32 + l] == (there[w][k] ? k * 32 + l : -1),
					"wait %d, copy %d, lane %d: %d", w, k, l, out[w * 128 + k * 32 + l]);
	rig_close(&c.g);
}
END_TEST

START_TEST(each_lane_waits_for_its_own)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "lanes", 1, 32);
	for (int l = 0; l < 32; l++)
		ck_assert_int_eq(out[l], l % 2 ? -1 : l);
	rig_close(&c.g);
}
END_TEST

START_TEST(the_oldest_makes_room)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "many", 1, 32); /* 40 copies, 32 are kept: the first 8 are there */
	ck_assert_int_eq(out[0], 0);
	ck_assert_int_eq(out[1024 / 4], -1);
	ck_assert_int_eq(out[4992 / 4], -1);
	/* Behind wait_group 1, which lets the last one go on. */
	ck_assert_int_eq(out[2048 + 1024 / 4], 8 * 32);
	ck_assert_int_eq(out[2048 + 4864 / 4], 38 * 32);
	ck_assert_int_eq(out[2048 + 4992 / 4], -1);
	rig_close(&c.g);
}
END_TEST

START_TEST(what_is_not_read_is_zero)
{
	struct copies c;

	copies_open(&c);
	ck_assert_int_eq(run(&c, "zeros", 1, 32)[5], 0);
	rig_close(&c.g);
}
END_TEST

START_TEST(an_exit_ends_them)
{
	struct copies c;

	copies_open(&c);
	const int32_t *out = run(&c, "leaves", 1, 64); /* the second warp copies and goes; the first reads its words */
	for (int l = 0; l < 32; l++)
		ck_assert_msg(out[l] == -1 || out[l] == l + 32, "lane %d: %d", l, out[l]);
	rig_close(&c.g);
}
END_TEST

Suite *emulator_copies_suite(void)
{
	Suite *s = suite_create("emulator copies");
	TCase *c = tcase_create("copies");

	tcase_add_test(c, without_a_wait_nothing_comes);
	tcase_add_test(c, groups_come_in_order);
	tcase_add_test(c, each_lane_waits_for_its_own);
	tcase_add_test(c, the_oldest_makes_room);
	tcase_add_test(c, what_is_not_read_is_zero);
	tcase_add_test(c, an_exit_ends_them);
	suite_add_tcase(s, c);
	return s;
}
