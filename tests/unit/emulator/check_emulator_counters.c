/* The table of hardware counters (ncu on an H200) that plain PTX can express, row by row: 65,536 threads as 256 blocks
 * of 256. */
#include "tests/unit/emulator/emulator_kit.h"

/* One kernel for each row: `ld` reads at byte address base + i * scale + offset, `st` writes at i * bytes. */
struct global_row {
	const char *what, *regs, *ld, *st;
	unsigned scale, offset, bytes;
	uint64_t want[4];
};
static const struct global_row global_rows[] = {
	{ "b[i]=a[i]", ".reg .f32 %v;", "ld.global.f32 %v, [%a];", "st.global.f32 [%b], %v;", 4, 0, 4,
		{ 2048, 8192, 2048, 8192 } },
	{ "b[i]=a[2i]", ".reg .f32 %v;", "ld.global.f32 %v, [%a];", "st.global.f32 [%b], %v;", 8, 0, 4,
		{ 2048, 16384, 2048, 8192 } },
	{ "b[i]=a[32i]", ".reg .f32 %v;", "ld.global.f32 %v, [%a];", "st.global.f32 [%b], %v;", 128, 0, 4,
		{ 2048, 65536, 2048, 8192 } },
	{ "b[i]=a[i+1]", ".reg .f32 %v;", "ld.global.f32 %v, [%a];", "st.global.f32 [%b], %v;", 4, 4, 4,
		{ 2048, 10240, 2048, 8192 } },
	{ "float4 copy", ".reg .f32 %v<4>;", "ld.global.v4.f32 {%v0, %v1, %v2, %v3}, [%a];",
		"st.global.v4.f32 [%b], {%v0, %v1, %v2, %v3};", 16, 0, 16, { 2048, 32768, 2048, 32768 } },
	{ "AoS of 3", ".reg .f32 %v; .reg .f32 %u; .reg .f32 %t;",
		"ld.global.f32 %v, [%a]; ld.global.f32 %u, [%a+4]; ld.global.f32 %t, [%a+8];",
		"st.global.f32 [%b], %v;", 12, 0, 4, { 6144, 73728, 2048, 8192 } },
	{ "generic", ".reg .f32 %v;", "ld.f32 %v, [%a];", "st.f32 [%b], %v;", 4, 0, 4, { 2048, 8192, 2048, 8192 } },
	{ "one place", ".reg .f32 %v;", "ld.global.f32 %v, [%a];", "st.global.f32 [%b], %v;", 0, 0, 4,
		{ 2048, 2048, 2048, 8192 } },
	{ "bytes", ".reg .u16 %v;", "ld.global.u8 %v, [%a];", "st.global.u8 [%b], %v;", 1, 0, 1,
		{ 2048, 2048, 2048, 2048 } },
};

static void run_global(const struct global_row *row, bool baseline)
{
	static const char form[] = HEAD ".visible .entry k(.param .u64 pa, .param .u64 pb) {\n"
					".reg .u32 %%r<4>; .reg .u64 %%a; .reg .u64 %%b; .reg .u64 %%t64; %s\n"
					"ld.param.u64 %%a, [pa]; ld.param.u64 %%b, [pb];\n"
					"mov.u32 %%r0, %%ctaid.x; mov.u32 %%r1, %%ntid.x; mov.u32 %%r2, %%tid.x; "
					"mad.lo.u32 %%r3, %%r0, %%r1, %%r2;\n"
					"mul.wide.u32 %%t64, %%r3, %u; add.u64 %%a, %%a, %%t64; add.u64 %%a, %%a, %u; "
					"mul.wide.u32 %%t64, %%r3, %u; add.u64 %%b, %%b, %%t64;\n"
					"%s\n%s\nret; }\n";
	char *ptx = xasprintf(form, row->regs, row->scale, row->offset, row->bytes, row->ld, row->st);
	struct rig g;
	rig_open(&g, ptx, 1, baseline);
	uint64_t params[2] = { rig_alloc(&g, 65536 * 128 + 64), rig_alloc(&g, 65536 * 16) };
	rig_run(&g, "k", 256, 256, params);
	rig_ok(&g);
	const enum counter_id id[4] = { CTR_GLOBAL_LD_REQUESTS, CTR_GLOBAL_LD_SECTORS, CTR_GLOBAL_ST_REQUESTS,
		CTR_GLOBAL_ST_SECTORS };
	for (int k = 0; k < 4; k++)
		ck_assert_msg(g.r.c.v[id[k]] == row->want[k], "%s: %s is %llu, not %llu", row->what,
			counter_name(id[k]), (unsigned long long)g.r.c.v[id[k]], (unsigned long long)row->want[k]);
	rig_close(&g);
	free(ptx);
}

