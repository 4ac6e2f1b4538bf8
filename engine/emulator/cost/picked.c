/* picked: arrays of a thread that ptxas keeps in registers. Registers have no index, so an access whose place is only
 * known when the code runs compares it with each word's place and moves the word under a predicate: two instructions a
 * word (SASS of queens of tests/bench/hard, whose array has 12 words). All arrays of a function are one to ptxas, and
 * an index might lie anywhere in it, so the words of the others are compared as well (derangements: two arrays of 8
 * words, 16 comparisons for an access of either). A place that can only be a multiple of n words, as of records or in a
 * loop that steps by n, is compared with each n-th word. An access to a place that is known costs nothing.
 *
 * Whether there is such an array, the machine code tells: em_timing's no_local. */
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

enum { MOST_STEPS = 64, MOST_WORDS = 200, MOST_ACCESSES = 4096, MOST_BYTES = 1 << 20 };

/* Of a register: the instruction that makes it, plus 1; 0: none, -1: several. Beside that one it may go on by a step.
 */
struct maker {
	int32_t by;
	bool steps;
};

/* Where an address comes from: a variable (-1: not found); `somewhere`: and something that is known only later. */
struct origin {
	int32_t sym;
	bool somewhere;
};

static bool is_add(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ADD && in->noperands > 2 && in->ops[1].kind == PTX_REG && in->ops[1].reg >= 0;
}

static struct maker *makers_of(const struct ptx_func *f)
{
	struct maker *m = xcalloc(f->nregs + 1, sizeof *m);
	int32_t regs[EM_REGS_MOST];

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		unsigned n = em_regs_written(f, in, regs);

		for (unsigned r = 0; r < n; r++)
			if (is_add(in) && in->ops[1].reg == regs[r] && in->ops[2].kind == PTX_IMM) {
				m[regs[r]].steps = true;
			} else {
				m[regs[r]].by = m[regs[r]].by ? -1 : (int32_t)k + 1;
			}
	}
	return m;
}

/* *left: steps that are left to find it. */
static bool trace(const struct ptx_func *f, const struct maker *m, int32_t reg, struct origin *o, int *left)
{
	const struct ptx_inst *in = m[reg].by > 0 && (*left)-- > 0 ? &f->insts[m[reg].by - 1] : NULL;
	struct origin before;

	if (!in || in->noperands < 2)
		return false;
	o->somewhere |= m[reg].steps;
	if ((in->op == PTX_OP_MOV || in->op == PTX_OP_CVTA) && in->ops[1].kind == PTX_SYM) {
		o->sym = in->ops[1].sym;
		return true;
	}
	if ((in->op == PTX_OP_MOV || in->op == PTX_OP_CVTA) && in->ops[1].kind == PTX_REG && in->ops[1].reg >= 0)
		return trace(f, m, in->ops[1].reg, o, left);
	if (!is_add(in))
		return false;
	if (in->ops[2].kind == PTX_IMM)
		return trace(f, m, in->ops[1].reg, o, left);
	if (in->ops[2].kind != PTX_REG || in->ops[2].reg < 0)
		return false;
	o->somewhere = true;
	before = *o;
	if (trace(f, m, in->ops[1].reg, o, left))
		return true;
	*o = before;
	return trace(f, m, in->ops[2].reg, o, left);
}

static bool is_local(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_LD || in->op == PTX_OP_ST) && in->space == PTX_LOCAL;
}

static struct origin origin_of(const struct ptx_func *f, const struct maker *m, const struct ptx_inst *in)
{
	const struct ptx_operand *a = &in->ops[in->op == PTX_OP_LD];
	struct origin o = { .sym = a->kind == PTX_ADDR ? a->sym : -1 };
	int left = MOST_STEPS;

	if (a->kind == PTX_ADDR && a->reg >= 0 && !trace(f, m, a->reg, &o, &left))
		o.sym = -1;
	return o;
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t c = a % b;

		a = b;
		b = c;
	}
	return llabs(a);
}

