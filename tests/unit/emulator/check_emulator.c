/* The emulator's behaviour beyond arithmetic: memory and its faults, barriers, divergence and progress, calls, printf,
 * schedules. */
#include "tests/unit/emulator/emulator_kit.h"

#define ENTRY(params, regs, body) HEAD ".visible .entry k(" params ") {\n" regs "\n" body "\nret; }\n"
/* The same where lanes run in lockstep under every schedule. */
#define LOCKSTEP(params, regs, body) \
	".version 8.0\n.target sm_60\n.address_size 64\n.visible .entry k(" params ") {\n" regs "\n" body "\nret; }\n"
#define P1 ".param .u64 p"
#define P2 ".param .u64 p, .param .u64 q"
#define R ".reg .u32 %r<10>; .reg .u64 %d<10>; .reg .pred %p<4>; .reg .f32 %f<4>;\n"
/* %d0 = p + 4 * global thread index, %r0 = that index */
#define INDEX \
	"ld.param.u64 %d0, [p]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r0, " \
	"%r1, %r2, %r3;\n" \
	"mul.wide.u32 %d1, %r0, 4; add.u64 %d0, %d0, %d1;\n"

START_TEST(own_sources)
{
	static const char *const own[] = { "x.cu", "/home/a/x.cu", "/home/a/cuda/x.cu",
		"/home/a/cuda-course/include/ops.h", "/home/a/project/include/ops.cuh", "include/ops.h",
		"/data/thrust/x.cu" };
	static const char *const theirs[] = { "/usr/include/math.h", "/usr/lib/gcc/x.h",
		"/usr/local/cuda/include/cub/x.cuh", "/opt/cuda-13.0/targets/x/include/crt/math_functions.hpp",
		"/home/a/venv/lib/python3/site-packages/nvidia/cu13/include/cccl/thrust/sort.h",
		"/opt/conda/include/cub/block.cuh", "/opt/conda/targets/x86_64-linux/include/curand_kernel.h" };

	for (size_t k = 0; k < sizeof own / sizeof *own; k++)
		ck_assert_msg(em_source_is_own(own[k]), "%s", own[k]);
	for (size_t k = 0; k < sizeof theirs / sizeof *theirs; k++)
		ck_assert_msg(!em_source_is_own(theirs[k]), "%s", theirs[k]);
}
END_TEST

START_TEST(allocations)
{
	struct rig g;
	rig_open(&g, ENTRY("", "", ""), 1, false);
	uint64_t a = rig_alloc(&g, 100), b = rig_alloc(&g, 100), at, size, total, left;
	ck_assert_uint_eq(a % 256, 0);
	ck_assert_uint_ge(b > a ? b - a : a - b, 100 + 256);
	ck_assert_int_eq(em_find(g.d, a + 99, &at, &size), 0);
	ck_assert_uint_eq(at, a);
	ck_assert_uint_eq(size, 100);
	ck_assert_int_eq(em_find(g.d, a + 100, &at, &size), -1);
	ck_assert_ptr_null(em_host_ptr(g.d, a + 50, 51));
	const uint8_t *bytes = rig_ptr(&g, a + 50, 50);
	ck_assert_int_ne(bytes[0], 0);
	ck_assert_int_eq(em_free(g.d, a + 1), -1);
	ck_assert_int_eq(em_free(g.d, a), 0);
	ck_assert_int_eq(em_free(g.d, a), -1);
	ck_assert_ptr_null(em_host_ptr(g.d, a, 1));
	em_mem_info(g.d, &left, &total);
	ck_assert_uint_lt(left, total);
	ck_assert_int_eq(em_alloc(g.d, total, &at), -1);
	/* Fill and empty it many times over: gaps are found again. */
	for (int k = 0; k < 300; k++) {
		ck_assert_int_eq(em_alloc(g.d, 1 << 25, &at), 0);
		if (k % 3)
			ck_assert_int_eq(em_free(g.d, at), 0);
		else if (k > 9)
			k = 300;
	}
	rig_close(&g);
}
END_TEST

