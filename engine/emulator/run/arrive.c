/* arrive: when the first warps come to the atomics of their kernel. What all of them change at one place waits there in
 * a queue, which cannot begin before: a kernel whose warps load, compute and then add to one word takes both, one after
 * the other. Of a loop with an atomic in it the first turn counts. */
#include <math.h>

#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

static bool is_atomic(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED) && in->space != PTX_SHARED;
}

/* Where the outermost loop begins that number k is in; k: it is in none. */
static int32_t loop_around(const struct ptx_func *f, int32_t k)
{
	int32_t from = k;

	for (size_t j = (size_t)k; j < f->ninsts; j++) {
		int32_t to = em_target(&f->insts[j]);

		from = to >= 0 && to < from ? to : from;
	}
	return from;
}

/* Cycles of a basic block of one warp. */
static double clk_of(const struct em_run *r, uint32_t block)
{
	double clk = 0;

	for (int what = 0; what < EM_WAIT_COUNT; what++)
		clk += (double)r->p->costs->steps[block].wait[what] / EM_WAIT_UNIT * r->l->timing->wait_clk[what];
	return clk > 0 ? clk : 0;
}

/* Cycles that an average warp has behind it when it first comes to number k; its own basic block is behind it, as what
 * is added has mostly been loaded there. What comes to `enough` need not be exact: of all atomics the first one counts.
 */
static double before(const struct em_run *r, size_t k, double enough)
{
	const struct em_pinst *at = &r->p->pinst[k];
	const int32_t loop = loop_around(&r->p->m->ptx->funcs[at->func], at->inst);
	const double warps = (double)(r->nrun * r->nwarps), own = (double)em_execs_of(r, at->block);
	uint32_t last = UINT32_MAX;
	double clk = 0;

	for (size_t j = 0; j <= k && clk < enough; j++) {
		const struct em_pinst *pi = &r->p->pinst[j];
		double execs;

		if (pi->func != at->func || pi->block == last || pi->inst > at->inst)
			continue;
		last = pi->block;
		execs = (double)em_execs_of(r, last);
		clk += clk_of(r, last) * execs / (pi->inst >= loop && own > warps ? own : warps);
	}
	return clk;
}

void em_arrive_result(const struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;
	double first = -1;

	for (size_t k = 0; k < p->npinst && r->l->timing && r->nrun; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		const struct ptx_func *f = &p->m->ptx->funcs[pi->func];
		double clk;

		if (!is_atomic(&f->insts[pi->inst]) || !em_execs_of(r, pi->block))
			continue;
		clk = f->is_entry && first != 0 ? before(r, k, first < 0 ? INFINITY : first) : 0;
		first = first < 0 || clk < first ? clk : first;
	}
	out->arrive_clk = first > 0 ? (uint64_t)first : 0;
}