/* What an operand is always a multiple of, given that of each register; 0: it is zero, or the start of a variable. */
static int64_t multiple_of(const struct ptx_operand *o, const int64_t *multiple)
{
	return o->kind == PTX_IMM                 ? llabs(o->imm) :
		o->kind == PTX_SYM                ? llabs(o->imm) :
		o->kind == PTX_REG && o->reg >= 0 ? multiple[o->reg] :
						    1;
}

static int64_t made_multiple(const struct ptx_inst *in, const int64_t *multiple)
{
	bool whole = in->ntypes && ptx_type_class(in->types[0]) != PTX_CLS_FLOAT && ptx_type_bits(in->types[0]) >= 32;
	int64_t a = whole && in->noperands > 1 ? multiple_of(&in->ops[1], multiple) : 1,
		b = whole && in->noperands > 2 ? multiple_of(&in->ops[2], multiple) : 1;

	switch (in->op) {
	case PTX_OP_MOV:
	case PTX_OP_CVTA: return a;
	case PTX_OP_ADD:
	case PTX_OP_SUB: return gcd(a, b);
	case PTX_OP_MUL: return ptx_has(in, PTX_MOD_HI) || a > MOST_BYTES || b > MOST_BYTES ? 1 : a * b;
	case PTX_OP_SHL:
		return in->noperands > 2 && in->ops[2].kind == PTX_IMM && in->ops[2].imm >= 0 && in->ops[2].imm < 16 &&
				a <= MOST_BYTES ?
			a << in->ops[2].imm :
			1;
	default: return 1;
	}
}

/* Of each register what it is always a multiple of, as far as additions and products of numbers that are known say so.
 */
static int64_t *multiples_of(const struct ptx_func *f)
{
	int64_t *multiple = xcalloc(f->nregs + 1, sizeof *multiple);
	int32_t regs[EM_REGS_MOST];

	for (bool changed = true; changed;) {
		changed = false;
		for (size_t k = 0; k < f->ninsts; k++) {
			const struct ptx_inst *in = &f->insts[k];
			unsigned n = em_regs_written(f, in, regs);
			int64_t made = n ? made_multiple(in, multiple) : 0;

			for (unsigned r = 0; r < n; r++) {
				int64_t both = gcd(multiple[regs[r]], made);

				changed |= both != multiple[regs[r]];
				multiple[regs[r]] = both;
			}
		}
	}
	return multiple;
}

/* Words with which an access compares its place. */
static int64_t words_of(const struct ptx_inst *in, const struct ptx_var *v, const int64_t *multiple)
{
	const struct ptx_operand *a = &in->ops[in->op == PTX_OP_LD];
	int64_t apart = a->kind == PTX_ADDR && a->reg >= 0 ? multiple[a->reg] : 4;

	return ((int64_t)v->size + apart - 1) / (apart > 4 ? apart : 4);
}

void em_picked(const struct ptx_module *m, const struct ptx_func *f, struct em_cost *cost)
{
	struct origin *all = NULL;
	struct maker *makers = NULL;
	int64_t *multiples = NULL;
	const struct ptx_var *array = NULL;
	size_t n = 0, at = 0;

	for (size_t k = 0; k < f->ninsts; k++)
		n += is_local(&f->insts[k]);
	if (!n)
		return;
	if (n <= MOST_ACCESSES) {
		makers = makers_of(f);
		multiples = multiples_of(f);
		all = xcalloc(n, sizeof *all);
	}
	for (size_t k = 0; k < f->ninsts && all; k++)
		if (is_local(&f->insts[k]))
			all[at++] = origin_of(f, makers, &f->insts[k]);
	/* An address that is made in several ways (a stack's top) lies in the same place as all others. */
	for (size_t k = 0; k < n && all; k++)
		if (all[k].sym >= 0 && (size_t)all[k].sym < m->nvars)
			array = &m->vars[all[k].sym];
	at = 0;
	for (size_t k = 0; k < f->ninsts; k++) {
		int64_t words = 0;

		if (!is_local(&f->insts[k]))
			continue;
		if (array && (all[at].sym < 0 || all[at].somewhere))
			words = words_of(&f->insts[k], array, multiples);
		cost[k].picks = (uint8_t)(1 + (words > MOST_WORDS ? MOST_WORDS : words));
		at++;
	}
	free(multiples);
	free(makers);
	free(all);
}
