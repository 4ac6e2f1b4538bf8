/* draws: blocks that deal out their work themselves: a warp draws a ticket, does what it says, and draws the next one.
 * Here the first warps draw most of them, on a device all draw by turns; so all have about as much to do, until there
 * are no more tickets. Then each goes on with the piece that it has, and the kernel ends when the last one is done. How
 * large the pieces are is counted as they are drawn (lanes/drawn.c), in instructions of the warp that draws. Lanes that
 * draw when others of their warp are not done leave some that have long to go after the last ticket: then that is what
 * the last warp has left. Here few warps come to that, so it is their longest. */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/run/count.h"

#include <math.h>

/* How likely a piece that somebody is at has more than x left, at a moment that has nothing to do with it. */
static double more_than(const struct em_draws *d, double all, double x)
{
	double sum = 0;

	for (unsigned k = 0; k < EM_DRAWS; k++)
		if ((double)d->steps[k] > x * (double)d->n[k])
			sum += (double)d->steps[k] - x * (double)d->n[k];
	return sum / all;
}

/* What the last of so many that are at a piece each has left, beyond what they have on average. */
static double last_of(const struct em_draws *d, double all, double most, double warps)
{
	enum { PARTS = 64 };
	double sum = 0;

	for (unsigned k = 0; k < PARTS; k++) {
		double p = more_than(d, all, most * (k + 0.5) / PARTS);

		sum += 1 - pow(p < 1 ? 1 - p : 0, warps) - p;
	}
	return sum * most / PARTS;
}

/* Numbers are drawn by counting; who puts the smaller of two and asks what was there goes on with something else. */
static bool counts_on(const struct em_program *p)
{
	for (size_t k = 0; k < p->npinst; k++) {
		const struct ptx_inst *in = &p->m->ptx->funcs[p->pinst[k].func].insts[p->pinst[k].inst];

		if (p->costs->cost[k].draws && !em_hands_out(in))
			return false;
	}
	return true;
}

void em_draws_result(const struct em_run *r, struct em_work *out)
{
	struct em_draws d = { 0 };
	double n = 0, all = 0, most = 0, steps = 0, after = 0, after_most = 0, late;

	for (int t = 0; t < r->nworkers; t++) {
		const struct em_draws *x = &r->workers[t].draws;

		d.warps += x->warps;
		after += (double)x->after;
		after_most = fmax(after_most, (double)x->after_most);
		steps += (double)r->workers[t].steps;
		for (unsigned k = 0; k < EM_DRAWS; k++) {
			d.n[k] += x->n[k];
			d.steps[k] += x->steps[k];
		}
	}
	for (unsigned k = 0; k < EM_DRAWS; k++) {
		n += (double)d.n[k];
		all += (double)d.steps[k];
		most = d.n[k] ? (double)d.steps[k] / (double)d.n[k] : most;
	}
	/* Who waits for others looks, and draws nothing. */
	if (out->waits || d.warps < 2 || all <= 0 || r->schedule || r->nrun != r->nblocks)
		return;
	late = n > (double)d.warps ? last_of(&d, all, most, (double)d.warps) : most - all / (double)d.warps;
	late = counts_on(r->p) ? fmax(late, after_most - after / (double)d.warps) : late;
	out->draws_late = late > 0 ? (uint64_t)late : 0;
	out->draws_steps = (uint64_t)(steps / (double)(r->nrun * r->nwarps));
}
