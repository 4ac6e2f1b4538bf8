/* Schedules: the same seed gives the same bits whatever the number of threads; correct kernels give one answer under
 * every seed; kernels that lean on an order, and get it right in the natural one, give a wrong element under one of the
 * first few seeds. */
#include "tests/unit/emulator/emulator_kit.h"

#define WORDS 1024u
#define R ".reg .u32 %r<12>; .reg .u64 %d<6>; .reg .pred %p<4>;\n"
/* %d0 = p + 4 * global index, %r0 = that index, %r3 = index in the block, %d5 = p */
#define BEGIN \
	".visible .entry k(.param .u64 p) {\n" R \
	"ld.param.u64 %d5, [p]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;" \
	"mad.lo.u32 %r0, %r1, %r2, %r3; mul.wide.u32 %d1, %r0, 4; add.u64 %d0, %d5, %d1;\n"
#define END "\nret; }\n"
#define SHARED ".shared .align 4 .b8 s[2048];\n"
#define SLOT "mov.u32 %r4, s; shl.b32 %r5, %r3, 2; add.u32 %r4, %r4, %r5;\n" /* %r4 = &s[tid] */
#define FOLD(n) \
	"ld.shared.u32 %r6, [%r4]; ld.shared.u32 %r7, [%r4+4*" n "]; add.u32 %r6, %r6, %r7; st.shared.u32 [%r4], " \
	"%r6;\n"
#define FOLD_SYNC(n) \
	"ld.shared.u32 %r6, [%r4]; ld.shared.u32 %r7, [%r4+4*" n \
	"]; bar.warp.sync -1; add.u32 %r6, %r6, %r7; st.shared.u32 [%r4], %r6; bar.warp.sync -1;\n"

struct kernel {
	const char *what, *ptx;
	uint32_t blocks, threads;
	bool cooperative;
};