struct fault_row {
	const char *what, *ptx;
	enum em_fault_kind kind;
	uint32_t thread, block;
	const char *message;
};
static const struct fault_row faults[] = {
	{ "past the end", ENTRY(P1, R, INDEX "st.global.u32 [%d0], %r0;"), EM_FAULT_OUT_OF_BOUNDS, 0, 4,
		"Invalid __global__ write of size 4 bytes; address is right past the end of the 1,024-byte "
		"allocation" },
	{ "four bytes past", ENTRY(P1, R, INDEX "ld.global.f32 %f0, [%d0+4];"), EM_FAULT_OUT_OF_BOUNDS, 63, 3,
		"Invalid __global__ read of size 4 bytes; " },
	{ "before", ENTRY(P1, R, INDEX "ld.global.f32 %f0, [%d0+-8];"), EM_FAULT_OUT_OF_BOUNDS, 0, 0,
		"address is 8 bytes before the 1,024-byte allocation" },
	{ "wide", ENTRY(P1, R, INDEX "ld.v4.f32 {%f0, %f1, %f2, %f3}, [%d0+16];"), EM_FAULT_MISALIGNED, 1, 0,
		"Invalid __global__ read of size 16 bytes; address 0x" },
	{ "misaligned", ENTRY(P1, R, INDEX "st.global.u32 [%d0+2], %r0;"), EM_FAULT_MISALIGNED, 0, 0, "is misaligned" },
	{ "null", ENTRY(P1, R, INDEX "mov.u64 %d2, 0; ld.global.u32 %r4, [%d2];"), EM_FAULT_NULL_ACCESS, 0, 0,
		"address 0x0 is a null pointer" },
	{ "host pointer", ENTRY(P1, R, INDEX "mov.u64 %d2, 0x7fffa0001000; ld.u32 %r4, [%d2];"), EM_FAULT_OUT_OF_BOUNDS,
		0, 0, "is not device memory" },
	{ "one lane", ENTRY(P1, R, INDEX "setp.eq.u32 %p0, %r0, 70; mov.u64 %d2, 16; @%p0 ld.u32 %r4, [%d2];"),
		EM_FAULT_NULL_ACCESS, 6, 1, "address 0x10" },
	{ "shared",
		ENTRY(P1, ".shared .align 4 .b8 s[128];" R,
			"mov.u32 %r3, %tid.x; shl.b32 %r3, %r3, 2; mov.u32 %r4, s; add.u32 %r4, %r4, %r3; "
			"st.shared.u32 [%r4], %r3;"),
		EM_FAULT_OUT_OF_BOUNDS, 32, 0,
		"Invalid __shared__ write of size 4 bytes; address 0x80 is 0 bytes past the end of the 128 bytes of "
		"shared memory" },
	{ "shared, generic",
		ENTRY(P1, ".shared .align 4 .b8 s[128];" R,
			"mov.u64 %d2, s; cvta.shared.u64 %d2, %d2; ld.u32 %r4, [%d2+256];"),
		EM_FAULT_OUT_OF_BOUNDS, 0, 0, "Invalid __shared__ read of size 4 bytes" },
	{ "local", ENTRY(P1, ".local .align 4 .b8 s[16];" R, "mov.u64 %d2, s; st.local.u32 [%d2+16], %r0;"),
		EM_FAULT_OUT_OF_BOUNDS, 0, 0, "Invalid __local__ write of size 4 bytes" },
	{ "atomic", ENTRY(P1, R, INDEX "red.global.add.u32 [%d0+4], 1;"), EM_FAULT_OUT_OF_BOUNDS, 63, 3,
		"Invalid __global__ atomic of size 4 bytes" },
	{ "trap", ENTRY(P1, R, INDEX "setp.eq.u32 %p0, %r0, 70; @%p0 trap;"), EM_FAULT_TRAP, 6, 1, "trap" },
	{ "divergent in a warp",
		ENTRY(P1, R,
			"mov.u32 %r3, %tid.x; setp.lt.u32 %p0, %r3, 7; @%p0 bra A; bar.sync 0; bra B; A: bar.sync 0; "
			"B:"),
		EM_FAULT_BARRIER, 0, 0, "Divergent thread(s) in warp" },
	{ "divergent in a block",
		ENTRY(P1, R,
			"mov.u32 %r3, %tid.x; setp.lt.u32 %p0, %r3, 32; @%p0 bra A; bar.sync 0; bra B; A: bar.sync 1; "
			"B:"),
		EM_FAULT_BARRIER, 0, 0,
		"Divergent thread(s) in block: threads wait for each other at different barriers; 32 threads (warp 0 "
		"of block (0,0,0)) wait at line 7 of the PTX at barrier 1, "
		"which 32 of 64 threads have reached; 32 threads (warp 1 of block (0,0,0)) wait at line 7 of the PTX "
		"at barrier 0, which" },
	{ "never arrive",
		ENTRY(P1, R,
			"mov.u32 %r3, %tid.x; setp.lt.u32 %p0, %r3, 7; @%p0 bra A; bar.sync 0; bra B; A: "
			"shfl.sync.idx.b32 %r4, %r3, 0, 31, -1; B:"),
		EM_FAULT_BARRIER, 0, 0, "Lanes named in the mask never arrive (lanes 0x0000007f wait for 0xffffffff" },
	{ "no such barrier", ENTRY(P1, R, "mov.u32 %r3, 16; bar.sync %r3;"), EM_FAULT_BARRIER, 0, 0,
		"there is no barrier 16" },
	{ "bad function pointer", ENTRY(P1, R, "mov.u64 %d2, 7; F: .callprototype _ (); call %d2, F;"),
		EM_FAULT_BAD_CALL, 0, 0, "invalid function pointer 0x7" },
};