START_TEST(global_table)
{
	run_global(&global_rows[_i / 2], _i & 1);
}
END_TEST

/* Shared reads: byte address from the lane by `address` (%l lane, %o result), 8 warps a block. inst, wavefronts,
 * excessive. */
struct shared_row {
	const char *what, *regs, *address, *ld;
	uint64_t inst, waves, excessive;
};
#define STRIDE(n) "mul.lo.u32 %o, %l, " #n ";"
static const struct shared_row shared_rows[] = {
	{ "stride 1", ".reg .u32 %v;", STRIDE(4), "ld.shared.u32 %v, [%o];", 2048, 2048, 0 },
	{ "stride 3", ".reg .u32 %v;", STRIDE(12), "ld.shared.u32 %v, [%o];", 2048, 2048, 0 },
	{ "stride 33", ".reg .u32 %v;", STRIDE(132), "ld.shared.u32 %v, [%o];", 2048, 2048, 0 },
	{ "stride 2", ".reg .u32 %v;", STRIDE(8), "ld.shared.u32 %v, [%o];", 2048, 4096, 2048 },
	{ "stride 4", ".reg .u32 %v;", STRIDE(16), "ld.shared.u32 %v, [%o];", 2048, 8192, 6144 },
	{ "stride 16", ".reg .u32 %v;", STRIDE(64), "ld.shared.u32 %v, [%o];", 2048, 32768, 30720 },
	{ "stride 32", ".reg .u32 %v;", STRIDE(128), "ld.shared.u32 %v, [%o];", 2048, 65536, 63488 },
	{ "one word", ".reg .u32 %v;", "mov.u32 %o, 64;", "ld.shared.u32 %v, [%o];", 2048, 2048, 0 },
	{ "float4, permuted within neighbours", ".reg .f32 %v<4>;", "xor.b32 %o, %l, 1; shl.b32 %o, %o, 4;",
		"ld.shared.v4.f32 {%v0,%v1,%v2,%v3}, [%o];", 2048, 8192, 0 },
	{ "float4 in order", ".reg .f32 %v<4>;", STRIDE(16), "ld.shared.v4.f32 {%v0,%v1,%v2,%v3}, [%o];", 2048, 8192,
		0 },
	{ "double, stride 2", ".reg .f64 %v;", STRIDE(16), "ld.shared.f64 %v, [%o];", 2048, 8192, 4096 },
	{ "double in order", ".reg .f64 %v;", STRIDE(8), "ld.shared.f64 %v, [%o];", 2048, 4096, 0 },
	{ "byte, stride 128", ".reg .u16 %v;", STRIDE(128), "ld.shared.u8 %v, [%o];", 2048, 65536, 63488 },
	{ "bytes in order", ".reg .u16 %v;", STRIDE(1), "ld.shared.u8 %v, [%o];", 2048, 2048, 0 },
	{ "16 lanes on row 0, 16 on row 1", ".reg .u32 %v;", "shr.u32 %o, %l, 4; shl.b32 %o, %o, 6;",
		"ld.shared.u32 %v, [%o];", 2048, 2048, 0 },
	{ "two rows in one bank", ".reg .u32 %v;", "shr.u32 %o, %l, 4; shl.b32 %o, %o, 7;", "ld.shared.u32 %v, [%o];",
		2048, 4096, 2048 },
	{ "half-warps 32 words apart", ".reg .u32 %v;",
		"and.b32 %o, %l, 15; shl.b32 %o, %o, 2; shr.u32 %l, %l, 4; mad.lo.u32 %o, %l, 128, %o;",
		"ld.shared.u32 %v, [%o];", 2048, 4096, 2048 },
	{ "half-warps 16 words apart", ".reg .u32 %v;",
		"and.b32 %o, %l, 15; shl.b32 %o, %o, 2; shr.u32 %l, %l, 4; mad.lo.u32 %o, %l, 64, %o;",
		"ld.shared.u32 %v, [%o];", 2048, 2048, 0 },
	{ "half-warps 8 words apart", ".reg .u32 %v;",
		"and.b32 %o, %l, 15; shl.b32 %o, %o, 2; shr.u32 %l, %l, 4; mad.lo.u32 %o, %l, 32, %o;",
		"ld.shared.u32 %v, [%o];", 2048, 2048, 0 },
	{ "half-warps 40 words apart", ".reg .u32 %v;",
		"and.b32 %o, %l, 15; shl.b32 %o, %o, 2; shr.u32 %l, %l, 4; mad.lo.u32 %o, %l, 160, %o;",
		"ld.shared.u32 %v, [%o];", 2048, 4096, 2048 },
};