static const struct kernel right[] = {
	{ "tree with barriers",
		HEAD SHARED BEGIN SLOT
		"st.shared.u32 [%r4], %r0; mov.u32 %r8, 128;\nL: bar.sync 0; setp.ge.u32 %p0, %r3, %r8; @%p0 bra N;\n"
		"shl.b32 %r9, %r8, 2; add.u32 %r9, %r9, %r4; ld.shared.u32 %r6, [%r9]; ld.shared.u32 %r7, [%r4]; "
		"add.u32 %r6, %r6, %r7; st.shared.u32 [%r4], %r6;\n"
		"N: shr.u32 %r8, %r8, 1; setp.ne.u32 %p1, %r8, 0; @%p1 bra L; bar.sync 0; ld.shared.u32 %r6, [s]; "
		"st.global.u32 [%d0], %r6;" END,
		3, 256, false },
	{ "last warp with bar.warp.sync",
		HEAD SHARED BEGIN SLOT
		"st.shared.u32 [%r4], %r0; bar.sync 0; setp.ge.u32 %p0, %r3, 32; @%p0 bra E;\n" FOLD_SYNC("32")
			FOLD_SYNC("16") FOLD_SYNC("8") FOLD_SYNC("4") FOLD_SYNC("2")
				FOLD_SYNC("1") "setp.ne.u32 %p0, %r3, 0; @%p0 bra E; st.global.u32 [%d0], %r6;\nE:" END,
		4, 64, false },
	{ "shuffles in a function",
		HEAD
		".func (.param .b32 o) sum (.param .b32 i) {\n.reg .u32 %a<3>; .reg .pred %q; ld.param.u32 %a0, [i];\n"
		"shfl.sync.bfly.b32 %a1, %a0, 16, 31, -1; add.u32 %a0, %a0, %a1; shfl.sync.bfly.b32 %a1, %a0, 8, 31, "
		"-1; add.u32 %a0, %a0, %a1; shfl.sync.bfly.b32 %a1, %a0, 4, 31, -1;"
		"add.u32 %a0, %a0, %a1; st.param.b32 [o], %a0; ret; }\n" BEGIN
		"ld.global.u32 %r4, [%d0]; add.u32 %r4, %r4, %r0; st.global.u32 [%d0], %r4; ld.global.u32 %r4, [%d0];\n"
		"{ .param .b32 x; .param .b32 y; st.param.b32 [x], %r4; call.uni (y), sum, (x); ld.param.b32 %r5, [y]; "
		"}\nst.global.u32 [%d0], %r5;" END,
		2, 96, false },
	{ "producers and consumers",
		HEAD SHARED BEGIN SLOT
		"mov.u32 %r8, 0;\nL: setp.lt.u32 %p0, %r3, 64; @%p0 bra P;\nbar.sync 1, 128; ld.shared.u32 %r6, "
		"[%r4+-256]; bar.arrive 2, 128;"
		"ld.global.u32 %r7, [%d0]; add.u32 %r6, %r6, %r7; st.global.u32 [%d0], %r6; bra N;\n"
		"P: setp.eq.u32 %p1, %r8, 0; @%p1 bra F; bar.sync 2, 128;\nF: add.u32 %r6, %r0, %r8; st.shared.u32 "
		"[%r4], %r6; bar.arrive 1, 128;\nN: add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 4; @%p1 bra L;\n"
		"@%p0 bar.sync 2, 128;" END,
		2, 128, false },
	{ "a lock that lanes take",
		HEAD BEGIN "L: atom.global.cas.b32 %r4, [%d5], 0, 1; setp.ne.u32 %p0, %r4, 0; @%p0 bra "
			   "L;\nld.volatile.global.u32 %r5, [%d5+4]; add.u32 %r5, %r5, %r0;"
			   "st.volatile.global.u32 [%d5+4], %r5; membar.gl; atom.global.exch.b32 %r4, [%d5], 0;" END,
		2, 64, false },
	{ "the last block sums",
		HEAD SHARED BEGIN
		"add.u64 %d0, %d0, 64; st.global.u32 [%d0], %r0; membar.gl; bar.sync 0; setp.ne.u32 %p0, %r3, 0; @%p0 "
		"bra W; mov.u32 %r6, %nctaid.x;"
		"atom.global.add.u32 %r4, [%d5], 1; add.u32 %r4, %r4, 1; st.shared.u32 [s], %r4;\nW: bar.sync 0; "
		"ld.shared.u32 %r4, [s]; mov.u32 %r6, %nctaid.x; setp.ne.u32 %p0, %r4, %r6; @%p0 bra E;\n"
		"mov.u32 %r7, 0; mov.u32 %r8, 0; add.u64 %d2, %d5, 64;\nL: ld.volatile.global.u32 %r9, [%d2]; add.u32 "
		"%r8, %r8, %r9; add.u64 %d2, %d2, 4; add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 256; @%p1 bra L;\n"
		"st.global.u32 [%d5+4], %r8;\nE:" END,
		4, 64, false },
	{ "grid barrier",
		HEAD BEGIN "mov.u32 %r4, %envreg1; mov.u32 %r5, %envreg2; mov.b64 %d2, {%r5, %r4}; st.global.u32 "
			   "[%d0], %r0; membar.gl; bar.sync 0; setp.ne.u32 %p0, %r3, 0; @%p0 bra W;\n"
			   "mov.u32 %r6, %nctaid.x; atom.add.release.gpu.u32 %r7, [%d2+4], 1;\nL: ld.acquire.gpu.u32 "
			   "%r8, [%d2+4]; setp.lt.u32 %p1, %r8, %r6; @%p1 bra L;\nW: bar.sync 0;"
			   "xor.b32 %r9, %r0, 511; mul.wide.u32 %d3, %r9, 4; add.u64 %d3, %d3, %d5; "
			   "ld.volatile.global.u32 %r9, [%d3]; add.u64 %d0, %d0, 2048; st.global.u32 [%d0], %r9;" END,
		8, 64, true },
	{ "lanes that leave a loop one by one",
		HEAD SHARED BEGIN SLOT "mov.u32 %r6, 0;\nL: st.shared.u32 [%r4], %r6; add.u32 %r6, %r6, 1; setp.le.u32 "
				       "%p0, %r6, %r3; @%p0 bra L;\n"
				       "bar.warp.sync -1; setp.lt.u32 %p1, %r3, 11; vote.sync.ballot.b32 %r7, %p1, -1; "
				       "ld.shared.u32 %r8, [%r4]; add.u32 %r8, %r8, %r7; st.global.u32 [%d0], %r8;" END,
		2, 32, false },
	{ "threads that leave early",
		HEAD SHARED BEGIN SLOT
		"setp.ge.u32 %p0, %r3, 75; @%p0 bra E; st.shared.u32 [%r4], %r0; bar.sync 0; xor.b32 %r6, %r5, 4; "
		"setp.ge.u32 %p1, %r6, 300; @%p1 bra E;"
		"mov.u32 %r7, s; add.u32 %r7, %r7, %r6; ld.shared.u32 %r8, [%r7]; st.global.u32 [%d0], %r8;\nE:" END,
		2, 96, false },
	{ "bar.red",
		HEAD BEGIN "ld.global.u32 %r4, [%d0]; setp.eq.u32 %p0, %r4, 0; and.b32 %r5, %r3, 3; setp.eq.u32 %p1, "
			   "%r5, 1; bar.red.popc.u32 %r6, 0, %p1; bar.red.or.pred %p2, 0, !%p0;"
			   "selp.u32 %r7, 1000, 0, %p2; add.u32 %r6, %r6, %r7; st.global.u32 [%d0], %r6;" END,
		3, 96, false },
};