START_TEST(fault_table)
{
	const struct fault_row *f = &faults[_i / 3];
	struct rig g;
	rig_open(&g, f->ptx, _i % 3 == 1 ? 3 : 1, _i % 3 == 2);
	uint64_t p = rig_alloc(&g, 1024);
	rig_run(&g, "k", 5, 64, &p);
	ck_assert_msg(
		g.r.fault.kind == f->kind, "%s: %s: %s", f->what, em_fault_name(g.r.fault.kind), g.r.fault.message);
	ck_assert_msg(g.r.fault.thread.x == f->thread && g.r.fault.block.x == f->block, "%s: thread %u of block %u",
		f->what, g.r.fault.thread.x, g.r.fault.block.x);
	ck_assert_msg(strstr(g.r.fault.message, f->message) != NULL, "%s: %s", f->what, g.r.fault.message);
	ck_assert_int_gt(g.r.fault.ptx_line, 4);
	rig_close(&g);
}
END_TEST

/* What cooperative groups do in grid.sync(): a word that %envreg1:%envreg2 point behind, and polling. Without it every
 * block would wait for blocks that have not begun. */
static const char grid_sync[] = ENTRY(P1, R,
	INDEX "mov.u32 %r4, %envreg1; mov.u32 %r5, %envreg2; mov.b64 %d2, {%r5, %r4}; ld.u32 %r9, [%d2]; bar.sync 0; "
	      "setp.ne.u32 %p0, %r3, 0; @%p0 bra W;\n"
	      "mov.u32 %r6, %nctaid.x; atom.add.release.gpu.u32 %r7, [%d2+4], 1;\nL: ld.acquire.gpu.u32 %r8, [%d2+4]; "
	      "setp.lt.u32 %p1, %r8, %r6; @%p1 bra L;\nW: bar.sync 0; ld.volatile.u32 %r8, [%d2+4];"
	      "mad.lo.u32 %r8, %r9, 1000, %r8; st.global.u32 [%d0], %r8;");
START_TEST(cooperative)
{
	struct rig g;
	rig_open(&g, grid_sync, 2, false);
	uint64_t p = rig_alloc(&g, 4 * 64 * 90);
	g.cooperative = true;
	for (int again = 0; again < 2; again++) {
		rig_run(&g, "k", 90, 64, &p);
		rig_ok(&g);
		for (int k = 0; k < 64 * 90; k++)
			ck_assert_uint_eq(((uint32_t *)rig_ptr(&g, p, 4 * 64 * 90))[k], 256090);
	}
	rig_close(&g);
}
END_TEST

START_TEST(use_after_free)
{
	struct rig g;
	rig_open(&g, ENTRY(P1, R, INDEX "ld.global.u32 %r4, [%d0+4];"), 1, false);
	uint64_t p = rig_alloc(&g, 1024);
	em_free(g.d, p);
	rig_run(&g, "k", 1, 32, &p);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_AFTER_FREE);
	ck_assert_ptr_nonnull(strstr(g.r.fault.message, "4 bytes inside the freed 1,024-byte allocation"));
	ck_assert_int_eq(em_fault_cuda_error(g.r.fault.kind), 700);
	ck_assert_str_eq(em_fault_verdict(g.r.fault.kind), "memory-error");
	rig_close(&g);
}
END_TEST

