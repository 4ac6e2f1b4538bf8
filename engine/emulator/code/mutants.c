/* mutants: see mutants.h. Each instruction is asked for each kind whether it can be changed so (`change` with NULL),
 * and is changed in place: branches name instructions by their index, so none comes or goes. Only last-block-skipped
 * puts instructions before a kernel's first one, and moves every index after them. */
#include "emulator/mutants.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/core/place.h"
#include "emulator/syncs.h"

static const struct {
	const char *word, *what;
} rows[EM_MUTANT_KINDS] = {
#define MUTANT(id, word, what) { word, what },
#include "emulator/mutants.def"
};

const char *em_mutant_word(enum em_mutant_kind k)
{
	return (unsigned)k < EM_MUTANT_KINDS ? rows[k].word : "?";
}

const char *em_mutant_what(enum em_mutant_kind k)
{
	return (unsigned)k < EM_MUTANT_KINDS ? rows[k].what : "?";
}

int em_mutant_find(const char *word)
{
	for (int k = 0; k < EM_MUTANT_KINDS; k++)
		if (!strcmp(rows[k].word, word))
			return k;
	return -1;
}

/* ---- one instruction */

static bool shift_bound(const struct ptx_inst *in, struct ptx_inst *out)
{
	static const struct {
		enum ptx_mod from, to;
	} relation[] = { { PTX_MOD_LT, PTX_MOD_LE }, { PTX_MOD_LE, PTX_MOD_LT }, { PTX_MOD_GT, PTX_MOD_GE },
		{ PTX_MOD_GE, PTX_MOD_GT }, { PTX_MOD_LO, PTX_MOD_LS }, { PTX_MOD_LS, PTX_MOD_LO },
		{ PTX_MOD_HI, PTX_MOD_HS }, { PTX_MOD_HS, PTX_MOD_HI } };
	enum ptx_class c = ptx_type_class((enum ptx_type)in->types[0]);

	if (in->op != PTX_OP_SETP || !in->nmods || (c != PTX_CLS_SIGNED && c != PTX_CLS_UNSIGNED))
		return false;
	for (size_t i = 0; i < sizeof relation / sizeof *relation; i++)
		if (in->mods[0] == relation[i].from) {
			if (out)
				out->mods[0] = (uint8_t)relation[i].to;
			return true;
		}
	return false;
}

static bool arrays(const struct ptx_inst *in)
{
	return in->space == PTX_GLOBAL || in->space == PTX_SHARED || in->space == PTX_GENERIC;
}

static bool shift_index(const struct ptx_inst *in, bool load, struct ptx_inst *out)
{
	bool stores = in->op == PTX_OP_ST || in->op == PTX_OP_ATOM || in->op == PTX_OP_RED;

	for (unsigned o = 0; (load ? in->op == PTX_OP_LD : stores) && arrays(in) && in->ntypes && o < in->noperands;
		o++)
		if (in->ops[o].kind == PTX_ADDR) {
			unsigned bytes = ptx_type_bits((enum ptx_type)in->types[0]) / 8;

			if (out)
				out->ops[o].imm += (int64_t)bytes * (in->vec ? in->vec : 1);
			return true;
		}
	return false;
}

static struct ptx_operand zero_of(enum ptx_type t)
{
	bool real = ptx_type_class(t) == PTX_CLS_FLOAT;

	return (struct ptx_operand){ .kind = real ? PTX_FIMM : PTX_IMM, .f32 = t == PTX_F32, .reg = -1, .sym = -1 };
}

static bool is_zero(const struct ptx_operand *o)
{
	return (o->kind == PTX_IMM || o->kind == PTX_FIMM) && !o->imm;
}

static bool writes(const struct ptx_func *f, const struct ptx_inst *in, int32_t reg)
{
	for (unsigned o = 0; o < in->nwritten; o++) {
		const struct ptx_operand *to = &in->ops[o];

		if (to->kind == PTX_REG && to->reg == reg)
			return true;
		for (unsigned k = 0; to->kind == PTX_VEC && k < to->nvec; k++)
			if (f->operands[to->vec + (int32_t)k].reg == reg)
				return true;
	}
	return false;
}

/* Is this 0 whenever it is read: a constant, or a register that is only ever set to a constant? */
static bool always_zero(const struct ptx_func *f, const struct ptx_operand *o)
{
	bool any = false;

	if (o->kind != PTX_REG)
		return is_zero(o);
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (!writes(f, in, o->reg))
			continue;
		if (in->op != PTX_OP_MOV || in->noperands != 2 || !is_zero(&in->ops[1]))
			return false;
		any = true;
	}
	return any;
}

