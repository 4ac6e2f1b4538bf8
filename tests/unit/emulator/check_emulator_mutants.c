/* Small mistakes by source place: which ones a module can have, and that each does what its name says to what the
 * kernel computes.
 *
 * k: out[i] = in[the mirrored thread of the block] + 3000, for i < 100, of two blocks of 64. */
#include "tests/unit/emulator/emulator_kit.h"

#include "base/buf.h"
#include "emulator/mutants.h"

static const char code[] = HEAD
	".shared .align 4 .b8 s[512];\n"
	".visible .entry k(.param .u64 in, .param .u64 out, .param .u64 n) {\n"
	".reg .u32 %r<12>; .reg .u64 %d<8>; .reg .pred %p<4>;\n"
	".loc 1 9 1\nld.param.u64 %d0, [in]; ld.param.u64 %d1, [out]; ld.param.u32 %r9, [n];\n"
	"mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mad.lo.u32 %r2, %r1, 64, %r0;\n"
	"mul.wide.u32 %d2, %r2, 4; add.u64 %d0, %d0, %d2; add.u64 %d1, %d1, %d2;\n"
	"shl.b32 %r3, %r0, 2; mov.u32 %r4, s; add.u32 %r5, %r4, %r3; sub.u32 %r6, 63, %r0; shl.b32 %r6, %r6, 2;\n"
	"add.u32 %r6, %r4, %r6;\n"
	".loc 1 10 1\nld.global.u32 %r7, [%d0];\n.loc 1 11 1\nst.shared.u32 [%r5], %r7;\n.loc 1 12 1\nbar.sync 0;\n"
	".loc 1 13 1\nld.shared.u32 %r8, [%r6]; mov.u32 %r10, 0;\n"
	"again:\n.loc 1 14 1\nadd.u32 %r8, %r8, 1000; add.u32 %r10, %r10, 1; setp.ne.u32 %p1, %r10, 3;\n@%p1 bra "
	"again;\n"
	".loc 1 15 1\nsetp.ge.u32 %p0, %r2, %r9;\n@%p0 bra done;\n.loc 1 16 1\nst.global.u32 [%d1], %r8;\n"
	"done:\n.loc 1 17 1\nret;\n}\n.file 1 \"/home/me/a.cu\"\n";

enum { N = 128, IN = 500, UNTOUCHED = 7, ANY = -1 };

static const struct row {
	int line;
	enum em_mutant_kind kind;
} want[] = {
	{ 9, EM_MUTANT_BLOCK_SKIPPED },
	{ 10, EM_MUTANT_LOAD_SHIFTED },
	{ 11, EM_MUTANT_STORE_SHIFTED },
	{ 11, EM_MUTANT_OUTPUT_CONSTANT },
	{ 12, EM_MUTANT_BARRIER_DROPPED },
	{ 13, EM_MUTANT_LOAD_SHIFTED },
	{ 14, EM_MUTANT_LOOP_ONCE },
	{ 15, EM_MUTANT_GUARD_DROPPED },
	{ 15, EM_MUTANT_GUARD_CLOSED },
	{ 15, EM_MUTANT_BOUND_SHIFTED },
	{ 16, EM_MUTANT_STORE_SHIFTED },
	{ 16, EM_MUTANT_OUTPUT_CONSTANT },
};
#define WANT (sizeof want / sizeof *want)

