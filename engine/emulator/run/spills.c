/* spills: what the registers cost that did not fit. No line of PTX shows them: how often each is stored and loaded
 * follows from the loop of the machine code in which it stands, and how often the PTX's loop of the same place turns.
 *
 * Loops are told by jumps back, in the order of their first instructions. Where the machine code has as many as the
 * PTX, the k-th is the k-th; where it has others (ptxas unrolls some), a loop turns as often as the busiest one of the
 * PTX that is nested as deeply, unrolled or not. Where they lie is as with all local memory: a line is one word of each
 * lane of a warp. They are used in turn, so of what is more than a cache holds, it holds a part. */
#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/count.h"

struct loop {
	struct em_jump jump; /* its last instruction, its first one */
	uint32_t depth;      /* 1: in no other loop */
	uint64_t turns;      /* of all warps */
	unsigned unrolled;   /* so many of them are one, where ptxas unrolls it */
};
struct loops {
	struct loop *v;
	uint32_t n;
};

static int by_first(const void *a, const void *b)
{
	const struct loop *x = a, *y = b;

	if (x->jump.to != y->jump.to)
		return x->jump.to < y->jump.to ? -1 : 1;
	return x->jump.at > y->jump.at ? -1 : x->jump.at < y->jump.at;
}

/* Jumps back to one place are one loop. */
static void settle(struct loops *l)
{
	uint32_t n = 0;

	if (!l->n)
		return;
	qsort(l->v, l->n, sizeof *l->v, by_first);
	for (uint32_t k = 0; k < l->n; k++) {
		if (n && l->v[n - 1].jump.to == l->v[k].jump.to) {
			l->v[n - 1].turns += l->v[k].turns;
			continue;
		}
		l->v[n] = l->v[k];
		l->v[n].depth = 1;
		for (uint32_t j = 0; j < n; j++)
			l->v[n].depth += l->v[j].jump.at >= l->v[n].jump.at;
		n++;
	}
	l->n = n;
}

/* The innermost loop that has this instruction; its number plus 1, 0: none. */
static uint32_t loop_at(const struct loops *l, uint32_t at)
{
	uint32_t in = 0;

	for (uint32_t k = 0; k < l->n && l->v[k].jump.to <= at; k++)
		if (l->v[k].jump.at >= at)
			in = k + 1;
	return in;
}

static struct loops of_machine_code(const struct em_spills *s)
{
	struct loops l = { xcalloc((size_t)s->nback + 1, sizeof *l.v), s->nback };

	for (uint32_t k = 0; k < s->nback; k++)
		l.v[k].jump = s->back[k];
	settle(&l);
	return l;
}

static struct loops of_ptx(const struct em_run *r, int32_t func)
{
	const struct em_program *p = r->p;
	const struct ptx_func *f = &p->m->ptx->funcs[func];
	struct loops l = { xcalloc(p->npinst + 1, sizeof *l.v), 0 };

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		const struct ptx_inst *in = &f->insts[pi->inst];

		if (pi->func == func && in->op == PTX_OP_BRA && in->ops[0].kind == PTX_LABEL && in->ops[0].vec >= 0 &&
			in->ops[0].vec <= (int32_t)pi->inst)
			l.v[l.n++] = (struct loop){ { (uint32_t)pi->inst, (uint32_t)in->ops[0].vec }, 0,
				em_execs_of(r, pi->block), p->costs->cost[k].turns };
	}
	settle(&l);
	return l;
}

/* How often the warps turn in a loop of the machine code (loop_at). */
static uint64_t turns_of(const struct loops *machine, const struct loops *ptx, uint32_t loop, uint64_t warps)
{
	uint32_t depth, deepest = 0;
	uint64_t most = 0;

	if (!loop)
		return warps;
	if (machine->n == ptx->n)
		return ptx->v[loop - 1].turns;
	for (uint32_t k = 0; k < ptx->n; k++)
		deepest = ptx->v[k].depth > deepest ? ptx->v[k].depth : deepest;
	depth = machine->v[loop - 1].depth < deepest ? machine->v[loop - 1].depth : deepest;
	for (uint32_t k = 0; k < ptx->n; k++)
		if (ptx->v[k].depth == depth)
			most = ptx->v[k].turns / ptx->v[k].unrolled > most ? ptx->v[k].turns / ptx->v[k].unrolled :
									     most;
	return deepest ? most : warps;
}

/* So much of n as the part is of the whole, or all of it. */
static uint64_t share(uint64_t n, uint64_t part, uint64_t whole)
{
	return part < whole ? (uint64_t)((unsigned __int128)n * part / whole) : n;
}

void em_spills_result(const struct em_run *r, struct em_work *out)
{
	const struct em_timing *t = r->l->timing;
	struct em_traffic *x = &out->traffic;
	uint64_t warps = r->nrun * r->nwarps, stored = 0, loaded = 0, missed, bytes, blocks, beyond;
	struct loops machine, ptx;

	if (!t || !t->spills.n || !r->p->nfn)
		return;
	machine = of_machine_code(&t->spills);
	ptx = of_ptx(r, r->p->fn[0].func);
	for (uint32_t k = 0; k < t->spills.n; k++) {
		const struct em_spill *s = &t->spills.v[k];
		uint64_t turns = turns_of(&machine, &ptx, loop_at(&machine, s->at), warps);

		*(s->store ? &stored : &loaded) += turns * s->words;
		out->pipe[EM_PIPE_ISSUE] += turns;
	}
	free(machine.v);
	free(ptx.v);
	x->passes += stored + loaded;
	x->local_lines += stored;
	x->local_stored += stored * EM_LINE_SECTORS;
	stored *= EM_LINE_SECTORS;
	loaded *= EM_LINE_SECTORS;
	/* Of blocks side by side, on a multiprocessor and on the device. */
	blocks = t->multiprocessors ? (r->nblocks + t->multiprocessors - 1) / t->multiprocessors : r->nblocks;
	blocks = t->resident_blocks && blocks > t->resident_blocks ? t->resident_blocks : blocks;
	bytes = (uint64_t)t->spills.bytes * r->nthreads;
	missed = loaded - share(loaded, t->l1_bytes, bytes * blocks);
	x->l1_read += loaded;
	x->l1_hit += loaded - missed;
	x->l2_read += missed;
	x->l2_write += stored;
	blocks *= t->multiprocessors ? t->multiprocessors : 1;
	blocks = blocks > r->nblocks ? r->nblocks : blocks;
	beyond = missed - share(missed, t->l2_bytes, bytes * blocks);
	x->l2_hit += missed - beyond;
	x->dram_read += beyond;
	x->dram_write += stored - share(stored, t->l2_bytes, bytes * blocks);
}