static bool stores_zero(const struct ptx_func *f, const struct ptx_operand *o)
{
	if (o->kind != PTX_VEC)
		return always_zero(f, o);
	for (unsigned k = 0; k < o->nvec; k++)
		if (!always_zero(f, &f->operands[o->vec + (int32_t)k]))
			return false;
	return true;
}

static bool store_zero(struct ptx_func *f, const struct ptx_inst *in, struct ptx_inst *out)
{
	struct ptx_operand zero;

	if (in->op != PTX_OP_ST || !arrays(in) || !in->ntypes || in->noperands < 2)
		return false;
	if (!out)
		return !stores_zero(f, &in->ops[1]); /* there would be no mistake in it */
	zero = zero_of((enum ptx_type)in->types[0]);
	if (in->ops[1].kind != PTX_VEC)
		out->ops[1] = zero;
	else
		for (unsigned k = 0; k < in->ops[1].nvec; k++)
			f->operands[in->ops[1].vec + (int32_t)k] = zero;
	return true;
}

/* open: what comes under the condition always runs; else never. */
static bool set_guard(const struct ptx_inst *in, int32_t k, bool open, struct ptx_inst *out)
{
	bool branch = in->op == PTX_OP_BRA;

	if (in->guard < 0 || (branch && in->ops[0].vec <= k))
		return false;
	/* A branch leads around what it guards. */
	if (out && open == branch) {
		em_take_out(out);
	} else if (out) {
		out->guard = -1;
		out->guard_neg = false;
	}
	return true;
}

static bool drop_barrier(const struct ptx_inst *in, struct ptx_inst *out)
{
	enum em_sync_kind kind;

	if (!em_sync_kind_of(in, &kind) || ptx_has(in, PTX_MOD_RED))
		return false;
	if (out)
		em_take_out(out);
	return true;
}

/* Can instruction k of f be changed so? out: the instruction itself, to be changed; NULL: nothing is. */
static bool change(struct ptx_func *f, size_t k, enum em_mutant_kind kind, struct ptx_inst *out)
{
	const struct ptx_inst *in = &f->insts[k];

	switch (kind) {
	case EM_MUTANT_GUARD_DROPPED: return set_guard(in, (int32_t)k, true, out);
	case EM_MUTANT_GUARD_CLOSED: return set_guard(in, (int32_t)k, false, out);
	case EM_MUTANT_BOUND_SHIFTED: return shift_bound(in, out);
	case EM_MUTANT_LOOP_ONCE:
		if (in->op != PTX_OP_BRA || in->guard < 0 || in->ops[0].vec > (int32_t)k)
			return false;
		if (out)
			em_take_out(out);
		return true;
	case EM_MUTANT_BARRIER_DROPPED: return drop_barrier(in, out);
	case EM_MUTANT_LOAD_SHIFTED: return shift_index(in, true, out);
	case EM_MUTANT_STORE_SHIFTED: return shift_index(in, false, out);
	case EM_MUTANT_OUTPUT_CONSTANT: return store_zero(f, in, out);
	case EM_MUTANT_BLOCK_SKIPPED: return f->is_entry && !k;
	default: return false;
	}
}

/* ---- last-block-skipped */

enum { AHEAD = 5 }; /* instructions put before the first one */

static void move_labels(struct ptx_operand *o, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (o[i].kind == PTX_LABEL)
			o[i].vec += AHEAD;
}

static int32_t add_reg(struct ptx_module *m, struct ptx_func *f, const char *name, enum ptx_type t)
{
	struct ptx_reg *all = arena_alloc(&m->arena, (f->nregs + 1) * sizeof *all);

	if (f->nregs)
		memcpy(all, f->regs, f->nregs * sizeof *all);
	all[f->nregs] = (struct ptx_reg){ name, (uint8_t)t };
	f->regs = all;
	return (int32_t)f->nregs++;
}

static struct ptx_operand reg_operand(int32_t reg)
{
	return (struct ptx_operand){ .kind = PTX_REG, .reg = reg, .sym = -1 };
}