/* Kernels that end: what they leave in p[0..n). One row runs on one thread, three, and the plain build. */
struct run_row {
	const char *what, *ptx;
	uint32_t blocks, threads;
	int n;
	int64_t want[8];
};
static const struct run_row runs[] = {
	{ "a loop of different lengths",
		ENTRY(P1, R,
			INDEX "mov.u32 %r4, 0; mov.u32 %r5, %r3;\nL: add.u32 %r4, %r4, %r5; setp.eq.u32 %p0, %r5, 0; "
			      "@%p0 bra E; sub.u32 %r5, %r5, 1; bra L;\n"
			      "E: st.global.u32 [%d0], %r4;"),
		1, 32, 8, { 0, 1, 3, 6, 10, 15, 21, 28 } },
	{ "barrier orders shared memory",
		ENTRY(P1, ".shared .align 4 .b8 s[256];" R,
			INDEX "mov.u32 %r4, s; shl.b32 %r5, %r3, 2; add.u32 %r6, %r4, %r5; st.shared.u32 [%r6], %r3; "
			      "bar.sync 0;"
			      "xor.b32 %r5, %r5, 252; add.u32 %r6, %r4, %r5; ld.shared.u32 %r7, [%r6]; st.global.u32 "
			      "[%d0], %r7;"),
		1, 64, 4, { 63, 62, 61, 60 } },
	{ "barrier after an early exit",
		ENTRY(P1, R, INDEX "setp.ge.u32 %p0, %r3, 40; @%p0 exit; bar.sync 0; st.global.u32 [%d0], 5;"), 1, 96,
		2, { 5, 5 } },
	{ "shuffles",
		ENTRY(P1, R,
			INDEX "shfl.sync.bfly.b32 %r4, %r3, 1, 31, -1; shfl.sync.down.b32 %r5|%p0, %r3, 30, 31, -1; "
			      "selp.u32 %r6, 100, 200, %p0; mad.lo.u32 %r5, %r5, 1000, %r6;"
			      "mad.lo.u32 %r4, %r5, 10000, %r4; st.global.u32 [%d0], %r4;"),
		1, 32, 3, { 301000001, 311000000, 22000003 } },
	{ "votes",
		ENTRY(P1, R,
			INDEX "setp.gt.u32 %p0, %r3, 3; vote.sync.ballot.b32 %r4, %p0, -1; vote.sync.any.pred %p1, "
			      "!%p0, -1; selp.u32 %r5, 1, 0, %p1; add.u32 %r4, %r4, %r5;"
			      "st.global.u32 [%d0], %r4;"),
		1, 32, 1, { 0xfffffff1 } },
	{ "vote of a part",
		ENTRY(P1, R,
			INDEX "mov.u32 %r4, 9; setp.ge.u32 %p0, %r3, 4; @%p0 bra E; setp.lt.u32 %p1, %r3, 2; "
			      "vote.sync.ballot.b32 %r4, %p1, 15;\nE: st.global.u32 [%d0], %r4;"),
		1, 32, 5, { 3, 3, 3, 3, 9 } },
	{ "match and redux",
		ENTRY(P1, R,
			INDEX "and.b32 %r4, %r3, 3; match.any.sync.b32 %r5, %r4, -1; redux.sync.add.u32 %r6, %r3, -1; "
			      "add.u32 %r5, %r5, %r6; st.global.u32 [%d0], %r5;"),
		1, 32, 2, { 0x11111111 + 496, 0x22222222 + 496 } },
	{ "bar.red",
		ENTRY(P1, R,
			INDEX "setp.gt.u32 %p0, %r3, 9; bar.red.popc.u32 %r4, 0, %p0; bar.red.and.pred %p1, 0, %p0; "
			      "bar.red.or.pred %p2, 0, %p0; selp.u32 %r5, 100, 0, %p1; selp.u32 %r6, 1000, 0, %p2;"
			      "add.u32 %r4, %r4, %r5; add.u32 %r4, %r4, %r6; st.global.u32 [%d0], %r4;"),
		1, 64, 2, { 1054, 1054 } },
	{ "named barriers with counts",
		ENTRY(P1, ".shared .align 4 .b8 s[4];" R,
			INDEX "setp.lt.u32 %p0, %r3, 32; @%p0 bra A; mov.u32 %r4, 7; st.shared.u32 [s], %r4; "
			      "bar.arrive 3, 64; bra E;\n"
			      "A: bar.sync 3, 64; ld.shared.u32 %r4, [s]; st.global.u32 [%d0], %r4;\nE:"),
		1, 64, 2, { 7, 7 } },
	{ "a lock between lanes",
		ENTRY(P1, R,
			"ld.param.u64 %d0, [p];\nL: atom.global.cas.b32 %r4, [%d0+4], 0, 1; setp.ne.u32 %p0, %r4, 0; "
			"@%p0 bra L;\n"
			"ld.volatile.global.u32 %r5, [%d0]; add.u32 %r5, %r5, 1; st.volatile.global.u32 [%d0], %r5; "
			"membar.gl; atom.global.exch.b32 %r4, [%d0+4], 0;"),
		3, 64, 2, { 192, 0 } },
	{ "a block waits for a later one",
		ENTRY(P1, R,
			"ld.param.u64 %d0, [p]; mov.u32 %r1, %ctaid.x; setp.eq.u32 %p0, %r1, 3; @%p0 bra S;\nL: "
			"ld.volatile.global.u32 %r4, [%d0]; setp.eq.u32 %p0, %r4, 0;"
			"@%p0 bra L; bra E;\nS: st.volatile.global.u32 [%d0], 1;\nE: mov.u32 %r5, %tid.x; setp.eq.u32 "
			"%p0, %r5, 0; @%p0 red.global.add.u32 [%d0+4], 1;"),
		4, 64, 2, { 1, 4 } },
	{ "generic addresses",
		ENTRY(P1, ".shared .align 4 .b8 s[128]; .local .align 4 .b8 t[8];" R,
			INDEX
			"mov.u64 %d2, s; cvta.shared.u64 %d2, %d2; mul.wide.u32 %d3, %r3, 4; add.u64 %d4, %d2, %d3;"
			"st.u32 [%d4], %r3; mov.u64 %d5, t; cvta.local.u64 %d5, %d5; st.u32 [%d5+4], 3; and.b32 %r6, "
			"%r3, 1; setp.eq.u32 %p0, %r6, 0; selp.u64 %d6, %d4, %d5, %p0; @!%p0 add.u64 %d6, %d6, 4;"
			"ld.u32 %r7, [%d6]; st.u32 [%d0], %r7;"),
		1, 32, 4, { 0, 3, 2, 3 } },
	{ "addresses used again",
		LOCKSTEP(P1, ".shared .align 4 .b8 s[2048];" R,
			INDEX
			"mov.u32 %r4, s; shl.b32 %r5, %r3, 2; add.u32 %r4, %r4, %r5; st.shared.u32 [%r4], %r3; add.u32 "
			"%r6, %r3, 100;"
			"st.shared.u32 [%r4+512], %r6; st.shared.u32 [%r4+1024], %r5; ld.shared.u32 %r7, [%r4+512]; "
			"add.u32 %r4, %r4, 4; ld.shared.u32 %r8, [%r4]; setp.eq.u32 %p0, %r3, 2;"
			"@%p0 ld.shared.u32 %r8, [%r4+512]; ld.shared.u32 %r4, [%r4+1020]; ld.shared.u32 %r5, "
			"[%r4+516]; mad.lo.u32 %r7, %r7, 1000, %r8; add.u32 %r4, %r5, %r7; st.global.u32 [%d0], %r4;"
			"st.global.u32 [%d0+128], %r4; ld.global.u32 %r6, [%d0+128]; st.global.u32 [%d0], %r6;"),
		1, 32, 4, { 100102, 101104, 102206, 103108 } },
	{ "carries",
		ENTRY(P1, R,
			INDEX "add.cc.u32 %r4, %r3, -1; addc.u32 %r5, 0, 0; sub.cc.u32 %r6, %r3, 1; subc.u32 %r7, 0, "
			      "0; mad.lo.u32 %r5, %r5, 10, %r7; st.global.u32 [%d0], %r5;"),
		1, 32, 3, { 0xffffffff, 10, 10 } },
	{ "vectors and pieces",
		ENTRY(P1, R ".reg .u16 %h<4>;",
			INDEX "mov.b64 %d2, {%r3, 7}; mov.b64 {%h0, %h1, %h2, %h3}, %d2; mov.b32 %r4, {%h2, %h0}; "
			      "mov.b64 {%r5, _}, %d2; sub.u32 %r4, %r4, %r5;"
			      "st.global.u32 [%d0], %r4;"),
		1, 32, 2, { 7, 0x10007 - 1 } },
	{ "vector registers",
		ENTRY(P1, R ".reg .v4 .b32 %v<2>; .reg .v2 .u32 w;",
			INDEX "st.global.u32 [%d0], %r3; ld.global.u32 %r4, [%d0]; mov.v2.u32 w, {%r3, %r4}; "
			      "mov.v2.u32 w, {w.y, 5};"
			      "mov.v4.b32 %v0, {%r3, 1, 2, w.y}; mov.v4.b32 {%v0.y, %v1.x, %v1.r, %r5}, {%v0.x, %v0.y, "
			      "9, %v0.a}; mov.b64 %d2, w; mov.b64 w, %d2; mad.lo.u32 %r5, %r5, 100, %v0.y; mad.lo.u32 "
			      "%r5, %v1.x, 10, %r5;"
			      "mov.u32 %v0.x, %r5; mov.u32 %v0.y, w.x; bar.sync 0; st.global.u32 [%d0], %v0.x;"),
		1, 32, 3, { 590, 591, 592 } },
	{ "parts of registers",
		ENTRY(P1, R,
			INDEX "mov.u32 %r4, 0x80ff0102; vmad.s32.u32.s32 %r5, %r3, -5, 100; vadd.u32.u32.u32 %r6.b2, "
			      "%r4.b3, %r3.h0, %r5; vadd2.u32.u32.u32 %r7.h1, %r4.h03, %r6.h20, %r3;"
			      "vsub.s32.s32.s32 %r8, %r7, %r4.b1; vabsdiff.u32.s32.s32.add %r8, %r4.h1, 0, %r8; "
			      "st.global.u32 [%d0], %r8;"),
		1, 32, 2, { 0x1667f00, 0x1617f01 } },
	{ "branch table",
		ENTRY(P1, R,
			INDEX "and.b32 %r4, %r3, 3; mov.u32 %r5, 0; T: .branchtargets A, B, C, D; brx.idx %r4, T;\nA: "
			      "mov.u32 %r5, 4; bra E;\nB: mov.u32 %r5, 3; bra E;\nC: mov.u32 %r5, 2; bra E;\n"
			      "D: mov.u32 %r5, 1;\nE: st.global.u32 [%d0], %r5;"),
		1, 32, 5, { 4, 3, 2, 1, 4 } },
	{ "set and slct",
		ENTRY(P1, R,
			INDEX "set.gt.u32.u32 %r4, %r3, 1; cvt.rn.f32.u32 %f0, %r3; sub.f32 %f0, %f0, 0f40000000; "
			      "slct.u32.f32 %r5, 10, 20, %f0; setp.lt.and.u32 %p0|%p1, %r3, 2, !%p3; "
			      "add.u32 %r4, %r4, %r5; st.global.u32 [%d0], %r4;"),
		1, 32, 4, { 20, 20, 9, 9 } },
};

