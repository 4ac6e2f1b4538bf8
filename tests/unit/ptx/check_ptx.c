/* ptx: text to module. What the parser makes of each construct, and that nvcc's own output (tests/fuzz/ptx/corpus)
 * parses, passes the check and prints to an equal module. Errors: check_ptx_errors.c; single instructions:
 * check_ptx_forms.c.
 */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/fs.h"
#include "ptx/module.h"
#include "tests/unit/ptx_text.h"

#define PTX "ptx/module"
#define CORPUS "tests/fuzz/ptx/corpus"

Suite *ptx_suite(void);

static struct ptx_module *parse(const char *text)
{
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;
	char why[1024];

	if (ptx_parse(text, strlen(text), &m, &e) < 0 || ptx_check(m, &e) < 0)
		ck_abort_msg("%s", err_text(&e, why, sizeof why));
	return m;
}

/* ---- equality: names instead of indices where a print may renumber */
static void same_var(
	const struct ptx_module *a, const struct ptx_var *x, const struct ptx_module *b, const struct ptx_var *y)
{
	ck_assert_str_eq(x->name, y->name);
	ck_assert_int_eq(x->space, y->space);
	ck_assert_int_eq(x->type, y->type);
	ck_assert_int_eq(x->is_extern, y->is_extern);
	ck_assert_int_eq(x->is_ptr, y->is_ptr);
	ck_assert_uint_eq(x->align, y->align);
	ck_assert_uint_eq(x->elems, y->elems);
	ck_assert_uint_eq(x->size, y->size);
	ck_assert_int_eq(x->init == NULL, y->init == NULL);
	if (x->init)
		ck_assert_mem_eq(x->init, y->init, x->size);
	ck_assert_uint_eq(x->nrelocs, y->nrelocs);
	for (size_t i = 0; i < x->nrelocs; i++) {
		const struct ptx_reloc *r = &x->relocs[i], *s = &y->relocs[i];

		ck_assert(r->offset == s->offset && r->addend == s->addend && r->bytes == s->bytes &&
			r->generic == s->generic && r->shift == s->shift);
		ck_assert_str_eq(r->sym >= 0 ? a->vars[r->sym].name : a->funcs[r->func].name,
			s->sym >= 0 ? b->vars[s->sym].name : b->funcs[s->func].name);
	}
}

static void same_operand(const struct ptx_module *a, const struct ptx_func *f, const struct ptx_operand *x,
	const struct ptx_module *b, const struct ptx_func *g, const struct ptx_operand *y)
{
	ck_assert(x->kind == y->kind && x->neg == y->neg && x->f32 == y->f32 && x->nvec == y->nvec &&
		x->imm == y->imm && x->reg == y->reg);
	if (x->kind == PTX_FUNCREF) {
		ck_assert_str_eq(a->funcs[x->sym].name, b->funcs[y->sym].name);
	} else if (x->sym >= 0) {
		ck_assert_int_ge(y->sym, 0);
		same_var(a, &a->vars[x->sym], b, &b->vars[y->sym]);
	}
	if (x->kind == PTX_VEC)
		for (int i = 0; i < x->nvec; i++)
			same_operand(a, f, &f->operands[x->vec + i], b, g, &g->operands[y->vec + i]);
	else
		ck_assert_int_eq(x->vec, y->vec);
}

static void same_list(const struct ptx_module *a, const struct ptx_func *f, int32_t x, const struct ptx_module *b,
	const struct ptx_func *g, int32_t y, int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		same_operand(a, f, &f->operands[x + i], b, g, &g->operands[y + i]);
}

static void same_loc(const struct ptx_module *a, int32_t x, const struct ptx_module *b, int32_t y)
{
	for (; x >= 0 && y >= 0; x = a->locs[x].inlined_at, y = b->locs[y].inlined_at) {
		ck_assert(a->locs[x].line == b->locs[y].line && a->locs[x].col == b->locs[y].col);
		ck_assert_str_eq(a->files[a->locs[x].file].path, b->files[b->locs[y].file].path);
		ck_assert_int_lt(a->locs[x].inlined_at, x);
	}
	ck_assert(x < 0 && y < 0);
}

