/* Small mistakes by source place: which ones a module can have, and that each does what its name says to what the
 * kernel computes (ptx/mutants.ptx). */
#include "tests/unit/emulator/emulator_kit.h"

#include "base/buf.h"
#include "emulator/mutants.h"

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
	struct ptx_module *x = parse(ptx_of("emulator/mutants", "mirrored"));
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
	runs(ptx_of("emulator/mutants", "mirrored"), NULL);
	for (size_t k = 0; k < WANT; k++) {
		struct ptx_module *x = parse(ptx_of("emulator/mutants", "mirrored"));
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
		struct ptx_module *x = parse(ptx_of("emulator/mutants", "forms"));
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

/* A store that stores 0 as it stands has no mistake in it when it stores 0. */
START_TEST(zeros)
{
	struct ptx_module *x = parse(ptx_of("emulator/mutants", "zeros"));
	size_t n, found = 0;
	struct em_mutant *all = em_mutants(x, &n);

	for (size_t k = 0; k < n; k++)
		if (all[k].kind == EM_MUTANT_OUTPUT_CONSTANT)
			ck_assert_int_eq(all[k].line, 5 + (int)found++);
	ck_assert_uint_eq(found, 4);
	free(all);
	ptx_module_free(x);
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
	tcase_add_test(c, zeros);
	suite_add_tcase(s, c);
	return s;
}
