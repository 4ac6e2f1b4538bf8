/* ptx: joining the modules of several files: whose definition a name means, what stays private, what does not fit
 * together. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "ptx/module.h"

#define HEAD ".version 9.0\n.target sm_80\n.address_size 64\n"

Suite *ptx_link_suite(void);

static struct ptx_module *parse(const char *text)
{
	struct err e = ERR_INIT;
	struct ptx_module *m = NULL;

	ck_assert_msg(ptx_parse(text, strlen(text), &m, &e) == 0, "%s", e.msg);
	return m;
}

static int link_texts(const char *const *texts, size_t n, struct ptx_module **out, struct err *e)
{
	struct ptx_module *parts[8];

	for (size_t i = 0; i < n; i++)
		parts[i] = parse(texts[i]);
	return ptx_link(parts, n, out, e);
}

static struct ptx_module *joined(const char *a, const char *b)
{
	const char *texts[] = { a, b };
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;

	ck_assert_msg(link_texts(texts, 2, &m, &e) == 0, "%s", e.msg);
	ck_assert_msg(ptx_check(m, &e) == 0, "%s", e.msg);
	return m;
}

static const struct ptx_var *var_at(const struct ptx_module *m, const char *name, size_t nth)
{
	for (size_t i = 0; i < m->nvars; i++)
		if (m->vars[i].func < 0 && !strcmp(m->vars[i].name, name) && nth-- == 0)
			return &m->vars[i];
	return NULL;
}

#define USES \
	HEAD ".extern .func (.param .b32 r) helper(.param .b32 x);\n.extern .global .align 4 .u32 count;\n" \
	     ".extern .global .align 4 .b8 table[];\n.global .u32 own = 1;\n.extern .shared .align 4 .b8 room[];\n" \
	     ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<4>; .reg .b64 %d<4>;\n.param .b32 a; .param .b32 " \
	     "b;\n" \
	     "ld.global.u32 %r1, [count];\nld.global.u32 %r2, [table+4];\nld.global.u32 %r3, [own];\nst.param.b32 " \
	     "[a], %r1;\n" \
	     "call.uni (b), helper, (a);\nld.shared.u32 %r1, [room];\nret;\n}\n"
#define DEFINES \
	HEAD ".func (.param .b32 r) helper(.param .b32 x);\n.global .u32 own = 2;\n.visible .global .align 4 .u32 " \
	     "count = 7;\n" \
	     ".visible .global .align 4 .u32 table[4] = { 1, 2, 3, 4 };\n.visible .global .u64 place = helper;\n" \
	     ".visible .global .u64 where[1] = { generic(own) };\n.extern .shared .align 16 .b8 room[];\n" \
	     ".visible .func (.param .b32 r) helper(.param .b32 x)\n{\n.reg .b32 %r<4>;\n.local .b32 " \
	     "mine;\nld.param.b32 %r1, [x];\n" \
	     "ld.global.u32 %r2, [own];\nst.local.b32 [mine], %r2;\nadd.u32 %r1, %r1, %r2;\nst.param.b32 [r], " \
	     "%r1;\nret;\n}\n"

static void examine(struct ptx_module *m)
{
	const struct ptx_func *k = ptx_find_func(m, "k"), *helper = ptx_find_func(m, "helper");
	const struct ptx_var *v;
	size_t helpers = 0, rooms = 0;

	for (size_t i = 0; i < m->nfuncs; i++)
		helpers += !strcmp(m->funcs[i].name, "helper");
	ck_assert_uint_eq(helpers, 1);
	ck_assert(!helper->is_extern && helper->ninsts > 0);
	ck_assert_str_eq(m->vars[k->insts[0].ops[1].sym].name, "count");
	ck_assert_uint_eq(m->vars[k->insts[0].ops[1].sym].init[0], 7);
	v = &m->vars[k->insts[1].ops[1].sym];
	ck_assert_str_eq(v->name, "table");
	ck_assert_uint_eq(v->size, 16);
	/* Each its own. */
	ck_assert_uint_eq(m->vars[k->insts[2].ops[1].sym].init[0], 1);
	ck_assert_uint_eq(m->vars[helper->insts[1].ops[1].sym].init[0], 2);
	ck_assert_ptr_nonnull(var_at(m, "own", 1));
	/* What belongs to a function stays its. */
	ck_assert_str_eq(m->vars[helper->params].name, "x");
	ck_assert_str_eq(m->vars[helper->rets].name, "r");
	ck_assert_str_eq(m->vars[helper->insts[2].ops[0].sym].name, "mine");
	ck_assert_ptr_eq(&m->funcs[m->vars[helper->insts[2].ops[0].sym].func], helper);
	ck_assert_ptr_eq(&m->funcs[k->insts[4].ops[0].sym], helper);
	/* Addresses in initialisers. */
	v = var_at(m, "place", 0);
	ck_assert_ptr_eq(&m->funcs[v->relocs[0].func], helper);
	v = var_at(m, "where", 0);
	ck_assert_uint_eq(m->vars[v->relocs[0].sym].init[0], 2);
	/* One array for each launch, aligned for all. */
	for (size_t i = 0; i < m->nvars; i++)
		rooms += !strcmp(m->vars[i].name, "room");
	ck_assert_uint_eq(rooms, 1);
	ck_assert_uint_eq(var_at(m, "room", 0)->align, 16);
	ptx_module_free(m);
}