START_TEST(run_table)
{
	const struct run_row *t = &runs[_i / 4];
	struct rig g;
	rig_open(&g, t->ptx, _i % 4 == 1 ? 3 : 1, _i % 4 == 2);
	uint64_t p = rig_alloc(&g, 4096);
	uint32_t *v = rig_ptr(&g, p, 4096);
	g.budget = 10000000;
	for (g.seed = _i % 4 == 3; g.seed <= (_i % 4 == 3 ? 50 : 0); g.seed++) {
		memset(v, 0, 4096);
		rig_run(&g, "k", t->blocks, t->threads, &p);
		rig_ok(&g);
		for (int k = 0; k < t->n; k++)
			ck_assert_msg(v[k] == (uint32_t)t->want[k], "%s: [%d] is %u, not %u, under seed %d", t->what, k,
				v[k], (uint32_t)t->want[k], (int)g.seed);
	}
	rig_close(&g);
}
END_TEST

static const char calls[] = HEAD
	".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
	".global .align 1 .b8 fmt[16] = { 37, 100, 32, 37, 46, 50, 102, 32, 37, 115, 37, 37, 10, 0 };\n" /* "%d %.2f
													    %s%%\n" */
	".global .align 1 .b8 word[4] = { 104, 105, 27, 0 };\n"
	".func (.param .b32 ret) fib (.param .b32 n) {\n.reg .u32 %r<6>; .reg .pred %p; .local .align 4 .b8 keep[4]; "
	".reg .u64 %a;\n"
	"ld.param.u32 %r0, [n]; mov.u64 %a, keep; st.local.u32 [%a], %r0; setp.lt.u32 %p, %r0, 2; mov.u32 %r5, %r0; "
	"@%p bra E;\n"
	"{ .param .b32 x; .param .b32 y; sub.u32 %r1, %r0, 1; st.param.b32 [x], %r1; call.uni (y), fib, (x); "
	"ld.param.b32 %r2, [y]; }\n"
	"{ .param .b32 x; .param .b32 y; ld.local.u32 %r1, [%a]; sub.u32 %r1, %r1, 2; st.param.b32 [x], %r1; call.uni "
	"(y), fib, (x); ld.param.b32 %r3, [y]; }\n"
	"add.u32 %r5, %r2, %r3;\nE: st.param.b32 [ret], %r5; ret; }\n"
	".func (.param .b32 ret) twice (.param .b32 n) {\n.reg .u32 %r; ld.param.u32 %r, [n]; shl.b32 %r, %r, 1; "
	"st.param.b32 [ret], %r; ret; }\n"
	".global .align 8 .u64 table[2] = { fib, twice };\n"
	".visible .entry k(.param .u64 p) {\n.reg .u32 %r<4>; .reg .u64 %d<6>; .reg .pred %p;\n"
	"ld.param.u64 %d0, [p]; mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 1; mul.wide.u32 %d1, %r1, 8; mov.u64 %d2, "
	"table; add.u64 %d2, %d2, %d1; ld.global.u64 %d3, [%d2];\n"
	"{ .param .b32 x; .param .b32 y; st.param.b32 [x], %r0; F: .callprototype (.param .b32 _) _ (.param .b32 _); "
	"call (y), %d3, (x), F; ld.param.b32 %r2, [y]; }\n"
	"mul.wide.u32 %d1, %r0, 4; add.u64 %d0, %d0, %d1; st.global.u32 [%d0], %r2; ret; }\n"
	".visible .entry print(.param .u64 p) {\n.local .align 8 .b8 args[24]; .reg .u32 %r<4>; .reg .u64 %d<6>; .reg "
	".pred %p;\n"
	"mov.u32 %r0, %tid.x; setp.ne.u32 %p, %r0, 3; @%p bra E; mov.u64 %d0, args; cvta.local.u64 %d1, %d0; "
	"st.local.u32 [%d0], -5; mov.u64 %d2, 4609434218613702656; st.local.u64 [%d0+8], %d2;\n"
	"mov.u64 %d3, word; st.local.u64 [%d0+16], %d3; mov.u64 %d4, fmt;\n"
	"{ .param .b64 a; .param .b64 b; .param .b32 r; st.param.b64 [a], %d4; st.param.b64 [b], %d1; call.uni (r), "
	"vprintf, (a, b); ld.param.b32 %r1, [r]; }\n"
	"E: ret; }\n";
