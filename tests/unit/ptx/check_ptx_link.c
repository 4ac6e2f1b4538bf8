/* ptx: joining the modules of several files: whose definition a name means, what stays private, what does not fit
 * together. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "ptx/module.h"
#include "tests/unit/ptx_text.h"

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
	examine(joined(ptx_of("ptx/link", "uses"), ptx_of("ptx/link", "defines")));
	examine(joined(ptx_of("ptx/link", "defines"), ptx_of("ptx/link", "uses")));
}
END_TEST

/* .weak: the first of several; a strong one goes before it. .common: the largest. */
START_TEST(one_of_several)
{
	const char *weak1 = ptx_of("ptx/link", "weak, first"), *weak2 = ptx_of("ptx/link", "weak, second"),
		   *strong = ptx_of("ptx/link", "strong");
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
	struct ptx_module *m = joined(ptx_of("ptx/link", "lines of a.cu"), ptx_of("ptx/link", "lines of b.cu"));
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
	size_t n, others;
	const struct ptx_case *const *one = ptx_group(ptx_cases("ptx/link"), "one: ", &n),
				     *const *other = ptx_group(ptx_cases("ptx/link"), "other: ", &others);

	ck_assert(n == 6 && others == 6);
	for (size_t i = 0; i < n; i++)
		for (int swap = 0; swap < 2; swap++) {
			const char *texts[] = { ptx_of("ptx/link", (swap ? other : one)[i]->name),
				ptx_of("ptx/link", (swap ? one : other)[i]->name) };
			const char *words = ptx_want(one[i], "says");
			struct ptx_module *m = NULL;
			struct err e = ERR_INIT;

			ck_assert_msg(link_texts(texts, 2, &m, &e) < 0, "taken, should say: %s", words);
			ck_assert_ptr_null(m);
			ck_assert_int_eq(e.kind, ERR_INPUT);
			ck_assert_msg(strstr(e.msg, words) != NULL, "'%s' lacks '%s'", e.msg, words);
		}
}
END_TEST

/* A call that does not fit the other part's function is the checker's to find. */
START_TEST(calls_are_checked_over_parts)
{
	const char *const texts[] = { ptx_of("ptx/link", "a call of 32 bits"),
		ptx_of("ptx/link", "a function of 64 bits") };
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;

	ck_assert_int_eq(link_texts(texts, 2, &m, &e), 0);
	ck_assert_int_lt(ptx_check(m, &e), 0);
	ptx_module_free(m);
}
END_TEST

START_TEST(undefined_functions_stay_extern)
{
	struct ptx_module *m =
		joined(ptx_of("ptx/link", "declares printf"), ptx_of("ptx/link", "declares printf, with a kernel"));

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
			char *text = xstrdup(ptx_of("ptx/link", i % 2 ? "uses" : "defines"));
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