START_TEST(shared_table)
{
	const struct shared_row *row = &shared_rows[_i / 2];
	static const char form[] =
		HEAD ".visible .entry k() {\n.reg .u32 %%l; .reg .u32 %%o; %s\n.shared .align 16 .b8 s[8192];\n"
		     "mov.u32 %%l, %%laneid;\n%s\n%s\nret; }\n";
	char *ptx = xasprintf(form, row->regs, row->address, row->ld);
	struct rig g;
	rig_open(&g, ptx, 1, _i & 1);
	/* A variable that nothing names takes no room: use what the launch gives. */
	g.dynamic_shared = 8192;
	rig_run(&g, "k", 256, 256, NULL);
	rig_ok(&g);
	ck_assert_msg(g.r.c.v[CTR_SHARED_LD_INST] == row->inst && g.r.c.v[CTR_SHARED_LD_WAVEFRONTS] == row->waves &&
			g.r.c.v[CTR_SHARED_EXCESSIVE] == row->excessive,
		"%s: %llu, %llu wavefronts, %llu excessive", row->what, (unsigned long long)g.r.c.v[CTR_SHARED_LD_INST],
		(unsigned long long)g.r.c.v[CTR_SHARED_LD_WAVEFRONTS],
		(unsigned long long)g.r.c.v[CTR_SHARED_EXCESSIVE]);
	ck_assert_uint_eq(g.r.c.v[CTR_SHARED_DYNAMIC], 8192); /* of one block: 256 of them were launched */
	rig_close(&g);
	free(ptx);
}
END_TEST

/* A static array is no dynamic memory, however large it is. */
START_TEST(static_is_not_dynamic)
{
	struct rig g;
	rig_open(&g,
		HEAD ".visible .entry k() {\n.reg .u32 %r;\n.shared .align 4 .b8 s[4096];\n"
		     "ld.shared.u32 %r, [s];\nst.shared.u32 [s+4], %r;\nret; }\n",
		1, false);
	rig_run(&g, "k", 2, 32, NULL);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_SHARED_DYNAMIC], 0);
	rig_close(&g);
}
END_TEST

/* Instructions, lanes, branches: a kernel small enough to count by hand, one warp of 32 and one of 8 lanes. */
static const char branches[] =
	HEAD ".visible .entry k(.param .u64 p) {\n.reg .u32 %r<3>; .reg .u64 %d; .reg .pred %p; .reg .pred %q;\n"
	     "ld.param.u64 %d, [p];\n" /* 2 warps, 40 lanes */
	     "mov.u32 %r0, %tid.x;\n"
	     "setp.lt.u32 %p, %r0, 4;\n"
	     "@%p bra then;\n"        /* diverges in warp 0 only; 4 lanes go */
	     "add.u32 %r1, %r0, 1;\n" /* 28 + 8 lanes, 2 warps */
	     "bra.uni join;\n"
	     "then: add.u32 %r1, %r0, 2;\n"     /* 4 lanes, 1 warp */
	     "join: setp.ge.u32 %q, %r0, 36;\n" /* 2 warps, 40 lanes: the groups met */
	     "@%q st.global.u32 [%d], %r1;\n"   /* instruction for both warps, lanes 4, request 1 */
	     "ret; }\n";
START_TEST(instructions)
{
	struct rig g;
	rig_open(&g, branches, 1, false);
	uint64_t p = rig_alloc(&g, 4);
	rig_run(&g, "k", 1, 40, &p);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_INST], 4 * 2 + 2 * 2 + 1 + 2 + 2 + 2);
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST], 4 * 40 + 2 * 36 + 4 + 40 + 40 + 40); /* predicates do not count */
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST_ON], 3 * 40 + 4 + 2 * 36 + 4 + 40 + 4 + 40);
	ck_assert_uint_eq(g.r.c.v[CTR_BRANCHES], 2);
	ck_assert_uint_eq(g.r.c.v[CTR_DIVERGENT_BRANCHES], 1);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ST_REQUESTS], 1);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ST_SECTORS], 1);
	ck_assert_uint_eq(*(uint32_t *)rig_ptr(&g, p, 4), 40); /* the last lane wins */
	rig_close(&g);
}
END_TEST