START_TEST(call_and_print)
{
	static const uint32_t want[] = { 0, 2, 1, 6, 3, 10, 8, 14, 21, 18, 55, 22 }; /* fib(even), 2 * odd */
	struct rig g;
	struct buf out;
	rig_open(&g, calls, 2, _i == 1);
	uint64_t p = rig_alloc(&g, 4096);
	rig_run(&g, "k", 1, 12, &p);
	rig_ok(&g);
	ck_assert_int_eq(memcmp(rig_ptr(&g, p, 4096), want, sizeof want), 0);
	rig_run(&g, "print", 2, 32, &p);
	rig_ok(&g);
	buf_init(&out);
	em_drain_printf(g.d, &out);
	ck_assert_str_eq(out.data, "-5 1.50 hi\033%\n-5 1.50 hi\033%\n");
	buf_release(&out);
	rig_close(&g);
}
END_TEST

/* Endless recursion is a stack overflow, not ours. */
static const char deep[] = HEAD ".func f (.param .b32 n) {\n.reg .u32 %r; .local .align 4 .b8 keep[64]; .reg .u64 %a; "
				"ld.param.u32 %r, [n]; mov.u64 %a, keep; st.local.u32 [%a], %r;\n"
				"{ .param .b32 x; st.param.b32 [x], %r; call f, (x); }\nret; }\n"
				".visible .entry k() {\n.reg .u32 %r; mov.u32 %r, 1; { .param .b32 x; st.param.b32 "
				"[x], %r; call f, (x); }\nret; }\n";