START_TEST(names_meet_their_definitions)
{
	examine(joined(USES, DEFINES));
	examine(joined(DEFINES, USES));
}
END_TEST

/* .weak: the first of several; a strong one goes before it. .common: the largest. */
START_TEST(one_of_several)
{
	static const char weak1[] =
		HEAD ".weak .global .u32 v = 1;\n.weak .entry k()\n{\nret;\n}\n.common .global .b8 c[4];\n";
	static const char weak2[] =
		HEAD ".weak .global .u32 v = 2;\n.weak .entry k()\n{\nret;\n}\n.common .global .b8 c[12];\n";
	static const char strong[] = HEAD ".visible .global .u32 v = 3;\n";
	struct ptx_module *m = joined(weak2, weak1);

	ck_assert_uint_eq(var_at(m, "v", 0)->init[0], 2);
	ck_assert_uint_eq(var_at(m, "c", 0)->size, 12);
	ck_assert_ptr_null(var_at(m, "v", 1));
	ck_assert_uint_eq(m->nfuncs, 1);
	ptx_module_free(m);
	m = joined(weak1, weak2);
	ck_assert_uint_eq(var_at(m, "v", 0)->init[0], 1);
	ck_assert_uint_eq(var_at(m, "c", 0)->size, 12);
	ptx_module_free(m);
	m = joined(weak1, strong);
	ck_assert_uint_eq(var_at(m, "v", 0)->init[0], 3);
	ptx_module_free(m);
}
END_TEST

/* Lines of source of each part keep their file. */
START_TEST(locations_follow)
{
	static const char a[] = HEAD ".file 1 \"a.cu\"\n.visible .entry ka()\n{\n.loc 1 5 0\nret;\n}\n";
	static const char b[] = HEAD ".file 1 \"b.cu\"\n.visible .entry kb()\n{\n.loc 1 7 0\nbar.sync 0;\n.loc 1 9 0, "
				     "function_name x, inlined_at 1 7 0\nret;\n}\n";
	struct ptx_module *m = joined(a, b);
	const struct ptx_func *k = ptx_find_func(m, "kb");
	const struct ptx_loc *l = &m->locs[k->insts[1].loc];

	ck_assert_str_eq(m->files[l->file].path, "b.cu");
	ck_assert_int_eq(l->line, 9);
	ck_assert_int_eq(m->locs[l->inlined_at].line, 7);
	l = &m->locs[ptx_find_func(m, "ka")->insts[0].loc];
	ck_assert_str_eq(m->files[l->file].path, "a.cu");
	ptx_module_free(m);
}
END_TEST