static void same_inst(const struct ptx_module *a, const struct ptx_func *f, const struct ptx_inst *x,
	const struct ptx_module *b, const struct ptx_func *g, const struct ptx_inst *y)
{
	ck_assert(x->op == y->op && x->ntypes == y->ntypes && x->noperands == y->noperands && x->nmods == y->nmods &&
		x->space == y->space && x->vec == y->vec && x->pair == y->pair && x->guard == y->guard &&
		x->guard_neg == y->guard_neg && x->call == y->call);
	ck_assert_mem_eq(x->types, y->types, x->ntypes);
	if (x->nmods)
		ck_assert_mem_eq(x->mods, y->mods, x->nmods);
	for (int i = 0; i < x->noperands; i++)
		same_operand(a, f, &x->ops[i], b, g, &y->ops[i]);
	same_loc(a, x->loc, b, y->loc);
	if (x->op == PTX_OP_CALL) {
		const struct ptx_call *c = &f->calls[x->call], *d = &g->calls[y->call];

		ck_assert(c->nargs == d->nargs && c->nrets == d->nrets && c->proto == d->proto);
		same_list(a, f, c->args, b, g, d->args, c->nargs);
		same_list(a, f, c->rets, b, g, d->rets, c->nrets);
	}
}

static void same_func(
	const struct ptx_module *a, const struct ptx_func *f, const struct ptx_module *b, const struct ptx_func *g)
{
	ck_assert(f->is_entry == g->is_entry && f->is_extern == g->is_extern && f->nparams == g->nparams &&
		f->nrets == g->nrets && f->nregs == g->nregs && f->ninsts == g->ninsts && f->ncalls == g->ncalls &&
		f->nprotos == g->nprotos && f->ntables == g->ntables && f->ntargets == g->ntargets &&
		f->nlocs == g->nlocs && f->nlocals == g->nlocals && f->minnctapersm == g->minnctapersm &&
		f->maxnreg == g->maxnreg);
	ck_assert_mem_eq(f->maxntid, g->maxntid, sizeof f->maxntid);
	ck_assert_mem_eq(f->reqntid, g->reqntid, sizeof f->reqntid);
	for (int32_t i = 0; i < f->nparams; i++)
		same_var(a, &a->vars[f->params + i], b, &b->vars[g->params + i]);
	for (size_t i = 0; i < f->nregs; i++) {
		ck_assert_str_eq(f->regs[i].name, g->regs[i].name);
		ck_assert_int_eq(f->regs[i].type, g->regs[i].type);
	}
	if (f->ntargets)
		ck_assert_mem_eq(f->targets, g->targets, f->ntargets * sizeof *f->targets);
	for (size_t i = 0; i < f->ninsts; i++)
		same_inst(a, f, &f->insts[i], b, g, &g->insts[i]);
}

static void same_module(const struct ptx_module *a, const struct ptx_module *b)
{
	ck_assert(a->version_major == b->version_major && a->version_minor == b->version_minor &&
		a->target_sm == b->target_sm);
	ck_assert_uint_eq(a->nfuncs, b->nfuncs);
	ck_assert_uint_eq(a->nvars, b->nvars);
	for (size_t i = 0; i < a->nfuncs; i++) {
		const struct ptx_func *g = ptx_find_func(b, a->funcs[i].name);

		ck_assert_ptr_nonnull(g);
		same_func(a, &a->funcs[i], b, g);
	}
	for (size_t i = 0, k = 0; i < a->nvars; i++) { /* the module's own keep their order */
		if (a->vars[i].func >= 0)
			continue;
		while (b->vars[k].func >= 0)
			k++;
		same_var(a, &a->vars[i], b, &b->vars[k++]);
	}
}

static void prints_back(const struct ptx_module *m)
{
	struct buf text, again;
	struct ptx_module *copy;

	buf_init(&text);
	buf_init(&again);
	ptx_print(m, &text);
	copy = parse(text.data);
	same_module(m, copy);
	ptx_print(copy, &again);
	ck_assert_str_eq(text.data, again.data);
	ptx_module_free(copy);
	buf_release(&text);
	buf_release(&again);
}

