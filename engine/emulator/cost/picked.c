/* picked: arrays of a thread that ptxas keeps in registers. Registers have no index, so an access whose place is only
 * known when the code runs compares it with each word's place and moves the word under a predicate: two instructions a
 * word (SASS of queens of tests/bench/hard, whose array has 12 words). Where a loop steps through the array by several
 * words, each of its accesses picks from the words of its own place in the step. An access to a place that is known
 * costs nothing.
 *
 * Whether there is such an array, the machine code tells: em_timing's no_local. */
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

enum { MOST_STEPS = 64, MOST_WORDS = 200, MOST_ACCESSES = 4096 };

/* Of a register: the instruction that makes it, plus 1; 0: none, -1: several. Beside that one it may go on by a step.
 */
struct maker {
	int32_t by;
	bool steps;
	int64_t step;
};

/* Where an address comes from: a variable and a place in it; `somewhere`: and something that is known only later; step:
 * by which it goes on in a loop, 0: it does not. */
struct origin {
	int32_t sym;
	int64_t at, step;
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
				m[regs[r]].step = in->ops[2].imm;
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
	if (m[reg].steps) {
		o->step = m[reg].step;
		o->somewhere = true;
	}
	if ((in->op == PTX_OP_MOV || in->op == PTX_OP_CVTA) && in->ops[1].kind == PTX_SYM) {
		o->sym = in->ops[1].sym;
		o->at += in->ops[1].imm;
		return true;
	}
	if ((in->op == PTX_OP_MOV || in->op == PTX_OP_CVTA) && in->ops[1].kind == PTX_REG && in->ops[1].reg >= 0)
		return trace(f, m, in->ops[1].reg, o, left);
	if (!is_add(in))
		return false;
	if (in->ops[2].kind == PTX_IMM) {
		o->at += in->ops[2].imm;
		return trace(f, m, in->ops[1].reg, o, left);
	}
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

/* sym -1: not found. */
static struct origin origin_of(const struct ptx_func *f, const struct maker *m, const struct ptx_inst *in)
{
	const struct ptx_operand *a = &in->ops[in->op == PTX_OP_LD];
	struct origin o = { .sym = a->kind == PTX_ADDR ? a->sym : -1 };
	int left = MOST_STEPS;

	if (a->kind == PTX_ADDR && a->reg >= 0 && !trace(f, m, a->reg, &o, &left))
		o.sym = -1;
	return o;
}

/* Words of the array in which the access k lies: up to where the next one begins. */
static int64_t words_of(const struct origin *all, size_t n, size_t k, const struct ptx_var *v)
{
	int64_t end = (int64_t)v->size;

	for (size_t j = 0; j < n; j++)
		if (all[j].sym == all[k].sym && all[j].somewhere && all[j].at > all[k].at && all[j].at < end)
			end = all[j].at;
	return (end - all[k].at + 3) / 4;
}

void em_picked(const struct ptx_module *m, const struct ptx_func *f, struct em_cost *cost)
{
	struct origin *all = NULL;
	struct maker *makers = NULL;
	size_t n = 0, at = 0;

	for (size_t k = 0; k < f->ninsts; k++)
		n += is_local(&f->insts[k]);
	if (!n)
		return;
	if (n <= MOST_ACCESSES) {
		makers = makers_of(f);
		all = xcalloc(n, sizeof *all);
	}
	for (size_t k = 0; k < f->ninsts && all; k++)
		if (is_local(&f->insts[k]))
			all[at++] = origin_of(f, makers, &f->insts[k]);
	at = 0;
	for (size_t k = 0; k < f->ninsts; k++) {
		int64_t words = 0;

		if (!is_local(&f->insts[k]))
			continue;
		if (all && all[at].sym >= 0 && (size_t)all[at].sym < m->nvars && all[at].somewhere) {
			words = words_of(all, n, at, &m->vars[all[at].sym]);
			if (all[at].step > 4 || all[at].step < -4)
				words = (words * 4 + llabs(all[at].step) - 1) / llabs(all[at].step);
		}
		cost[k].picks = (uint8_t)(1 + (words < 0 ? 0 : words > MOST_WORDS ? MOST_WORDS : words));
		at++;
	}
	free(makers);
	free(all);
}
