/* What a call keeps of its caller (code/call_saves.c): a parameter that is read once more after the call, as nvcc does
 * not write it, and an argument that was stored in front of one call for the next. tests/programs/recursion.cu has what
 * nvcc does write. */
#include "emulator_kit.h"

static const char ptx[] =
	HEAD ".func (.param .b32 result) sums(.param .b32 n, .param .b64 w) {\n.reg .b32 %m, %v, %x;\n.reg .b64 "
	     "%d;\n.reg .pred %p;\nld.param.u32 %m, [n];\nmov.u32 %v, 0;\n"
	     "setp.eq.u32 %p, %m, 0;\n@%p bra D;\nsub.u32 %m, %m, 1;\nld.param.u64 %d, [w];\nadd.u64 %d, %d, 3;\n"
	     "{ .param .b32 a; .param .b64 b; .param .b32 q;\nst.param.b32 [a], %m;\nst.param.b64 [b], %d;\ncall (q), "
	     "sums, (a, b);\nld.param.b32 %v, [q];\n"
	     "call (q), sums, (a, b);\nld.param.b32 %x, [q]; }\n"
	     "add.u32 %v, %v, %x;\nld.param.u32 %m, [n];\nadd.u32 %v, %v, %m;\nld.param.u64 %d, [w];\ncvt.u32.u64 %m, "
	     "%d;\nadd.u32 %v, %v, %m;\nD:\nst.param.b32 [result], %v;\nret;\n}\n"
	     ".visible .entry k(.param .u64 out) {\n.reg .b32 %t, %n;\n.reg .b64 %o, %q;\nmov.u32 %t, %tid.x;\nand.b32 "
	     "%n, %t, 7;\nld.param.u64 %o, [out];\nmul.wide.u32 %q, %t, 4;\n"
	     "add.u64 %o, %o, %q;\n{ .param .b32 a; .param .b64 b; .param .b32 q;\nst.param.b32 [a], %n;\nst.param.b64 "
	     "[b], %q;\ncall (q), sums, (a, b);\nld.param.b32 %n, [q]; }\n"
	     "st.global.u32 [%o], %n;\nret;\n}\n";

static uint32_t sums(uint32_t n, uint32_t w)
{
	return n ? 2 * sums(n - 1, w + 3) + n + w : 0;
}

START_TEST(parameters_too)
{
	struct rig g;
	rig_open(&g, ptx, 1, _i != 0);
	uint64_t out = rig_alloc(&g, 4 * 64);
	rig_run(&g, "k", 1, 64, &out);
	rig_ok(&g);
	const uint32_t *got = rig_ptr(&g, out, 4 * 64);
	for (uint32_t t = 0; t < 64; t++)
		ck_assert_msg(got[t] == sums(t % 8, 4 * t), "thread %u: %u, not %u", t, got[t], sums(t % 8, 4 * t));
	rig_close(&g);
}
END_TEST

Suite *emulator_call_saves_suite(void);
Suite *emulator_call_saves_suite(void)
{
	Suite *s = suite_create("emulator_call_saves");
	TCase *t = tcase_create("keep");
	tcase_add_loop_test(t, parameters_too, 0, 2);
	suite_add_tcase(s, t);
	return s;
}