START_TEST(corpus_parses_and_prints_back)
{
	DIR *d = opendir(CORPUS);
	struct dirent *de;
	int seen = 0;

	ck_assert_msg(d != NULL, "run from the repository's root: no " CORPUS);
	while ((de = readdir(d))) {
		struct buf path, text;
		struct err e = ERR_INIT;
		struct ptx_module *m;

		if (de->d_name[0] == '.')
			continue;
		buf_init(&path);
		buf_init(&text);
		buf_printf(&path, CORPUS "/%s", de->d_name);
		ck_assert_int_eq(fs_read(path.data, 1 << 20, &text, &e), 0);
		m = parse(text.data);
		prints_back(m);
		ptx_module_free(m);
		buf_release(&path);
		buf_release(&text);
		seen++;
	}
	closedir(d);
	ck_assert_int_ge(seen, 7);
}
END_TEST

START_TEST(instruction_as_data)
{
	struct ptx_module *m = parse(ptx_of(PTX, "instructions"));
	const struct ptx_func *f = &m->funcs[0];
	const struct ptx_inst *in = &f->insts[0];
	static const uint8_t mods[] = { PTX_MOD_NC, PTX_MOD_L1_NO_ALLOCATE, PTX_MOD_L2_128B };
	struct buf b;

	ck_assert(in->op == PTX_OP_LD && in->space == PTX_GLOBAL && in->vec == 4 && in->ntypes == 1 &&
		in->types[0] == PTX_F32);
	ck_assert_int_eq(in->nmods, 3);
	ck_assert_mem_eq(in->mods, mods, 3);
	ck_assert(ptx_has(in, PTX_MOD_NC) && !ptx_has(in, PTX_MOD_CA));
	ck_assert_str_eq(f->regs[in->guard].name, "%p1");
	ck_assert(in->guard_neg);
	ck_assert(in->ops[0].kind == PTX_VEC && in->ops[0].nvec == 4);
	ck_assert_int_eq(f->operands[in->ops[0].vec + 2].kind, PTX_SINK);
	ck_assert_str_eq(f->regs[f->operands[in->ops[0].vec + 3].reg].name, "%f3");
	ck_assert(in->ops[1].kind == PTX_ADDR && in->ops[1].imm == -16 && in->ops[1].sym == -1);
	ck_assert_int_eq(in->line, 8);
	in++;
	ck_assert(in->noperands == 5 && in->pair && in->mods[0] == PTX_MOD_LT && in->mods[1] == PTX_MOD_AND);
	ck_assert(in->ops[3].kind == PTX_IMM && in->ops[3].imm == -5 && in->ops[4].neg && in->guard == -1);
	buf_init(&b);
	ptx_print_inst(m, f, &f->insts[0], &b);
	ck_assert_str_eq(b.data, "@!%p1 ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%f0, %f1, _, %f3}, [%d1+-16];");
	buf_clear(&b);
	ptx_print_inst(m, f, in, &b);
	ck_assert_str_eq(b.data, "setp.lt.and.s32 %p1|%p2, %r1, -5, !%p3;");
	buf_release(&b);
	prints_back(m);
	ptx_module_free(m);
}
END_TEST

START_TEST(vectors_and_selectors)
{
	struct ptx_module *m = parse(ptx_of(PTX, "vectors and selectors"));
	const struct ptx_func *f = &m->funcs[0];
	static const char *const want[] = { "ld.global.v4.f32 {v1$x, v1$y, v1$z, v1$w}, [%d1];",
		"add.f32 v0$x, v1$w, v1$z;", "mov.b32 $movx, %w$y;", "mov.b32 $movy, %w$x;", "mov.b32 %w$x, $movx;",
		"mov.b32 %w$y, $movy;", "mov.b64 %d1, {%w$x, %w$y};",
		"vmad.shr7.s32.s32.s32 %r1, -%r2.h1, %r3.b2, %r4;", "vadd4.u32.u32.u32 %r1.b310, %r2.b7654, %r3, %r4;",
		"vshl.clamp.u32.u32.u32 %r1.h0, %r2, 3, %r4;" };
	struct buf b;

	buf_init(&b);
	ck_assert_uint_eq(f->ninsts, sizeof want / sizeof *want);
	for (size_t i = 0; i < f->ninsts; i++) {
		buf_clear(&b);
		ptx_print_inst(m, f, &f->insts[i], &b);
		ck_assert_str_eq(b.data, want[i]);
	}
	prints_back(m);
	ptx_module_free(m);
	buf_release(&b);
}
END_TEST

