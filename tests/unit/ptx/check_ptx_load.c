/* ptx: modules as a device loads them. What nobody here knows is kept as text in its own function; what is no PTX stays
 * an error; names that are other names (.alias) and things that nobody looks into (.texref) load. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/module.h"
#include "tests/unit/ptx_text.h"

#define PTX "ptx/load"
#define HEAD ".version 9.0\n.target sm_90\n.address_size 64\n"

Suite *ptx_load_suite(void);

/* Loaded text, printed and loaded again, prints the same. */
static struct ptx_module *load(const char *text)
{
	struct ptx_module *m = NULL, *again = NULL;
	struct err e = ERR_INIT;
	struct buf one, two;

	ck_assert_msg(ptx_load(text, strlen(text), &m, &e) == 0, "line %d: %s", e.line, e.msg);
	ck_assert_int_eq(e.kind, ERR_NONE);
	buf_init(&one);
	buf_init(&two);
	ptx_print(m, &one);
	ck_assert_msg(ptx_load(one.data, one.len, &again, &e) == 0, "line %d: %s\n%s", e.line, e.msg, one.data);
	ptx_print(again, &two);
	ck_assert_str_eq(one.data, two.data);
	ptx_module_free(again);
	buf_release(&one);
	buf_release(&two);
	return m;
}

START_TEST(unknown_instructions_are_kept)
{
	size_t n;
	const struct ptx_case *const *cases = ptx_group(ptx_cases(PTX), "kept: ", &n);

	ck_assert_uint_eq(n, 7);
	for (size_t i = 0; i < n; i++) {
		struct ptx_module *m = load(ptx_of(PTX, cases[i]->name));
		const struct ptx_func *f = ptx_find_func(m, "k");

		ck_assert_uint_eq(f->ninsts, 3);
		ck_assert_int_eq(f->insts[1].op, PTX_OP_REFUSED);
		ck_assert_int_eq(f->insts[1].line, 8);
		ck_assert_int_eq(f->insts[1].guard >= 0, cases[i]->body[0] == '@');
		ck_assert_uint_eq(f->nrefused, 1);
		ck_assert_str_eq(f->refused[f->insts[1].call].text, ptx_want(cases[i], "text"));
		ck_assert_msg(strstr(f->refused[0].why, ptx_want(cases[i], "why")) != NULL, "'%s' lacks '%s'",
			f->refused[0].why, ptx_want(cases[i], "why"));
		ck_assert_uint_eq(ptx_find_func(m, "other")->ninsts, 1);
		ptx_module_free(m);
	}
}
END_TEST

static void is_garbage(const char *line, const char *words)
{
	char *text = xasprintf("%s%s\n}\n", ptx_of(PTX, "kernel"), line);
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;

	ck_assert_msg(ptx_load(text, strlen(text), &m, &e) < 0, "taken: %s", line);
	ck_assert_ptr_null(m);
	ck_assert_int_eq(e.kind, ERR_INPUT);
	ck_assert_msg(strstr(e.msg, words) != NULL, "'%s' lacks '%s'", e.msg, words);
	free(text);
}

START_TEST(garbage_is_an_error)
{
	size_t n;
	const char *const *lines = ptx_list(ptx_cases(PTX), "garbage", &n);

	ck_assert_uint_eq(n, 8);
	for (size_t i = 0; i < n; i++) {
		const char *words = strstr(lines[i], " //@ ");

		ck_assert_ptr_nonnull(words);
		char *line = xstrndup(lines[i], (size_t)(words - lines[i]));
		is_garbage(line, words + strlen(" //@ "));
		free(line);
	}
	is_garbage("add.bogus.u32 %r1 \x01;", "unknown modifier");
}
END_TEST