/* `if (i < n)` that all threads of 64 pass: no warp is divided, so 32 lanes are active at every instruction, as Nsight
 * Compute says; the branch's own predicate lets none of them jump. */
static const char undivided[] =
	HEAD ".visible .entry k(.param .u64 p) {\n.reg .u32 %r<3>; .reg .u64 %d; .reg .pred %p;\n"
	     "ld.param.u64 %d, [p];\n"
	     "mov.u32 %r0, %tid.x;\n"
	     "setp.ge.u32 %p, %r0, 64;\n"
	     "@%p bra end;\n"
	     "st.global.u32 [%d], %r0;\n"
	     "end: ret; }\n";
START_TEST(undivided_warps)
{
	struct rig g;
	rig_open(&g, undivided, 1, false);
	uint64_t p = rig_alloc(&g, 4);
	rig_run(&g, "k", 1, 64, &p);
	rig_ok(&g);
	ck_assert_double_eq(counter_value(&g.r.c, CTR_ACTIVE_LANES), 32);
	ck_assert_uint_eq(g.r.c.v[CTR_THREAD_INST_ON], 5 * 64);
	ck_assert_double_eq_tol(counter_value(&g.r.c, CTR_LANES_ON), 32.0 * 5 / 6, 1e-9);
	rig_close(&g);
}
END_TEST

/* A short body that a branch jumps over counts in every warp, as ptxas makes a predicate of the branch: up to nine
 * instructions. Here of two warps one has lanes in it, and there is more to do after it. */
static uint64_t stores_of_body(unsigned most)
{
	struct rig g;
	struct buf b;
	buf_init(&b);
	buf_puts(&b,
		HEAD ".shared .align 4 .b8 s[256];\n.visible .entry k(.param .u64 p) {\n.reg .u32 %r<4>; .reg .u64 "
		     "%d; .reg .pred %p;\nld.param.u64 %d, [p]; mov.u32 %r0, %tid.x; mov.u32 %r1, s; mov.u32 %r2, "
		     "1;\nsetp.ge.u32 %p, %r0, 32;\n@%p bra after;\n");
	for (unsigned k = 1; k < most; k++)
		buf_puts(&b, "add.u32 %r2, %r2, %r0;\n");
	buf_puts(&b, "st.shared.u32 [%r1], %r2;\nafter: st.global.u32 [%d], %r2;\nret; }\n");
	rig_open(&g, b.data, 1, false);
	uint64_t p = rig_alloc(&g, 4), n;
	rig_run(&g, "k", 1, 64, &p);
	rig_ok(&g);
	n = g.r.c.v[CTR_SHARED_ST_INST];
	rig_close(&g);
	buf_release(&b);
	return n;
}
START_TEST(short_bodies)
{
	ck_assert_uint_eq(stores_of_body(1), 2);
	ck_assert_uint_eq(stores_of_body(9), 2);
	ck_assert_uint_eq(stores_of_body(10), 1);
}
END_TEST

/* The same launch on one thread and on several, on either CPU level: the same counters and bits. */
static const char scatter[] =
	HEAD ".visible .entry k(.param .u64 p) {\n.reg .u32 %r<6>; .reg .u64 %d; .reg .u64 %t; .reg .pred %p;\n"
	     "ld.param.u64 %d, [p]; mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ntid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, "
	     "%r0, %r1, %r2;\n"
	     "mul.lo.u32 %r4, %r3, 2654435761; shr.u32 %r4, %r4, 18;\n"
	     "and.b32 %r5, %r3, 7; setp.eq.u32 %p, %r5, 3;\n"
	     "mul.wide.u32 %t, %r4, 4; add.u64 %t, %t, %d;\n"
	     "@!%p red.global.add.u32 [%t], %r3;\n"
	     "ret; }\n";