/* What out[i] is in the end. */
static int expected(const struct row *m, int i)
{
	int block = i / 64, mirrored = block * 64 + 63 - i % 64, limit = 100, turns = 3;
	int at = i;

	if (m && m->line == 16 && m->kind == EM_MUTANT_STORE_SHIFTED) {
		at = i - 1;
		if (at < 0)
			return UNTOUCHED;
		mirrored = at / 64 * 64 + 63 - at % 64;
	}
	if (m && m->kind == EM_MUTANT_GUARD_DROPPED)
		limit = N;
	if (m && m->kind == EM_MUTANT_GUARD_CLOSED)
		limit = 0;
	if (m && m->kind == EM_MUTANT_BOUND_SHIFTED)
		limit = 101;
	if (m && m->kind == EM_MUTANT_LOOP_ONCE)
		turns = 1;
	if (at >= limit || (m && m->kind == EM_MUTANT_BLOCK_SKIPPED && block == 1))
		return UNTOUCHED;
	if (m && m->kind == EM_MUTANT_OUTPUT_CONSTANT)
		return m->line == 16 ? 0 : 3000;
	if (m && m->kind == EM_MUTANT_BARRIER_DROPPED)
		return i % 64 < 32 ? ANY : IN + mirrored + 3000; /* the first warp comes before the second has stored */
	if (m && m->line == 10)
		mirrored++;
	if (m && m->line == 11 && m->kind == EM_MUTANT_STORE_SHIFTED)
		return i % 64 == 63 ? ANY : IN + mirrored - 1 + 3000;
	if (m && m->line == 13)
		return i % 64 == 0 ? ANY : IN + mirrored + 1 + 3000;
	return IN + mirrored + turns * 1000;
}

static struct ptx_module *parse(const char *text)
{
	struct ptx_module *x;
	struct err e = ERR_INIT;

	ck_assert_msg(!ptx_parse(text, strlen(text), &x, &e) && !ptx_check(x, &e), "line %d: %s", e.line, e.msg);
	return x;
}

/* Run what the text says and compare it with what the mistake (NULL: none) makes of it. */
static void runs(const char *text, const struct row *m)
{
	struct rig g;
	uint64_t params[3];
	uint32_t *in, *out, changed = 0;

	rig_open(&g, text, 1, false);
	params[0] = rig_alloc(&g, 4 * (N + 1));
	params[1] = rig_alloc(&g, 4 * (N + 1));
	params[2] = 100;
	in = rig_ptr(&g, params[0], 4 * (N + 1));
	out = rig_ptr(&g, params[1], 4 * (N + 1));
	for (uint32_t i = 0; i <= N; i++) {
		in[i] = IN + i;
		out[i] = UNTOUCHED;
	}
	g.unchecked = EM_CHECK_ALL;
	rig_run(&g, "k", 2, 64, params);
	rig_ok(&g);
	for (int i = 0; i < N; i++) {
		int e = expected(m, i);

		ck_assert_msg(e == ANY || (int)out[i] == e, "line %d, %s: out[%d] is %u, not %d", m ? m->line : 0,
			m ? em_mutant_word(m->kind) : "as it stands", i, out[i], e);
		changed += (int)out[i] != expected(NULL, i);
	}
	ck_assert(!m || changed);
	rig_close(&g);
}

START_TEST(listed)
{
	struct ptx_module *x = parse(code);
	size_t n;
	struct em_mutant *all = em_mutants(x, &n);

	ck_assert_uint_eq(n, WANT);
	for (size_t k = 0; k < n; k++) {
		ck_assert_str_eq(all[k].file, "/home/me/a.cu");
		ck_assert_int_eq(all[k].line, want[k].line);
		ck_assert_msg(all[k].kind == want[k].kind, "%zu: %s", k, em_mutant_word(all[k].kind));
		ck_assert_int_eq(em_mutant_find(em_mutant_word(all[k].kind)), (int)all[k].kind);
		ck_assert_int_ne(*em_mutant_what(all[k].kind), '?');
	}
	ck_assert_int_eq(em_mutant_find("guard"), -1);
	free(all);
	ptx_module_free(x);
}
END_TEST

START_TEST(each_does_what_it_says)
{
	runs(code, NULL);
	for (size_t k = 0; k < WANT; k++) {
		struct ptx_module *x = parse(code);
		struct em_mutant m = { want[k].kind, "/compiled/elsewhere/a.cu", want[k].line, 1 };
		struct buf text;

		m.column = 2;
		ck_assert_uint_eq(em_mutate(x, &m), 0);
		m.column = 1;
		ck_assert_uint_eq(em_mutate(x, &m), 1);
		/* What it has become is PTX that passes the checks. */
		buf_init(&text);
		ptx_print(x, &text);
		runs(text.data, &want[k]);
		buf_release(&text);
		ptx_module_free(x);
	}
}
END_TEST

