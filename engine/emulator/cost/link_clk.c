/* link_clk: see link_clk.h. */
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/cost/link_clk.h"
#include "emulator/cost/links.h"

/* A barrier between a look and a store makes a hop 133 cycles longer (tests/bench/hard/lessons.md), and a warp by
 * itself wait for 14: so many times as long. */
#define BARRIER_TIMES 9.5

uint64_t em_link_turn(const struct em_program *p, const int64_t *clk, const struct em_vigil *look)
{
	uint64_t sum = 0;
	uint32_t before = UINT32_MAX;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];

		if (pi->func != look->func || pi->inst < look->from || pi->inst > look->to || pi->block == before)
			continue;
		before = pi->block;
		sum += (uint64_t)clk[before];
	}
	return sum;
}

/* What the basic block's chain takes, as it was walked last. */
int64_t em_link_clk(const struct em_run *r, uint32_t block)
{
	const int32_t *wait = r->p->costs->steps[block].wait;
	int64_t clk = 0;

	for (int k = 0; k < EM_WAIT_COUNT; k++)
		clk += (int64_t)wait[k] * r->l->timing->wait_clk[k];
	if (r->nwarps > 1 && !r->p->linked_shared)
		clk += (int64_t)((BARRIER_TIMES - 1) * (double)wait[EM_WAIT_BARRIER] *
			r->l->timing->wait_clk[EM_WAIT_BARRIER]);
	return clk > 0 ? clk / EM_WAIT_UNIT : 0;
}

/* All loads and atomics are answered by the L2; loads: or, but for those that pass the L1 by, by the memory. */
static void walk_code(const struct em_run *r, bool loads)
{
	const struct em_program *p = r->p;
	struct em_level *far = xcalloc(p->npinst + 1, sizeof *far);

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_cost *c = &p->costs->cost[k];

		if (loads && c->wait[EM_WAIT_L1] && !c->past_l1)
			far[k].dram = EM_LEVEL_UNIT;
		else if (c->wait[EM_WAIT_L1] || c->wait[EM_WAIT_ATOMIC])
			far[k].l2 = EM_LEVEL_UNIT;
	}
	em_costs_walk(p, far, r->l->timing);
	free(far);
}

int64_t *em_link_clks(const struct em_run *r, bool loads)
{
	int64_t *clk = xcalloc((size_t)r->p->nbasic_blocks + 1, sizeof *clk);

	walk_code(r, loads);
	for (uint32_t b = 0; b < r->p->nbasic_blocks; b++)
		clk[b] = em_link_clk(r, b);
	return clk;
}

uint64_t em_links_turn(const struct em_run *r, const struct em_vigil *loop)
{
	int64_t *clk = em_link_clks(r, false);
	const uint64_t turn = em_link_turn(r->p, clk, loop);

	free(clk);
	return turn;
}
