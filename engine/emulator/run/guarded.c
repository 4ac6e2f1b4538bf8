/* guarded: bodies of an `if` that the PTX lets ptxas put under a predicate (cost/predicated.c), and what the machine
 * code says of it, where it is there. Which instructions ptxas shares or joins the PTX does not show, so some bodies of
 * eight to eleven slots are branched around: then no stretch of the machine code has all of the body's stores, and its
 * loads from global memory, under one predicate. Loads from shared memory are not asked for: ptxas makes some of them
 * before the `if`. `s[t] = 1; if (t < n) s[t] = x[t];` is one store without a predicate, of a value that was picked. */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/count.h"

#define AHEAD 64 /* instructions that are looked at */

static enum em_guarded_kind kind_of(const struct ptx_inst *in)
{
	bool memory = in->space == PTX_GLOBAL || in->space == PTX_GENERIC;

	if (in->op == PTX_OP_ST)
		return in->space == PTX_SHARED ? EM_GUARDED_SHARED_STORES :
			memory                 ? EM_GUARDED_GLOBAL_STORES :
						 EM_GUARDED_COUNT;
	return in->op == PTX_OP_LD && memory ? EM_GUARDED_GLOBAL_LOADS : EM_GUARDED_COUNT;
}

/* Is there a store to the same place in front of the body that begins at `body`, without a barrier between them? */
static bool overwrites(const struct em_program *p, const struct em_pinst *body, const struct ptx_inst *in)
{
	for (const struct em_pinst *k = body; k > p->pinst && body - k < AHEAD && !(k[-1].kind & EM_K_BAR); k--) {
		const struct ptx_inst *at = &p->m->ptx->funcs[k[-1].func].insts[k[-1].inst];

		if (at->op == PTX_OP_ST && at->space == in->space && at->ops[0].kind == in->ops[0].kind &&
			at->ops[0].reg == in->ops[0].reg && at->ops[0].sym == in->ops[0].sym &&
			at->ops[0].imm == in->ops[0].imm)
			return true;
	}
	return false;
}

bool em_branched_around(const struct em_run *r, const struct em_pinst *pi)
{
	const struct em_program *p = r->p;
	const struct em_guarded *code = r->l->timing ? r->l->timing->guarded : NULL;
	unsigned want[EM_GUARDED_COUNT] = { 0 };

	if (!code || p->nfn != 1 || p->costs->cost[pi - p->pinst].both)
		return false;
	while (pi > p->pinst && pi[-1].block == pi->block)
		pi--;
	for (const struct em_pinst *k = pi; k < p->pinst + p->npinst && k->block == pi->block; k++) {
		const struct em_cost *c = &p->costs->cost[k - p->pinst];
		const struct ptx_inst *in = &p->m->ptx->funcs[k->func].insts[k->inst];
		enum em_guarded_kind kind = kind_of(in);

		if (in->op == PTX_OP_ST && overwrites(p, pi, in))
			return false;
		want[kind == EM_GUARDED_COUNT ? 0 : kind] += kind != EM_GUARDED_COUNT && !c->follows && !c->reloads;
	}
	if (!want[EM_GUARDED_SHARED_STORES] && !want[EM_GUARDED_GLOBAL_STORES])
		return false;
	for (unsigned k = 0; k < code->n; k++) {
		bool there = true;

		for (unsigned j = 0; j < EM_GUARDED_COUNT; j++)
			there &= code->v[k][j] >= want[j];
		if (there)
			return false;
	}
	return true;
}