/* Vectors, floats, copies of one place, a predicate before another instruction. */
START_TEST(forms)
{
	static const char text[] =
		HEAD ".visible .entry k(.param .u64 p) {\n.reg .f32 %f<4>; .reg .f64 %g; .reg .u64 %d; .reg .pred %q; "
		     ".reg .u32 %r;\n"
		     ".loc 1 1 1\nld.param.u64 %d, [p]; mov.f32 %f0, 0f3f800000; mov.f32 %f1, %f0; mov.f64 %g, "
		     "0d3ff0000000000000;\n"
		     "setp.lt.f32 %q, %f0, %f1;\n"
		     ".loc 1 2 1\nst.global.v2.f32 [%d], {%f0, %f1}; st.global.f64 [%d+8], %g;\n"
		     ".loc 1 3 1\n@%q st.global.u32 [%d+16], 1;\n.loc 1 4 1\n@!%q st.global.u32 [%d+20], 2;\n"
		     ".loc 1 5 1\nred.global.add.u32 [%d+24], 5; atom.global.add.u32 %r, [%d+24], 5; ld.param.u32 %r, "
		     "[p]; ret; }\n"
		     ".file 1 \"a.cu\"\n";
	static const struct {
		struct em_mutant m;
		uint32_t changed;
		const char *holds;
	} rows[] = {
		{ { EM_MUTANT_OUTPUT_CONSTANT, "a.cu", 2, 1 }, 2, "st.global.v2.f32 [%d], {0f00000000, 0f00000000}" },
		{ { EM_MUTANT_OUTPUT_CONSTANT, "a.cu", 2, 1 }, 2, "st.global.f64 [%d+8], 0d0000000000000000" },
		{ { EM_MUTANT_STORE_SHIFTED, "a.cu", 2, 1 }, 2, "st.global.v2.f32 [%d+8]" },
		{ { EM_MUTANT_STORE_SHIFTED, "a.cu", 2, 1 }, 2, "st.global.f64 [%d+16]" },
		{ { EM_MUTANT_GUARD_DROPPED, "a.cu", 3, 1 }, 1, "\tst.global.u32 [%d+16], 1" },
		{ { EM_MUTANT_GUARD_CLOSED, "a.cu", 4, 1 }, 1, "pmevent" },
		{ { EM_MUTANT_GUARD_DROPPED, "a.cu", 4, 1 }, 1, "\tst.global.u32 [%d+20], 2" },
		{ { EM_MUTANT_STORE_SHIFTED, "a.cu", 5, 1 }, 2, "red.global.add.u32 [%d+28]" },
		{ { EM_MUTANT_LOAD_SHIFTED, "a.cu", 5, 1 }, 0, "ld.param.u32" },
		{ { EM_MUTANT_BOUND_SHIFTED, "a.cu", 1, 1 }, 0, "setp.lt.f32" },
	};

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct ptx_module *x = parse(text);
		struct buf b;

		ck_assert_uint_eq(em_mutate(x, &rows[k].m), rows[k].changed);
		buf_init(&b);
		ptx_print(x, &b);
		ck_assert_msg(strstr(b.data, rows[k].holds) != NULL, "row %zu:\n%s", k, b.data);
		ptx_module_free(parse(b.data));
		ptx_module_free(x);
		buf_release(&b);
	}
}
END_TEST

Suite *emulator_mutants_suite(void);
Suite *emulator_mutants_suite(void)
{
	Suite *s = suite_create("emulator_mutants");
	TCase *c = tcase_create("mutants");

	tcase_add_test(c, listed);
	tcase_add_test(c, each_does_what_it_says);
	tcase_add_test(c, forms);
	suite_add_tcase(s, c);
	return s;
}