START_TEST(immediates)
{
	static const struct {
		const char *text;
		int64_t want;
	} ints[] = {
		{ "7", 7 },
		{ "-7", -7 },
		{ "0x1F", 31 },
		{ "0XffffffffU", 0xffffffff },
		{ "0777", 511 },
		{ "0b101", 5 },
		{ "10U", 10 },
		{ "0", 0 },
		{ "18446744073709551615", -1 },
		{ "-9223372036854775808", INT64_MIN },
		{ "WARP_SZ", 32 },
		{ "(1+2)*3", 9 },
		{ "7-2-1", 4 },
		{ "1<<4|3", 19 },
		{ "~0", -1 },
		{ "-7/2", -3 },
		{ "-7%3", -1 },
		{ "-8>>1", -4 },
		{ "0xFFFFFFFFFFFFFFFFU>>60", 15 },
		{ "5>3?11:22", 11 },
		{ "!3", 0 },
		{ "2==2&&1!=1", 0 },
		{ "-1<1U", 0 },
		{ "(-9223372036854775807-1)/-1", INT64_MIN },
		{ "1<<64", 0 },
		{ "- - 3", 3 },
	};
	static const struct {
		const char *text;
		bool f32;
		uint64_t bits;
	} floats[] = {
		{ "0f3F800000", true, 0x3F800000 },
		{ "0fBF800000", true, 0xBF800000 },
		{ "0d3FF8000000000000", false, 0x3FF8000000000000 },
		{ "1.5", false, 0x3FF8000000000000 },
		{ "-1.5", false, 0xBFF8000000000000 },
		{ "1e3", false, 0x408F400000000000 },
		{ "2.5E-1", false, 0x3FD0000000000000 },
		{ "-0f00000000", true, 0x80000000 },
	};
	for (size_t i = 0; i < sizeof ints / sizeof *ints; i++) {
		struct ptx_module *m = parse(ptx_fill(PTX, "an integer", "VALUE", ints[i].text));
		const struct ptx_operand *o = &m->funcs[0].insts[0].ops[1];

		ck_assert_msg(
			o->kind == PTX_IMM && o->imm == ints[i].want, "%s is %lld", ints[i].text, (long long)o->imm);
		prints_back(m);
		ptx_module_free(m);
	}
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
		struct ptx_module *m = parse(ptx_fill(PTX, "a float", "VALUE", floats[i].text));
		const struct ptx_operand *o = &m->funcs[0].insts[0].ops[2];

		ck_assert_msg(o->kind == PTX_FIMM && o->f32 == floats[i].f32 && (uint64_t)o->imm == floats[i].bits,
			"%s", floats[i].text);
		prints_back(m);
		ptx_module_free(m);
	}
}
END_TEST

START_TEST(scopes_are_flattened)
{
	struct ptx_module *m = parse(ptx_of(PTX, "scopes"));
	const struct ptx_func *f = &m->funcs[0];
	int32_t r[8];

	ck_assert_uint_eq(f->ninsts, 8);
	for (int i = 0; i < 8; i++)
		r[i] = f->insts[i].ops[0].reg;
	ck_assert(r[0] == r[7] && r[2] != r[0] && r[5] != r[0] && r[5] != r[2]); /* three registers called t1 */
	ck_assert_int_eq(r[3], r[6]);                                            /* t<2> does not hide t2 */
	ck_assert_int_ne(r[1], r[4]);
	ck_assert_int_eq(f->regs[r[4]].type, PTX_B64);
	for (size_t i = 0; i < f->nregs; i++)
		for (size_t k = 0; k < i; k++)
			ck_assert_str_ne(f->regs[i].name, f->regs[k].name);
	ck_assert_str_eq(f->regs[r[0]].name, "t1");
	prints_back(m);
	ptx_module_free(m);
}
END_TEST

