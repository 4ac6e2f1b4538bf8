/* asks: tries before anybody has succeeded (cost/asks.c). Of the warps that run side by side at the start all look at
 * the word as it is when the launch begins, and so many of them try as would of the first warp. What blocks try that
 * come later, and find what others have left, is counted as it happens. */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

#include <math.h>

/* Warps of the blocks that run side by side at the start, of those that are executed. Not all of them come to the look,
 * where the basic block that ends with it runs less often. */
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

/* Lanes that ran the basic block. */
static uint64_t lanes_of(const struct em_run *r, uint32_t block)
{
	uint64_t off = 0;

	for (int t = 0; t < r->nworkers; t++)
		off += r->workers[t].block_counts[block].off + r->workers[t].block_counts_first[block].off;
	return em_execs_of(r, block) * EM_WARP - off;
}

/* The first atomic of the program at a place near to this one's, which the same unit of the L2 has. */
#define NEAR_BYTES 256
static uint32_t near_place(const struct em_program *p, size_t k)
{
	const struct em_cost *c = p->costs->cost;

	for (size_t j = 0; j < k; j++)
		if (c[j].asks && p->pinst[j].func == p->pinst[k].func && c[j].asks_reg == c[k].asks_reg &&
			abs(c[j].asks_at - c[k].asks_at) < NEAR_BYTES)
			return (uint32_t)j;
	return (uint32_t)k;
}

void em_asks_result(const struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;
	struct em_traffic *x = &out->traffic;

	for (size_t k = 0; k < p->npinst && r->opening; k++) {
		const struct em_cost *c = &p->costs->cost[k];
		const uint32_t block = p->pinst[k].block;
		const struct em_block_counts first = r->opening[block];
		double looked = c->asks ? (double)r->opening[c->asks - 1].execs : 0, warps = first_warps(r), tried,
		       more;
		uint64_t lanes = first.execs * EM_WARP - first.off;

		if (looked <= 0)
			continue;
		warps *= fmin(1, (double)em_execs_of(r, (uint32_t)c->asks - 1) / (double)(r->nrun * r->nwarps));
		tried = (double)first.execs / looked;
		more = warps * (tried < 1 ? tried : 1);
		if (c->retries) {
			more = swaps_at_busiest(x, more * r->nthreads / r->nwarps);
			x->tries_early += more > 0 ? (uint64_t)more : 0;
		} else if (first.execs && x->nearly < EM_EARLY_MOST) {
			const double each = c->asks_lanes ? (double)r->opening_passes[k] : 1;

			x->early[x->nearly++] = (struct em_early){ .warps = (uint64_t)warps,
				.tries = (uint64_t)more,
				.passes = (uint64_t)(more * each),
				.counted = c->asks_lanes ?
					(uint64_t)((double)lanes_of(r, block) *
						fmin(each * (double)first.execs / (double)lanes, 1)) :
					em_execs_of(r, block),
				.place = near_place(p, k),
				.past_l1 = c->asks_l2 && !c->asks_words,
				.words = c->asks_words };
		}
	}
}

/* The instruction is of a loop within [from, to], too. */
static bool is_inner(const struct ptx_func *f, size_t k, size_t from, size_t to)
{
	for (size_t j = k; j < to; j++)
		if (em_target(&f->insts[j]) > (int32_t)from && em_target(&f->insts[j]) <= (int32_t)k)
			return true;
	return false;
}

/* A turn more of the loop [from, to] for so many warps, of which so many are their blocks' first. Who was too late has
 * to walk on at least from the node that another one has changed to the one that this names now. */
static void turns_more(
	const struct em_run *r, int32_t func, size_t from, size_t to, double warps, double first, struct em_work *out)
{
	const struct em_program *p = r->p;
	uint32_t before = UINT32_MAX;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		double times;

		if (pi->func != func || pi->inst < (int32_t)from || pi->inst > (int32_t)to || pi->block == before)
			continue;
		before = pi->block;
		times = is_inner(&p->m->ptx->funcs[func], (size_t)pi->inst, from, to) ? 2 : 1;
		for (int what = 0; what < EM_WAIT_COUNT; what++) {
			out->wait[what] += (int64_t)(times * warps * p->costs->steps[before].wait[what]);
			out->wait_first[what] += (int64_t)(times * first * p->costs->steps[before].wait[what]);
		}
	}
}

/* Sectors that a load past the L1 asks for, on average. */
static double apart(const struct em_run *r)
{
	const struct em_program *p = r->p;
	uint64_t requests = 0, sectors = 0;

	for (size_t k = 0; k < p->npinst; k++)
		for (int t = 0; t < r->nworkers && p->costs->cost[k].past_l1 && p->pinst[k].access >= 0; t++) {
			requests += r->workers[t].memory_counts[p->pinst[k].access].global_req;
			sectors += r->workers[t].memory_counts[p->pinst[k].access].global_sectors;
		}
	return requests && sectors > requests ? (double)sectors / (double)requests : 1;
}

/* Lanes that walk to where they compare and swap. On a device all that run side by side at the start find every node as
 * it was; of those that want the same one all but one have to try again. A simulation of the warps of uneven.join.*
 * (tests/bench/hard; 64 to 4096 warps, side by side and one after the other) has a quarter of the lanes fail each time,
 * so that of 32 lanes, which go on together here too, the last one is done after 1 + log4(32) turns, and of all of them
 * log4(warps) later.
 *
 * There are more loads at the busiest place, too, and each takes longer where others swap. Edges of a picture, whose
 * ends lie beside each other, are mostly joined by the warp that has their neighbours, and few of them ever look at the
 * root of all; ends that may be anywhere lead there all the time. So it is as many times as a load asks for sectors:
 * 2.9 in pictures (meet.join_min.*), where an H200 has one to five times, and 9 to 12 in graphs (words.unite.*), where
 * it has six to twelve. */
void em_walks_result(const struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		double warps = 0, all = (double)(r->nrun * r->nwarps), more;
		size_t from, to;

		if (!r->l->timing || r->schedule || !em_execs_of(r, pi->block) ||
			!em_walks(&p->m->ptx->funcs[pi->func], (size_t)pi->inst, &p->costs->cost[k], &from, &to))
			continue;
		warps = first_warps(r);
		if (warps < 2)
			continue;
		more = log2(warps) / 2;
		turns_more(r, pi->func, from, to, more * warps, more * warps / r->nwarps, out);
		/* A second walk of the kernel begins where the first has joined what there was: more of it leads to one
		 * root (label.joined_trees). */
		out->traffic.loads_place += (uint64_t)((double)out->traffic.loads_place * (apart(r) - 1) * warps / all);
	}
}
