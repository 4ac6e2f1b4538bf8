/* clock: see clock.h. Only programs that read a clock, or sleep, pay for it: a slot after the head of each basic
 * block (EM_H_TICK). */
#include "emulator/cost/clock.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"

#define MOST_SLEEP 1000000u /* PTX ISA, nanosleep: "the maximum sleep duration is 1 millisecond" */

bool em_clock_is(const struct ptx_operand *o)
{
	return o->kind == PTX_SPECIAL &&
		(o->vec == PTX_SREG_CLOCK || o->vec == PTX_SREG_CLOCK_HI || o->vec == PTX_SREG_CLOCK64 ||
			o->vec == PTX_SREG_GLOBALTIMER || o->vec == PTX_SREG_GLOBALTIMER_LO ||
			o->vec == PTX_SREG_GLOBALTIMER_HI);
}

bool em_clock_reads(const struct em_program *p)
{
	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = &p->m->ptx->funcs[p->fn[n].func];

		for (size_t k = 0; k < f->ninsts; k++) {
			if (f->insts[k].op == PTX_OP_NANOSLEEP)
				return true;
			for (unsigned o = 0; o < f->insts[k].noperands; o++)
				if (em_clock_is(&f->insts[k].ops[o]))
					return true;
		}
	}
	return false;
}

/* Warps that are on one multiprocessor at a time. */
static uint64_t resident_warps(const struct em_run *r, const struct em_timing *t)
{
	uint64_t each = t->multiprocessors ? (r->nblocks + t->multiprocessors - 1) / t->multiprocessors : 1;

	return (each < t->resident_blocks ? each : t->resident_blocks) * r->nwarps;
}

/* What a warp needs for a block by itself, or for its turn among those that are there beside it, whichever is longer.
 */
static uint32_t cycles_of(const struct em_run *r, uint32_t block, const uint64_t *pipe)
{
	const struct em_timing *t = r->l->timing;
	const struct em_steps *s = &r->p->costs->steps[block];
	int64_t by_itself = 0, turn, most = r->p->code[r->p->block_slot[block]].a;

	for (int k = 0; t && k < EM_WAIT_COUNT; k++)
		by_itself += (int64_t)s->wait[k] * t->wait_clk[k] / EM_WAIT_UNIT;
	most = by_itself > most ? by_itself : most;
	for (int k = 0; t && k < EM_PIPE_COUNT; k++) {
		turn = (int64_t)(pipe[k] * t->pipe_clk[k] * resident_warps(r, t) / EM_WAIT_UNIT);
		most = turn > most ? turn : most;
	}
	return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

void em_clock_begin(struct em_run *r)
{
	const struct em_program *p = r->p;
	struct em_level *unknown = xcalloc(p->npinst + 1, sizeof *unknown);
	uint64_t(*pipe)[EM_PIPE_COUNT] = xcalloc((size_t)p->nbasic_blocks + 1, sizeof *pipe);

	em_costs_walk(p, unknown, r->l->timing);
	for (size_t k = 0; k < p->npinst; k++)
		for (int i = 0; i < EM_PIPE_COUNT; i++)
			pipe[p->pinst[k].block][i] += p->costs->cost[k].pipe[i] / p->costs->cost[k].turns;
	r->cycles = xcalloc((size_t)p->nbasic_blocks + 1, sizeof *r->cycles);
	for (uint32_t b = 0; b < p->nbasic_blocks; b++)
		r->cycles[b] = cycles_of(r, b, pipe[b]);
	r->cycles_at = r->d->cycles;
	free(pipe);
	free(unknown);
}

void em_clock_block(struct em_block *b)
{
	for (uint32_t k = 0; k < b->nwarps; k++) {
		b->warp[k]->cycles = b->t->run->cycles_at;
		b->warp[k]->slept = 0;
	}
}

void em_clock_barrier(struct em_block *b, uint32_t bar)
{
	uint64_t latest = 0, chain = 0;

	for (int pass = 0; pass < 2; pass++)
		for (uint32_t k = 0; k < b->nwarps; k++) {
			struct em_warp *w = b->warp[k];
			bool waits = false;

			for (uint32_t g = 0; g < w->ngroups; g++)
				waits |= w->g[g].state == EM_AT_BAR && w->g[g].bar == bar;
			if (waits && pass) {
				w->cycles = latest;
				w->chain = chain;
			} else if (waits) {
				latest = w->cycles > latest ? w->cycles : latest;
				chain = w->chain > chain ? w->chain : chain;
			}
		}
}

void em_clock_block_end(struct em_block *b)
{
	struct em_worker *t = b->t;

	for (uint32_t k = 0; k < b->nwarps; k++) {
		t->cycles = b->warp[k]->cycles > t->cycles ? b->warp[k]->cycles : t->cycles;
		*(k ? &t->slept : &t->slept_first) += b->warp[k]->slept;
	}
}

void em_clock_end(struct em_run *r)
{
	for (int t = 0; r->cycles && t < r->nworkers; t++)
		if (r->workers[t].cycles > r->d->cycles)
			r->d->cycles = r->workers[t].cycles;
	free(r->cycles);
	r->cycles = NULL;
}

uint64_t em_clock_ns(const struct em_run *r, uint64_t cycles)
{
	uint32_t khz = r->l->timing ? r->l->timing->clock_khz : 0;

	return khz ? (uint64_t)((unsigned __int128)cycles * 1000000 / khz) : cycles;
}

void em_clock_sleep(struct em_warp *w, uint32_t ns)
{
	const struct em_timing *t = w->t->run->l->timing;
	uint64_t slept = ns < MOST_SLEEP ? ns : MOST_SLEEP;

	w->slept += slept;
	w->cycles += t && t->clock_khz ? slept * t->clock_khz / 1000000 : slept;
}
