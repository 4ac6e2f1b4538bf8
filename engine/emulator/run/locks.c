/* locks: how long a lock is held. A warp takes a lock by compare-and-swap, does what it has to do, and lets go; who
 * waits for it can only then take it. What that takes is a turn of the loop, or all from where it begins to where the
 * lock's word is given back, by the chains of the basic blocks that ran there. How locks follow each other is the time
 * model's business (device/time/time_atomics.c). */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

/* Where the word that instruction `take` wants is given back: the last such place; f->ninsts: nowhere. */
static size_t given_back(const struct ptx_func *f, size_t take)
{
	size_t at = f->ninsts;

	for (size_t k = take + 1; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const bool stores = in->op == PTX_OP_ST || in->op == PTX_OP_RED;

		if ((stores || (in->op == PTX_OP_ATOM && !ptx_has(in, PTX_MOD_CAS))) &&
			em_same_place(&f->insts[take].ops[1], &in->ops[stores ? 0 : 1]))
			at = k;
	}
	return at;
}

static double clk_of(const struct em_run *r, uint32_t block)
{
	double clk = 0;

	for (int k = 0; k < EM_WAIT_COUNT; k++)
		clk += (double)r->p->costs->steps[block].wait[k] * r->l->timing->wait_clk[k] / EM_WAIT_UNIT;
	return clk;
}

/* Who takes a lock for its whole block does the work with it, behind a barrier: its warps do that side by side, and the
 * first one of each block counts. */
static bool is_met(const struct ptx_func *f, size_t from, size_t to)
{
	for (size_t k = from; k <= to; k++)
		if (f->insts[k].op == PTX_OP_BAR || f->insts[k].op == PTX_OP_BARRIER)
			return true;
	return false;
}

static uint64_t ran(const struct em_run *r, uint32_t block, bool first)
{
	uint64_t n = 0;

	if (!first)
		return em_execs_of(r, block);
	for (int t = 0; t < r->nworkers; t++)
		n += r->workers[t].block_counts_first[block].execs;
	return n;
}

/* Cycles of all that warps do in [from, to]. */
static double all_of(const struct em_run *r, int32_t func, size_t from, size_t to, bool first)
{
	const struct em_program *p = r->p;
	uint32_t before = UINT32_MAX;
	double clk = 0;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];

		if (pi->func != func || pi->inst < (int32_t)from || pi->inst > (int32_t)to || pi->block == before)
			continue;
		before = pi->block;
		clk += (double)ran(r, before, first) * clk_of(r, before);
	}
	return clk;
}

static uint32_t block_of(const struct em_program *p, int32_t func, size_t inst)
{
	for (size_t k = 0; k < p->npinst; k++)
		if (p->pinst[k].func == func && p->pinst[k].inst == (int32_t)inst)
			return p->pinst[k].block;
	return 0;
}

void em_locks_result(const struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;

	for (size_t k = 0; k < p->npinst && r->l->timing; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		const struct ptx_func *f = &p->m->ptx->funcs[pi->func];
		size_t take = (size_t)pi->inst, from = take, to, back;
		uint64_t tried = em_execs_of(r, pi->block), times;
		double clk;
		bool first;

		if (p->costs->cost[k].retries != 2 || !tried)
			continue;
		to = em_loop_around(f, take, &from);
		back = given_back(f, take);
		if (back == f->ninsts)
			continue;
		if (to == f->ninsts) /* the first try, before the loop */
			from = to = take;
		first = is_met(f, take, back) && ran(r, pi->block, true) && ran(r, block_of(p, pi->func, back), true);
		times = ran(r, block_of(p, pi->func, back), first);
		if (!times)
			continue;
		tried = ran(r, pi->block, first);
		clk = all_of(r, pi->func, from, back > to ? back : to, first);
		/* Tries in vain are not a part of it. */
		if (tried > times)
			clk -= (double)(tried - times) * clk_of(r, pi->block);
		clk /= (double)times;
		if (clk > (double)out->traffic.swap_turn)
			out->traffic.swap_turn = (uint64_t)clk;
	}
}