/* Tokens that would join with their neighbours: what was kept prints, loads and prints the same. */
START_TEST(refused_text_stays)
{
	static const char *const text[] = { "frob.u64 %%d7, %r1;", "frob 98 .b8 1, 5 % 3;",
		"y mul.wide.s32 %r1, %r2, 4;", "frob 1 .5 .f, %.x;", "frob 6 / / 3, 6 / * 3;",
		/* Nothing else goes to the label. */
		"@%p1 bra.range L;\nmov.u32 %r1, 1;\nL: mov.u32 %r1, 2;" };

	for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
		struct ptx_module *m = NULL;
		struct err e = ERR_INIT;
		struct buf b, first, second;

		buf_init(&b);
		buf_init(&first);
		buf_init(&second);
		buf_printf(&b, "%s%s\n}\n", ptx_of(PTX, "kernel"), text[k]);
		if (ptx_load(b.data, b.len, &m, &e) == 0) {
			ptx_print(m, &first);
			ptx_module_free(m);
			ck_assert_msg(ptx_load(first.data, first.len, &m, &e) == 0, "%s: %s", text[k], e.msg);
			ptx_print(m, &second);
			ptx_module_free(m);
			ck_assert_str_eq(first.data, second.data);
		} else {
			ck_assert_uint_eq(k, 3); /* a number with two dots is no token */
		}
		buf_release(&b);
		buf_release(&first);
		buf_release(&second);
	}
}
END_TEST

START_TEST(refused_text_is_short)
{
	struct buf b;
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;

	buf_init(&b);
	buf_puts(&b, ptx_of(PTX, "kernel"));
	buf_puts(&b, "frob 1");
	for (int i = 0; i < 3000; i++)
		buf_puts(&b, ", 1");
	buf_puts(&b, ";\n}\n");
	ck_assert_int_lt(ptx_load(b.data, b.len, &m, &e), 0);
	buf_release(&b);
}
END_TEST

START_TEST(strict_parse_stays_strict)
{
	char *text = xasprintf("%sfrobnicate.u32 %%r1;\n}\n", ptx_of(PTX, "kernel"));
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;

	ck_assert_int_lt(ptx_parse(text, strlen(text), &m, &e), 0);
	free(text);
}
END_TEST

START_TEST(aliases)
{
	struct ptx_module *m = load(ptx_of(PTX, "aliases"));
	const struct ptx_func *k = ptx_find_func(m, "k"), *a = ptx_find_func(m, "a");

	ck_assert_int_eq(k->insts[0].ops[1].sym, a - m->funcs);
	ck_assert_int_eq(k->insts[1].ops[0].sym, a - m->funcs);
	for (size_t v = 0; v < m->nvars; v++)
		if (m->vars[v].nrelocs)
			ck_assert_int_eq(m->vars[v].relocs[0].func, a - m->funcs);
	ptx_module_free(m);

	static const char *const wrong[] = {
		".func a() { ret; }\n.alias b, a;\n",
		".func b();\n.func a();\n.alias b, a;\n",
		".func b(.param .b32 x);\n.func a() { ret; }\n.alias b, a;\n",
		".func b() { ret; }\n.func a() { ret; }\n.alias b, a;\n",
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char *text = xasprintf(HEAD "%s", wrong[i]);
		struct err e = ERR_INIT;

		ck_assert_msg(ptx_load(text, strlen(text), &m, &e) < 0, "taken: %s", wrong[i]);
		ck_assert_int_eq(e.line, i < 1 ? 5 : 6);
		free(text);
	}
}
END_TEST

START_TEST(textures_load)
{
	struct ptx_module *m = load(ptx_of(PTX, "textures"));

	ck_assert_uint_eq(ptx_find_func(m, "k")->nrefused, 1);
	ck_assert_uint_eq(ptx_find_func(m, "k")->cluster[0], 2);
	ptx_module_free(m);
}
END_TEST

Suite *ptx_load_suite(void)
{
	Suite *s = suite_create("ptx load");
	TCase *c = tcase_create("load");

	tcase_add_test(c, unknown_instructions_are_kept);
	tcase_add_test(c, garbage_is_an_error);
	tcase_add_test(c, refused_text_stays);
	tcase_add_test(c, refused_text_is_short);
	tcase_add_test(c, strict_parse_stays_strict);
	tcase_add_test(c, aliases);
	tcase_add_test(c, textures_load);
	suite_add_tcase(s, c);
	return s;
}