START_TEST(labels_and_tables)
{
	struct ptx_module *m = parse(ptx_of(PTX, "labels and tables"));
	const struct ptx_func *f = &m->funcs[0];

	ck_assert_uint_eq(f->ninsts, 6);
	ck_assert_int_eq(f->insts[0].ops[0].vec, 6); /* behind the last instruction */
	ck_assert_int_eq(f->insts[1].ops[0].vec, 1);
	ck_assert(ptx_has(&f->insts[1], PTX_MOD_UNI));
	ck_assert_int_eq(f->insts[2].ops[0].vec, 0);
	ck_assert_int_eq(f->insts[3].ops[0].vec, 3);
	ck_assert(f->insts[4].op == PTX_OP_BRX && f->insts[4].call == 0 && f->tables[0].n == 3);
	ck_assert(f->targets[0] == 0 && f->targets[1] == 6 && f->targets[2] == 5);
	prints_back(m);
	ptx_module_free(m);
}
END_TEST

START_TEST(variables_and_initialisers)
{
	struct ptx_module *m = parse(ptx_of(PTX, "variables"));
	static const struct {
		const char *name;
		uint64_t elems, size;
	} want[] = {
		{ "dyn", 0, 0 },
		{ "c", 3, 12 },
		{ "s", 8, 8 },
		{ "v", 4, 8 },
		{ "m", 6, 24 },
		{ "p", 3, 24 },
		{ "one", 1, 4 },
		{ "two", 3, 12 },
		{ "packed", 3, 3 },
		{ "d", 1, 8 },
		{ "later", 4, 16 },
		{ "zero", 1ull << 40, 1ull << 40 },
	};
	const struct ptx_var *v[12];
	size_t n = 0;

	for (size_t i = 0; i < m->nvars; i++)
		if (m->vars[i].func < 0)
			v[n++] = &m->vars[i];
	ck_assert_uint_eq(n, 12);
	for (size_t i = 0; i < n; i++) {
		ck_assert_str_eq(v[i]->name, want[i].name);
		ck_assert_uint_eq(v[i]->elems, want[i].elems);
		ck_assert_uint_eq(v[i]->size, want[i].size);
	}
	ck_assert(v[0]->is_extern && v[0]->align == 16 && v[0]->space == PTX_SHARED);
	ck_assert_mem_eq(v[1]->init, "\0\0\xc0\x3f\0\0\0\xc0\0\0\x80\x3f", 12);
	ck_assert_mem_eq(v[2]->init, "hi\xff\0\0\0\0\0", 8);
	ck_assert_mem_eq(v[3]->init, "\1\0\2\0\3\0\4\0", 8);
	ck_assert_mem_eq(v[4]->init, "\1\0\0\0\0\0\0\0\0\0\0\0\4\0\0\0\5\0\0\0\0\0\0\0", 24);
	ck_assert_uint_eq(v[3]->align, 4);
	ck_assert_uint_eq(v[5]->nrelocs, 3);
	ck_assert(v[5]->relocs[0].generic && v[5]->relocs[0].addend == 2 && v[5]->relocs[0].bytes == 8);
	ck_assert(v[5]->relocs[1].func == 0 && v[5]->relocs[1].sym == -1 && v[5]->relocs[1].offset == 8);
	ck_assert(!v[5]->relocs[2].generic && v[5]->relocs[2].addend == -1);
	ck_assert(v[8]->nrelocs == 2 && v[8]->relocs[1].shift == 8 && v[8]->relocs[1].bytes == 1 &&
		v[8]->relocs[1].addend == 4);
	ck_assert_mem_eq(v[9]->init, "\0\0\0\0\0\0\0\x40", 8);
	ck_assert(!v[10]->is_extern && v[10]->init == NULL);
	prints_back(m);
	ptx_module_free(m);
}
END_TEST

