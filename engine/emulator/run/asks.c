/* asks: tries before anybody has succeeded (cost/asks.c). Of the warps that run side by side at the start all look at
 * the word as it is when the launch begins, and so many of them try as would of the first warp. What blocks try that
 * come later, and find what others have left, is counted as it happens. */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/count.h"

/* Warps of the blocks that run side by side at the start, of those that are executed. */
static double first_warps(const struct em_run *r)
{
	const struct em_timing *t = r->l->timing;
	double blocks = (double)t->resident_blocks * t->multiprocessors;

	if (blocks > (double)r->nblocks)
		blocks = (double)r->nblocks;
	return blocks * r->nwarps * (double)r->nrun / (double)r->nblocks;
}

/* Of so many lanes in loops of compare-and-swap: what comes to the busiest place. Each time that one gets through, half
 * of the others still have more to say, so they try twice each. */
static double swaps_at_busiest(const struct em_traffic *t, double lanes)
{
	return t->swaps ? 2 * lanes * (double)t->swaps_place / (double)t->swaps : 0;
}

void em_asks_result(const struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;

	for (size_t k = 0; k < p->npinst && r->opening; k++) {
		const struct em_cost *c = &p->costs->cost[k];
		double looked = c->asks ? (double)r->opening[c->asks - 1] : 0, tried, more;

		if (looked <= 0)
			continue;
		tried = (double)r->opening[p->pinst[k].block] / looked;
		more = first_warps(r) * (tried < 1 ? tried : 1);
		if (c->retries)
			more = swaps_at_busiest(&out->traffic, more * r->nthreads / r->nwarps);
		else
			more -= (double)em_execs_of(r, p->pinst[k].block);
		out->traffic.tries_early += more > 0 ? (uint64_t)more : 0;
	}
}