START_TEST(threads_agree)
{
	struct counters first = { 0 };
	uint32_t *bits = NULL;
	for (int k = 0; k < 4; k++) {
		struct rig g;
		rig_open(&g, scatter, k % 2 ? 3 : 1, k >= 2);
		uint64_t p = rig_alloc(&g, 65536);
		memset(rig_ptr(&g, p, 65536), 0, 65536);
		rig_run(&g, "k", 300, 96, &p);
		rig_ok(&g);
		ck_assert_uint_eq(g.r.c.v[CTR_ATOMICS], 900);
		if (k == 0) {
			first = g.r.c;
			bits = xmalloc(65536);
			memcpy(bits, rig_ptr(&g, p, 65536), 65536);
		}
		ck_assert_int_eq(memcmp(&first, &g.r.c, sizeof first), 0);
		ck_assert_int_eq(memcmp(bits, rig_ptr(&g, p, 65536), 65536), 0);
		rig_close(&g);
	}
	free(bits);
}
END_TEST

/* Whose old value is used, and an exchange, is an atomic; the rest are reductions. In shared memory neither is. */
START_TEST(atomics)
{
	static const struct {
		const char *what;
		uint64_t atom, atom_sectors, red, red_sectors;
	} rows[] = {
		{ "red.global.add.u32 [%t], %r;", 0, 0, 1, 32 },
		{ "atom.global.add.u32 %o, [%t], %r;", 0, 0, 1, 32 },
		{ "atom.global.add.u32 %o, [%t], %r; st.global.u32 [%d], %o;", 1, 32, 0, 0 },
		{ "atom.global.exch.b32 %o, [%t], %r;", 1, 32, 0, 0 },
		{ "atom.global.cas.b32 %o, [%d], %r, %r;", 1, 1, 0, 0 },
		{ "red.global.add.u32 [%n], %r;", 0, 0, 1, 4 },
		{ "@%p red.global.add.u32 [%n], %r;", 0, 0, 1, 2 },
		{ "red.add.u32 [%n], %r;", 0, 0, 1, 4 },
		{ "red.shared.add.u32 [s], %r;", 0, 0, 0, 0 },
		{ "atom.shared.add.u32 %o, [s], %r; st.global.u32 [%d], %o;", 0, 0, 0, 0 },
	};
	char text[2048];
	struct rig g;
	snprintf(text, sizeof text,
		HEAD ".visible .entry k(.param .u64 p) {\n.reg .u32 %%r; .reg .u32 %%o; .reg .u64 %%d; .reg .u64 %%t; "
		     ".reg .u64 %%n; .reg .pred %%p;\n.shared .align 4 .u32 s;\n"
		     "ld.param.u64 %%d, [p]; mov.u32 %%r, %%tid.x; mul.wide.u32 %%t, %%r, 128; add.u64 %%t, %%t, %%d;\n"
		     "mul.wide.u32 %%n, %%r, 4; add.u64 %%n, %%n, %%d; setp.lt.u32 %%p, %%r, 16;\n%s\nret; }\n",
		rows[_i].what);
	rig_open(&g, text, 1, false);
	uint64_t p = rig_alloc(&g, 8192);
	memset(rig_ptr(&g, p, 8192), 0, 8192);
	rig_run(&g, "k", 1, 32, &p);
	rig_ok(&g);
	ck_assert_uint_eq(g.r.c.v[CTR_ATOMICS], 1);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ATOM_REQUESTS], rows[_i].atom);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_ATOM_SECTORS], rows[_i].atom_sectors);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_RED_REQUESTS], rows[_i].red);
	ck_assert_uint_eq(g.r.c.v[CTR_GLOBAL_RED_SECTORS], rows[_i].red_sectors);
	rig_close(&g);
}
END_TEST

Suite *emulator_counters_suite(void);
Suite *emulator_counters_suite(void)
{
	Suite *s = suite_create("emulator_counters");
	TCase *t = tcase_create("counters");
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, atomics, 0, 10);
	tcase_add_loop_test(t, global_table, 0, 2 * (int)(sizeof global_rows / sizeof *global_rows));
	tcase_add_loop_test(t, shared_table, 0, 2 * (int)(sizeof shared_rows / sizeof *shared_rows));
	tcase_add_test(t, static_is_not_dynamic);
	tcase_add_test(t, instructions);
	tcase_add_test(t, undivided_warps);
	tcase_add_test(t, short_bodies);
	tcase_add_test(t, threads_agree);
	suite_add_tcase(s, t);
	return s;
}