/* The answer in the natural order is what the author wanted. */
static const struct kernel leaning[] = {
	{ "a neighbour without a barrier",
		HEAD SHARED BEGIN SLOT "st.shared.u32 [%r4], %r0; setp.eq.u32 %p0, %r3, 0; @%p0 bra E; ld.shared.u32 "
				       "%r6, [%r4+-4]; st.global.u32 [%d0], %r6;\nE:" END,
		1, 64, false },
	{ "a last warp without bar.warp.sync",
		HEAD SHARED BEGIN SLOT
		"st.shared.u32 [%r4], %r0; bar.sync 0; setp.ge.u32 %p0, %r3, 32; @%p0 bra E;\n" FOLD("32") FOLD("16")
			FOLD("8") FOLD("4") FOLD("2")
				FOLD("1") "setp.ne.u32 %p0, %r3, 0; @%p0 bra E; st.global.u32 [%d0], %r6;\nE:" END,
		1, 64, false },
	{ "a missing second barrier",
		HEAD SHARED BEGIN SLOT "mov.u32 %r8, 0; mov.u32 %r9, 0; setp.ge.u32 %p0, %r3, 32; selp.u32 %r10, 0, "
				       "128, %p0; add.u32 %r10, %r10, %r4;\n"
				       "L: add.u32 %r6, %r8, %r0; st.shared.u32 [%r4], %r6; bar.sync 0; ld.shared.u32 "
				       "%r7, [%r10]; add.u32 %r9, %r9, %r7; add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, "
				       "5; @%p1 bra L; st.global.u32 [%d0], %r9;" END,
		1, 64, false },
	{ "one place, many writers", HEAD BEGIN "st.global.u32 [%d5], %r3;" END, 1, 32, false },
	{ "blocks in order",
		HEAD BEGIN "setp.ne.u32 %p0, %r3, 0; @%p0 bra E; mul.wide.u32 %d1, %r1, 4; add.u64 %d1, %d1, %d5; "
			   "ld.global.u32 %r4, [%d1]; add.u32 %r4, %r4, 1; st.global.u32 [%d1+4], %r4;\nE:" END,
		5, 32, false },
	{ "a place for each by an atomic",
		HEAD BEGIN "atom.global.add.u32 %r4, [%d5+4092], 1; mul.wide.u32 %d1, %r4, 4; add.u64 %d1, %d1, %d5; "
			   "st.global.u32 [%d1], %r0;" END,
		2, 64, false },
	{ "an update that is no atomic",
		HEAD BEGIN
		"ld.volatile.global.u32 %r4, [%d5]; add.u32 %r4, %r4, 1; st.volatile.global.u32 [%d5], %r4;" END,
		4, 1, false },
};