START_TEST(what_does_not_fit)
{
	static const struct {
		const char *a, *b, *words;
	} rows[] = {
		{ HEAD ".visible .global .u32 x;", HEAD ".visible .global .u32 x;", "x is defined twice" },
		{ HEAD ".visible .entry k()\n{\nret;\n}\n", HEAD ".visible .entry k()\n{\nret;\n}\n",
			"k is defined twice" },
		{ HEAD ".extern .global .u32 x;", HEAD ".visible .const .u32 x;", "x lies in different state spaces" },
		{ HEAD ".extern .global .u32 x;", HEAD ".visible .func x()\n{\nret;\n}\n",
			"x is a variable in one and a function in another" },
		{ HEAD ".extern .func x();", HEAD ".visible .entry x()\n{\nret;\n}\n",
			"x is a kernel in one and a function in another" },
		{ HEAD ".extern .global .u32 x;", HEAD ".global .u32 x;", "x is declared extern and defined nowhere" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int swap = 0; swap < 2; swap++) {
			const char *texts[] = { swap ? rows[i].b : rows[i].a, swap ? rows[i].a : rows[i].b };
			struct ptx_module *m = NULL;
			struct err e = ERR_INIT;

			ck_assert_msg(link_texts(texts, 2, &m, &e) < 0, "taken, should say: %s", rows[i].words);
			ck_assert_ptr_null(m);
			ck_assert_int_eq(e.kind, ERR_INPUT);
			ck_assert_msg(strstr(e.msg, rows[i].words) != NULL, "'%s' lacks '%s'", e.msg, rows[i].words);
		}
}
END_TEST

/* A call that does not fit the other part's function is the checker's to find. */
START_TEST(calls_are_checked_over_parts)
{
	static const char *const texts[] = {
		HEAD
		".extern .func f(.param .b32 x);\n.visible .entry k()\n{\n.param .b32 a;\ncall.uni f, (a);\nret;\n}\n",
		HEAD ".visible .func f(.param .b64 x)\n{\nret;\n}\n",
	};
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;

	ck_assert_int_eq(link_texts(texts, 2, &m, &e), 0);
	ck_assert_int_lt(ptx_check(m, &e), 0);
	ptx_module_free(m);
}
END_TEST

START_TEST(undefined_functions_stay_extern)
{
	struct ptx_module *m = joined(HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n",
		HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.visible .entry "
		     "k()\n{\nret;\n}\n");

	ck_assert_uint_eq(m->nfuncs, 2);
	ck_assert(ptx_find_func(m, "vprintf")->is_extern);
	ck_assert_int_eq(ptx_find_func(m, "vprintf")->nparams, 2);
	ptx_module_free(m);
}
END_TEST

/* Any two modules that parse may be joined or refused; what is joined, the checker reads to its end. */
START_TEST(mutated_parts)
{
	static const char *const words[] = { ".visible", ".extern", ".weak  ", ".common", "helper", "count", "table",
		"own", "room", ".global", ".const " };
	uint64_t drawn = 0;
	size_t joined_ones = 0;

	for (int round = 0; round < 3000; round++) {
		struct ptx_module *parts[3], *m = NULL;
		struct err e = ERR_INIT;
		size_t n = 0;

		for (int i = 0; i < 3; i++) {
			char *text = xstrdup(i % 2 ? USES : DEFINES);
			size_t len = strlen(text);

			for (uint64_t k = rng_below(11, 0, drawn++, 3); k-- > 0;) {
				const char *from = words[rng_below(11, 0, drawn++, sizeof words / sizeof *words)];
				const char *to = words[rng_below(11, 0, drawn++, sizeof words / sizeof *words)];
				char *at = strstr(text + rng_below(11, 0, drawn++, len), from);

				if (at && strlen(to) <= strlen(from)) {
					memset(at, ' ', strlen(from));
					memcpy(at, to, strlen(to));
				}
			}
			if (ptx_parse(text, len, &parts[n], &e) == 0)
				n++;
			free(text);
		}
		if (n && ptx_link(parts, n, &m, &e) == 0) {
			struct buf b;

			buf_init(&b);
			joined_ones += ptx_check(m, &e) == 0;
			ptx_print(m, &b);
			buf_release(&b);
			ptx_module_free(m);
		}
	}
	ck_assert_uint_gt(joined_ones, 10);
}
END_TEST

Suite *ptx_link_suite(void)
{
	Suite *s = suite_create("ptx_link");
	TCase *t = tcase_create("link");

	tcase_add_test(t, names_meet_their_definitions);
	tcase_add_test(t, one_of_several);
	tcase_add_test(t, locations_follow);
	tcase_add_test(t, what_does_not_fit);
	tcase_add_test(t, calls_are_checked_over_parts);
	tcase_add_test(t, undefined_functions_stay_extern);
	tcase_add_test(t, mutated_parts);
	tcase_set_timeout(t, 120);
	suite_add_tcase(s, t);
	return s;
}