static void skip_last_block(struct ptx_module *m, struct ptx_func *f)
{
	struct ptx_inst *all = arena_alloc(&m->arena, (f->ninsts + AHEAD) * sizeof *all);
	struct ptx_inst plain = { .space_at = f->insts[0].space_at,
		.vec = 1,
		.guard = -1,
		.line = f->insts[0].line,
		.loc = f->insts[0].loc,
		.call = -1,
		.ntypes = 1,
		.types = { PTX_U32 },
		.noperands = 2,
		.nwritten = 1 };
	int32_t block = add_reg(m, f, "%mutant_block", PTX_U32), last = add_reg(m, f, "%mutant_last", PTX_U32),
		p = add_reg(m, f, "%mutant_is_last", PTX_PRED);

	all[0] = all[1] = all[2] = all[3] = all[4] = plain;
	all[0].op = all[1].op = PTX_OP_MOV;
	all[0].ops[0] = reg_operand(block);
	all[0].ops[1] = (struct ptx_operand){ .kind = PTX_SPECIAL, .reg = -1, .sym = -1, .vec = PTX_SREG_CTAID_X };
	all[1].ops[0] = reg_operand(last);
	all[1].ops[1] = (struct ptx_operand){ .kind = PTX_SPECIAL, .reg = -1, .sym = -1, .vec = PTX_SREG_NCTAID_X };
	all[2].op = PTX_OP_SUB;
	all[2].noperands = 3;
	all[2].ops[0] = all[2].ops[1] = reg_operand(last);
	all[2].ops[2] = (struct ptx_operand){ .kind = PTX_IMM, .reg = -1, .sym = -1, .imm = 1 };
	all[3].op = PTX_OP_SETP;
	all[3].noperands = 3;
	all[3].nmods = 1;
	all[3].mods[0] = PTX_MOD_EQ;
	all[3].ops[0] = reg_operand(p);
	all[3].ops[1] = reg_operand(block);
	all[3].ops[2] = reg_operand(last);
	all[4].op = PTX_OP_EXIT;
	all[4].ntypes = all[4].noperands = all[4].nwritten = 0;
	all[4].guard = p;
	memcpy(all + AHEAD, f->insts, f->ninsts * sizeof *all);
	f->insts = all;
	f->ninsts += AHEAD;
	for (size_t k = AHEAD; k < f->ninsts; k++)
		move_labels(all[k].ops, all[k].noperands);
	move_labels(f->operands, f->noperands);
	for (size_t k = 0; k < f->ntargets; k++)
		f->targets[k] += AHEAD;
	for (size_t k = 0; k < f->nrefused; k++)
		if (f->refused[k].label >= 0)
			f->refused[k].label += AHEAD;
}

/* ---- all of a module */

static struct em_mutant at_place(const struct ptx_module *m, const struct ptx_func *f, size_t inst)
{
	int32_t l = em_loc_of(m, f, (int32_t)inst), file = l < 0 ? -1 : m->locs[l].file;

	return (struct em_mutant){ .file = file >= 0 && (size_t)file < m->nfiles ? m->files[file].path : "",
		.line = l < 0 ? 0 : m->locs[l].line,
		.column = l < 0 ? 0 : m->locs[l].col };
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* By the file's own name: each compilation of it may lie in another folder. */
static int by_place(const void *a, const void *b)
{
	const struct em_mutant *x = a, *y = b;
	int c = strcmp(base_of(x->file), base_of(y->file));

	return c                       ? c :
		x->line != y->line     ? x->line - y->line :
		x->column != y->column ? x->column - y->column :
					 (int)x->kind - (int)y->kind;
}

struct em_mutant *em_mutants(const struct ptx_module *m, size_t *n)
{
	struct em_mutant *all = NULL;
	size_t cap = 0, kept = 0;

	*n = 0;
	for (size_t i = 0; i < m->nfuncs; i++) {
		struct ptx_func *f = &m->funcs[i];

		for (size_t k = 0; k < f->ninsts; k++) {
			struct em_mutant x = at_place(m, f, k);

			if (*n + EM_MUTANT_KINDS + 1 > cap) {
				cap = cap ? 2 * cap : 64;
				all = xrealloc(all, cap * sizeof *all);
			}
			for (int kind = 0; x.line && kind < EM_MUTANT_KINDS; kind++) {
				x.kind = (enum em_mutant_kind)kind;
				if (change(f, k, x.kind, NULL))
					all[(*n)++] = x;
			}
		}
	}
	if (!*n)
		return NULL;
	qsort(all, *n, sizeof *all, by_place);
	for (size_t k = 1; k < *n; k++)
		if (by_place(&all[kept], &all[k]))
			all[++kept] = all[k];
	*n = kept + 1;
	return all;
}

uint32_t em_mutate(struct ptx_module *m, const struct em_mutant *x)
{
	uint32_t changed = 0;

	for (size_t i = 0; i < m->nfuncs; i++) {
		struct ptx_func *f = &m->funcs[i];

		for (size_t k = 0; k < f->ninsts; k++) {
			struct em_mutant here = at_place(m, f, k);

			here.kind = x->kind;
			if (by_place(&here, x) || !change(f, k, x->kind, &f->insts[k]))
				continue;
			changed++;
			if (x->kind == EM_MUTANT_BLOCK_SKIPPED) {
				skip_last_block(m, f);
				break;
			}
		}
	}
	return changed;
}