static void run(struct rig *g, const struct kernel *k, uint64_t p, uint64_t seed, uint64_t nth, uint32_t out[WORDS])
{
	memset(rig_ptr(g, p, 4 * WORDS), 0, 4 * WORDS);
	g->seed = seed;
	g->nth = nth;
	g->budget = 50000000;
	g->cooperative = k->cooperative;
	rig_run(g, "k", k->blocks, k->threads, &p);
	ck_assert_msg(g->r.fault.kind == EM_FAULT_NONE, "%s under seed %llu: %s", k->what, (unsigned long long)seed,
		g->r.fault.message);
	memcpy(out, rig_ptr(g, p, 4 * WORDS), 4 * WORDS);
}

START_TEST(stable)
{
	const struct kernel *k = &right[_i];
	uint32_t want[WORDS], got[WORDS];
	struct rig g;
	rig_open(&g, k->ptx, 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	run(&g, k, p, 0, 0, want);
	for (uint64_t seed = 1; seed <= 60; seed++)
		for (uint64_t nth = 0; nth < 2; nth++) {
			run(&g, k, p, seed, nth, got);
			for (uint32_t n = 0; n < WORDS; n++)
				ck_assert_msg(got[n] == want[n], "%s under seed %llu: [%u] is %u, not %u", k->what,
					(unsigned long long)seed, n, got[n], want[n]);
		}
	rig_close(&g);
}
END_TEST

START_TEST(shown)
{
	enum { FEW = 5 };
	const struct kernel *k = &leaning[_i];
	uint32_t want[WORDS], got[WORDS];
	uint64_t seen = 0;
	struct rig g;
	rig_open(&g, k->ptx, 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	run(&g, k, p, 0, 0, want);
	for (uint64_t seed = 1; seed <= FEW && !seen; seed++) {
		run(&g, k, p, seed, 0, got);
		if (memcmp(got, want, sizeof want))
			seen = seed;
	}
	ck_assert_msg(seen, "%s: nothing wrong under %d seeds", k->what, FEW);
	/* Again, and again the same. */
	run(&g, k, p, seen, 0, want);
	ck_assert_int_eq(memcmp(got, want, sizeof want), 0);
	rig_close(&g);
}
END_TEST

/* Before sm_70 lanes do not part: what leans on lockstep alone is right there. */
START_TEST(lockstep)
{
	const struct kernel *k = &leaning[1];
	uint32_t want[WORDS], got[WORDS];
	char *old = xstrdup(k->ptx), *at = strstr(old, "sm_80");
	struct rig g;
	memcpy(at, "sm_60", 5);
	rig_open(&g, old, 1, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	run(&g, k, p, 0, 0, want);
	for (uint64_t seed = 1; seed <= 20; seed++) {
		run(&g, k, p, seed, 0, got);
		ck_assert_int_eq(memcmp(got, want, sizeof want), 0);
	}
	rig_close(&g);
	free(old);
}
END_TEST

START_TEST(same_bits)
{
	static const int threads[] = { 1, 2, 4, 2 };
	uint32_t want[WORDS], got[WORDS];
	uint64_t steps = 0;
	for (size_t n = 0; n < sizeof leaning / sizeof *leaning; n++)
		for (uint64_t seed = 1; seed <= 12; seed++)
			for (int t = 0; t < 4; t++) {
				struct rig g;
				rig_open(&g, leaning[n].ptx, threads[t], t == 3);
				uint64_t p = rig_alloc(&g, 4 * WORDS);
				run(&g, &leaning[n], p, seed, 1, t ? got : want);
				if (t) {
					ck_assert_msg(!memcmp(got, want, sizeof want),
						"%s under seed %llu with %d threads", leaning[n].what,
						(unsigned long long)seed, threads[t]);
					ck_assert_uint_eq(g.r.steps, steps);
				}
				steps = g.r.steps;
				rig_close(&g);
			}
}
END_TEST

/* Who watches changes no order: registers that hold what nobody wrote are followed in a slower loop. */
START_TEST(checkers_change_nothing)
{
	static const struct kernel unwritten = { "unwritten shared memory",
		HEAD SHARED BEGIN SLOT "ld.shared.u32 %r6, [%r4+4]; add.u32 %r6, %r6, %r0; st.shared.u32 [%r4], %r3;"
				       "ld.shared.u32 %r7, [%r4+16]; add.u32 %r7, %r7, %r6; st.shared.u32 [%r4], %r7; "
				       "ld.shared.u32 %r8, [%r4+8]; st.global.u32 [%d0], %r8;" END,
		2, 64, false };
	uint32_t want[WORDS], got[WORDS];
	struct rig g;
	rig_open(&g, unwritten.ptx, 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	for (uint64_t seed = 1; seed <= 20; seed++) {
		g.unchecked = EM_CHECK_ALL;
		run(&g, &unwritten, p, seed, 0, want);
		uint64_t steps = g.r.steps;
		ck_assert_uint_eq(g.r.nfindings, 0);
		g.unchecked = 0;
		run(&g, &unwritten, p, seed, 0, got);
		ck_assert_uint_gt(g.r.nfindings, 0);
		ck_assert_uint_eq(g.r.steps, steps);
		ck_assert_msg(!memcmp(got, want, sizeof want), "seed %llu", (unsigned long long)seed);
	}
	rig_close(&g);
}
END_TEST

/* A fault and a deadlock are what they are in every order. */
START_TEST(faults)
{
	static const char *const ptx[] = {
		HEAD BEGIN "setp.lt.u32 %p0, %r3, 32; @%p0 bra A; bar.sync 0; bra B;\nA: bar.sync 1;\nB:" END,
		HEAD BEGIN "setp.lt.u32 %p0, %r3, 7; @%p0 bra A; bar.sync 0; bra B;\nA: shfl.sync.idx.b32 %r4, %r3, 0, "
			   "31, -1;\nB:" END,
		HEAD BEGIN "st.global.u32 [%d0+4096], %r0;" END,
	};
	static const enum em_fault_kind kinds[] = { EM_FAULT_BARRIER, EM_FAULT_BARRIER, EM_FAULT_OUT_OF_BOUNDS };
	struct rig g;
	rig_open(&g, ptx[_i], 2, false);
	uint64_t p = rig_alloc(&g, 4 * WORDS);
	for (g.seed = 1; g.seed <= 10; g.seed++) {
		rig_run(&g, "k", 2, 64, &p);
		ck_assert_int_eq(g.r.fault.kind, kinds[_i]);
	}
	rig_close(&g);
}
END_TEST

START_TEST(endless)
{
	static const char *const loops[] = { HEAD BEGIN "L: bra L;" END, HEAD BEGIN "L: bar.sync 0; bra L;" END,
		HEAD BEGIN "L: ld.volatile.global.u32 %r0, [%d5]; setp.ne.u32 %p0, %r0, 5; @%p0 bra L;" END };
	struct rig g;
	rig_open(&g, loops[_i], 2, false);
	uint64_t p = rig_alloc(&g, 4);
	g.budget = 300000;
	for (g.seed = 1; g.seed <= 5; g.seed++) {
		rig_run(&g, "k", 4, 64, &p);
		ck_assert_int_eq(g.r.fault.kind, EM_FAULT_TIMEOUT);
	}
	rig_close(&g);
}
END_TEST

Suite *emulator_schedule_suite(void);
Suite *emulator_schedule_suite(void)
{
	Suite *s = suite_create("emulator_schedule");
	TCase *c = tcase_create("schedule");
	tcase_set_timeout(c, 120);
	tcase_add_loop_test(c, stable, 0, (int)(sizeof right / sizeof *right));
	tcase_add_loop_test(c, shown, 0, (int)(sizeof leaning / sizeof *leaning));
	tcase_add_test(c, lockstep);
	tcase_add_test(c, same_bits);
	tcase_add_test(c, checkers_change_nothing);
	tcase_add_loop_test(c, faults, 0, 3);
	tcase_add_loop_test(c, endless, 0, 3);
	suite_add_tcase(s, c);
	return s;
}