START_TEST(functions_and_calls)
{
	struct ptx_module *m = parse(ptx_of(PTX, "functions and calls"));
	const struct ptx_func *k = ptx_find_func(m, "bra"), *add = ptx_find_func(m, "add"),
			      *printf_ = ptx_find_func(m, "vprintf");
	const struct ptx_call *c;

	ck_assert_uint_eq(m->nfuncs, 3);
	ck_assert(k->is_entry && !k->is_extern && k->nparams == 2 && k->maxntid[0] == 256 && k->maxntid[2] == 1 &&
		k->minnctapersm == 2);
	ck_assert(m->vars[k->params].is_ptr && m->vars[k->params].align == 8 && m->vars[k->params + 1].size == 24);
	ck_assert(printf_->is_extern && !add->is_extern && add->nrets == 1);
	ck_assert_str_eq(m->vars[add->params].name, "left");
	ck_assert_uint_eq(k->ncalls, 2);
	c = &k->calls[0];
	ck_assert(c->nargs == 2 && c->nrets == 1 && c->proto == -1);
	ck_assert_int_eq(k->operands[c->args + 1].kind, PTX_SYM);
	ck_assert_str_eq(m->vars[k->operands[c->args + 1].sym].name, "a1");
	ck_assert_str_eq(m->vars[k->operands[k->calls[1].args].sym].name, "a0$1");
	ck_assert(k->calls[1].proto == 0 && k->protos[0].nparams == 1 && m->vars[k->protos[0].params].size == 8);
	ck_assert(k->insts[3].ops[1].kind == PTX_FUNCREF && &m->funcs[k->insts[3].ops[1].sym] == add);
	ck_assert_int_eq(k->nlocals, 8); /* frame, a0, a1, r0, a0, two of the prototype, r0 */
	ck_assert_ptr_null(ptx_find_func(m, "nobody"));
	prints_back(m);
	ptx_module_free(m);
}
END_TEST

START_TEST(names_of_files)
{
	struct ptx_module *m = parse(ptx_of(PTX, "a file whose name is no ASCII"));

	ck_assert_uint_eq(m->nfiles, 3);
	ck_assert_str_eq(m->files[1].path, "\303\251\\042.h");
	prints_back(m);
	ptx_module_free(m);
}
END_TEST

START_TEST(locations_follow_inlining)
{
	struct ptx_module *m = parse(ptx_of(PTX, "locations"));
	const struct ptx_func *f = &m->funcs[0];
	const struct ptx_loc *l = &m->locs[f->insts[1].loc];

	ck_assert_uint_eq(m->nfiles, 2);
	ck_assert_int_eq(m->locs[f->insts[0].loc].line, 30);
	ck_assert_str_eq(m->files[m->locs[f->insts[0].loc].file].path, "x.cu");
	ck_assert(l->line == 5 && strcmp(m->files[l->file].path, "a.h") == 0);
	l = &m->locs[l->inlined_at];
	ck_assert_int_eq(l->line, 11);
	l = &m->locs[l->inlined_at];
	ck_assert(l->line == 20 && l->col == 2 && l->inlined_at == -1 && strcmp(m->files[l->file].path, "x.cu") == 0);
	l = &m->locs[f->insts[2].loc]; /* a call that no .loc told of */
	ck_assert(l->line == 5 && m->locs[l->inlined_at].line == 99 && m->locs[l->inlined_at].inlined_at == -1);
	prints_back(m);
	ptx_module_free(m);
}
END_TEST

START_TEST(text_as_found_in_fatbins)
{
	/* Empty lines come first, and a NUL may end it. */
	struct buf text;
	struct ptx_module *m = NULL;
	struct err e = ERR_INIT;

	buf_init(&text);
	buf_puts(&text, "\n\n\n");
	buf_puts(&text, ptx_of(PTX, "as in a fatbin"));
	buf_add(&text, "\n\0\0", 3);
	ck_assert_int_eq(ptx_parse(text.data, text.len, &m, &e), 0);
	ck_assert_int_eq(m->funcs[0].insts[0].line, 13);
	ck_assert(m->version_major == 9 && m->version_minor == 0 && m->target_sm == 90);
	buf_release(&text);
	ptx_module_free(m);
	ptx_module_free(NULL);
}
END_TEST

Suite *ptx_suite(void)
{
	Suite *s = suite_create("ptx");
	TCase *tc = tcase_create("module");

	tcase_add_test(tc, corpus_parses_and_prints_back);
	tcase_add_test(tc, instruction_as_data);
	tcase_add_test(tc, vectors_and_selectors);
	tcase_add_test(tc, immediates);
	tcase_add_test(tc, scopes_are_flattened);
	tcase_add_test(tc, labels_and_tables);
	tcase_add_test(tc, variables_and_initialisers);
	tcase_add_test(tc, functions_and_calls);
	tcase_add_test(tc, locations_follow_inlining);
	tcase_add_test(tc, names_of_files);
	tcase_add_test(tc, text_as_found_in_fatbins);
	suite_add_tcase(s, tc);
	return s;
}