START_TEST(stack_overflow)
{
	struct rig g;
	rig_open(&g, deep, 1, false);
	rig_run(&g, "k", 1, 32, NULL);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_STACK);
	rig_close(&g);
}
END_TEST

START_TEST(endless)
{
	struct rig g;
	static const char *const loops[] = {
		ENTRY(P1, R, "L: bra L;"),
		ENTRY(P1, R, "L: bar.sync 0; bra L;"),
		ENTRY(P1, R, "mov.u32 %r0, 0;\nL: add.u32 %r0, %r0, 1; setp.ne.u32 %p0, %r0, 2000000000; @%p0 bra L;")
	};
	rig_open(&g, loops[_i / 2], 1 + _i % 2, false);
	uint64_t p = rig_alloc(&g, 4);
	g.budget = 3000000;
	rig_run(&g, "k", 4, 64, &p);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_TIMEOUT);
	ck_assert_str_eq(em_fault_verdict(g.r.fault.kind), "timeout");
	rig_close(&g);
}
END_TEST

/* Loops of which it is proved that they never end, without a budget; and one that may, so the budget ends it. */
static const struct stuck_row {
	const char *what, *ptx;
	enum em_fault_kind kind;
	const char *message;
} stuck_rows[] = {
	{ "nothing", ENTRY(P1, R, "L: bra L;"), EM_FAULT_ENDLESS,
		"The kernel never ends: nothing changes any more in the loop that is run; 64 threads (warps 0-1 of "
		"block (0,0,0)) "
		"go round line 7 of the PTX" },
	{ "a flag",
		ENTRY(P1, R,
			"ld.param.u64 %d0, [p];\nL: ld.volatile.global.u32 %r0, [%d0]; setp.ne.u32 %p0, %r0, 5; @%p0 "
			"bra L;"),
		EM_FAULT_ENDLESS,
		"Deadlock: threads wait for ever for what no thread of the launch can change any more; 256 threads (in "
		"4 blocks" },
	{ "a flag and a barrier",
		ENTRY(P1, R,
			"ld.param.u64 %d0, [p];\nL: bar.sync 0; ld.volatile.global.u32 %r0, [%d0]; setp.ne.u32 %p0, "
			"%r0, 5; @%p0 bra L;"),
		EM_FAULT_BARRIER, "for a value at 0x" },
	/* Whoever stands at the barrier when it is looked at goes round, too: one verdict, and no waiting threads in
	   it. */
	{ "a barrier in a loop of all",
		ENTRY(P1, ".shared .align 4 .b32 s[64];" R,
			"mov.u32 %r0, %tid.x; mov.u32 %r2, 64;\nL: shr.u32 %r2, %r2, 1; setp.ge.u32 %p0, %r0, %r2; "
			"@%p0 bra "
			"M;\nmov.u32 %r1, s; st.shared.u32 [%r1], %r0;\nM: bar.sync 0; bra L;"),
		EM_FAULT_ENDLESS,
		"The kernel never ends: nothing changes any more in the loop that is run; 64 threads (warps 0-1 of "
		"block (0,0,0)) go round line" },
	{ "a barrier object",
		ENTRY(P1, ".shared .align 8 .b8 s[8];" R,
			"mov.u32 %r0, s; mov.u32 %r1, %tid.x; setp.eq.u32 %p0, %r1, 0; @%p0 mbarrier.init.shared.b64 "
			"[%r0], 65; bar.sync 0;\n"
			"mbarrier.arrive.shared.b64 %d1, [%r0];\nL: mbarrier.test_wait.shared.b64 %p1, [%r0], %d1; "
			"@!%p1 bra L;"),
		EM_FAULT_BARRIER, "whose phase 0 lacks 1 of 65 arrivals" },
	{ "to and fro",
		ENTRY(P1, R,
			"ld.param.u64 %d0, [p];\nL: atom.global.add.u32 %r0, [%d0], 1; atom.global.add.u32 %r0, [%d0], "
			"-1; setp.ne.u32 %p0, %r0, 0x7fffff00; @%p0 bra L;"),
		EM_FAULT_ENDLESS, "Deadlock: in this order of threads they hinder each other for ever" },
	{ "a clock",
		ENTRY(P1, R,
			"ld.param.u64 %d0, [p];\nL: mov.u64 %d1, %clock64; ld.volatile.global.u32 %r0, [%d0]; "
			"setp.ne.u32 %p0, %r0, 5; mov.u64 %d1, 0; @%p0 bra L;"),
		EM_FAULT_TIMEOUT, "stopped after 8000000 warp instructions" },
};
START_TEST(stuck)
{
	const struct stuck_row *f = &stuck_rows[_i / 2];
	struct rig g;
	rig_open(&g, f->ptx, 1 + 2 * (_i % 2), false);
	uint64_t p = rig_alloc(&g, 4);
	g.budget = strstr(f->message, "stopped") ? 8000000 : 4000000000;
	rig_run(&g, "k", 4, 64, &p);
	ck_assert_msg(
		g.r.fault.kind == f->kind, "%s: %s: %s", f->what, em_fault_name(g.r.fault.kind), g.r.fault.message);
	ck_assert_msg(strstr(g.r.fault.message, f->message) != NULL, "%s: %s", f->what, g.r.fault.message);
	rig_close(&g);
}
END_TEST

