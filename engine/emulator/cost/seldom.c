/* seldom: what a seldom executed block asks for, who comes after it waits for it no more often than it was asked for:
 * `if (k % 32 == 0) next = a[k]` and then a use of it in each turn. The walk of critical_path.c goes through all blocks
 * in the order of the code, so a use would wait in each turn as if the block had just run. */
#include "emulator/cost/critical_path.h"

#include <math.h>

/* How often the instruction runs, under a predicate as often as its block is passed through; 0: unknown. */
static double often(const struct em_walk *w, int32_t k)
{
	return w->level[k].ran ? exp2((double)w->level[k].ran / EM_RAN_OCTAVE) : 0;
}

void em_made(struct em_walk *w, int32_t k, int32_t reg)
{
	w->made_at[reg] = k + 1;
}

void em_parted(struct em_walk *w, int32_t k)
{
	const struct ptx_inst *before = k ? &w->f->insts[k - 1] : NULL;

	if (k >= w->parted_to)
		w->parted = w->parted_to = w->f->ninsts;
	if (!before || before->op != PTX_OP_BRA || before->guard >= 0 || before->ops[0].kind != PTX_LABEL ||
		before->ops[0].vec <= k)
		return;
	if (w->branch_to[k] > w->loop) {
		w->parted = w->branch_to[k] - 1;
		w->parted_to = before->ops[0].vec;
		w->other = k;
	}
}

void em_either(const struct em_walk *w, int32_t k, int32_t reg, struct em_moment *m)
{
	const struct em_moment *one = &w->ready[reg];
	const int32_t at = w->made_at[reg] - 1;
	double part;

	if (at < w->parted || at >= w->other || one->t <= w->began.t || often(w, k) <= 0 || often(w, at) <= 0)
		return;
	/* Under predicates both are on their way side by side. */
	if (w->cost[k].runs_as || w->cost[at].runs_as) {
		em_later(m, one);
		return;
	}
	part = often(w, at) / often(w, k);
	m->t += (int64_t)((double)(one->t - w->began.t) * part);
	for (int what = 0; what < EM_WAIT_COUNT; what++)
		m->n[what] += (int32_t)((double)(one->n[what] - w->began.n[what]) * part);
}

void em_seldom_made(struct em_walk *w, int32_t k, int32_t reg)
{
	struct em_moment *m = &w->ready[reg];
	const int32_t at = w->made_at[reg] - 1;
	double part;

	/* What was made before this loop is its first turn's (first_turn). */
	if (at < w->loop || m->t <= w->began.t || w->block_of[at] == w->block_of[k])
		return;
	part = often(w, k) > 0 ? often(w, at) / often(w, k) : 1;
	if (part >= 1 || often(w, at) <= 0)
		return;
	/* Once waited for it is there. */
	em_made(w, k, reg);
	w->waited[at] = (float)part;
	m->t = w->began.t + (int64_t)((double)(m->t - w->began.t) * part);
	for (int what = 0; what < EM_WAIT_COUNT; what++)
		m->n[what] = w->began.n[what] + (int32_t)((double)(m->n[what] - w->began.n[what]) * part);
}

void em_seldom_asked(struct em_level *l, float part)
{
	if (part <= 0 || part >= 1)
		return;
	l->l1 = (uint8_t)((float)l->l1 * part);
	l->l2 = (uint8_t)((float)l->l2 * part);
	l->late = (uint8_t)((float)l->late * part);
	l->dram = (uint8_t)((float)l->dram * part);
	l->passes = (uint16_t)((float)l->passes * part);
	if (!(l->l1 + l->l2 + l->late + l->dram))
		l->l1 = 1;
}