/* A block that faults ends what others wait for: what there is to say is its fault, not that they wait. Nor does a wait
 * outlast it of which nothing is proved. */
#define THIRD_FAULTS \
	"ld.param.u64 %d0, [p]; mov.u32 %r2, 0; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p0, %r1, 2; @%p0 bra L; " \
	"st.global.u32 [%d0+4096], %r1;\nL: "
#define UNTIL_FLAG "ld.volatile.global.u32 %r0, [%d0]; setp.ne.u32 %p0, %r0, 5; @%p0 bra L;\nst.global.u32 [%d0], %r2;"
START_TEST(fault_of_another)
{
	static const char *const waits[] = {
		ENTRY(P1, R, THIRD_FAULTS UNTIL_FLAG),
		ENTRY(P1, R, THIRD_FAULTS "add.u32 %r2, %r2, 1; " UNTIL_FLAG)
	};
	struct rig g;

	rig_open(&g, waits[_i / 4], 1 + 2 * (_i % 2), false);
	uint64_t p = rig_alloc(&g, 4);
	g.budget = 400000000;
	g.seed = _i / 2 % 2 ? 3 : 0;
	rig_run(&g, "k", 4, 64, &p);
	ck_assert_msg(
		g.r.fault.kind == EM_FAULT_OUT_OF_BOUNDS, "%s: %s", em_fault_name(g.r.fault.kind), g.r.fault.message);
	ck_assert_uint_eq(g.r.fault.block.x, 2);
	rig_close(&g);
}
END_TEST

START_TEST(cancelled)
{
	struct rig g;
	volatile int stop = 1;
	rig_open(&g, ENTRY(P1, R, "L: bra L;"), 2, false);
	uint64_t p = rig_alloc(&g, 4);
	struct em_launch l = { .kernel = em_kernel_find(g.m, "k"),
		.grid = { 2, 1, 1 },
		.block = { 32, 1, 1 },
		.params = &p,
		.cancel = &stop };
	ck_assert_int_eq(em_launch(g.d, &l, &g.r, &g.e), 0);
	ck_assert_int_eq(g.r.fault.kind, EM_FAULT_CANCELLED);
	rig_close(&g);
}
END_TEST

Suite *emulator_suite(void);
Suite *emulator_suite(void)
{
	Suite *s = suite_create("emulator");
	TCase *t = tcase_create("behaviour");
	tcase_set_timeout(t, 60);
	tcase_add_test(t, own_sources);
	tcase_add_test(t, allocations);
	tcase_add_loop_test(t, fault_table, 0, 3 * (int)(sizeof faults / sizeof *faults));
	tcase_add_test(t, use_after_free);
	tcase_add_test(t, cooperative);
	tcase_add_loop_test(t, run_table, 0, 4 * (int)(sizeof runs / sizeof *runs));
	tcase_add_loop_test(t, call_and_print, 0, 2);
	tcase_add_test(t, stack_overflow);
	tcase_add_loop_test(t, endless, 0, 6);
	tcase_add_loop_test(t, fault_of_another, 0, 8);
	tcase_add_loop_test(t, stuck, 0, 2 * (int)(sizeof stuck_rows / sizeof *stuck_rows));
	tcase_add_test(t, cancelled);
	suite_add_tcase(s, t);
	return s;
}
