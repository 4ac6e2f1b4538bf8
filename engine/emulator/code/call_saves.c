/* keep: what a call keeps of its caller, in programs where the caller may run once more before it comes back: the rows
 * of those registers, and those variables of parameters, that are read behind the call before anything writes them.
 * (Liveness on basic blocks, from the end to the beginning until nothing changes; flow/liveness.c counts words of
 * registers for the time model.) A function that cannot be running twice loses nothing. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

/* Sets of a function's registers, behind them the module's variables. */
struct dec_alive {
	size_t nwords;
	uint64_t *in;
}; /* in: of each block, what is read before it is written */

static void put(uint64_t *set, size_t n, bool on)
{
	if (on)
		set[n / 64] |= 1ull << n % 64;
	else
		set[n / 64] &= ~(1ull << n % 64);
}

static void put_variable(const struct dec *d, uint64_t *set, const struct ptx_operand *o)
{
	if (o->kind != PTX_REG && o->kind != PTX_VEC && o->sym >= 0 && d->p->m->ptx->vars[o->sym].space == PTX_PARAM)
		put(set, d->f->nregs + (size_t)o->sym, true);
}

/* From what is needed behind instruction k to what is needed in front of it. A store may write only a part of a
 * variable. */
static void before(const struct dec *d, size_t k, uint64_t *set)
{
	const struct ptx_inst *in = &d->f->insts[k];
	const struct ptx_call *c = in->op == PTX_OP_CALL && in->call >= 0 ? &d->f->calls[in->call] : NULL;
	int32_t regs[EM_REGS_MOST];
	unsigned n = in->guard < 0 ? em_regs_written(d->f, in, regs) : 0;
	for (unsigned r = 0; r < n; r++)
		put(set, (size_t)regs[r], false);
	n = em_regs_read(d->f, in, regs);
	for (unsigned r = 0; r < n; r++)
		put(set, (size_t)regs[r], true);
	for (unsigned o = 0; o < in->noperands && in->op != PTX_OP_ST; o++)
		if (in->ops[o].kind == PTX_ADDR || in->ops[o].kind == PTX_SYM)
			put_variable(d, set, &in->ops[o]);
	for (int32_t a = 0; c && a < c->nargs; a++)
		if (d->f->operands[c->args + a].kind == PTX_SYM)
			put_variable(d, set, &d->f->operands[c->args + a]);
}

/* What is needed where block b ends. */
static void behind(const struct dec *d, const struct dec_alive *a, uint32_t b, uint64_t *set)
{
	memset(set, 0, a->nwords * sizeof *set);
	for (uint32_t e = d->flow->edge[b]; e < d->flow->edge[b + 1]; e++)
		for (size_t k = 0; k < a->nwords && d->flow->to[e] < d->flow->n; k++)
			set[k] |= a->in[d->flow->to[e] * a->nwords + k];
}

static struct dec_alive *alive_new(const struct dec *d)
{
	const struct em_flow *w = d->flow;
	struct dec_alive *a = xcalloc(1, sizeof *a);
	a->nwords = (d->f->nregs + d->p->m->ptx->nvars) / 64 + 1;
	a->in = xcalloc((size_t)(w->n + 1) * a->nwords, sizeof *a->in);
	uint64_t *set = xcalloc(a->nwords, sizeof *set);
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t b = w->n; b-- > 0;) {
			behind(d, a, b, set);
			for (uint32_t k = w->first[b + 1]; k-- > w->first[b];)
				before(d, k, set);
			changed |= memcmp(a->in + b * a->nwords, set, a->nwords * sizeof *set) != 0;
			memcpy(a->in + b * a->nwords, set, a->nwords * sizeof *set);
		}
	}
	free(set);
	return a;
}

void dec_alive_end(struct dec *d)
{
	if (d->alive)
		free(d->alive->in);
	free(d->alive);
	d->alive = NULL;
}

static void keep(struct dec *d, uint32_t *n, uint32_t row, uint32_t bytes)
{
	struct em_program *p = d->p;
	struct em_keep *last = *n ? &p->keeps[p->nkeeps - 1] : NULL;
	const struct em_fplace *f = d->place;
	/* Neighbours become one, but for where the width of lanes changes. */
	if (last && last->row + last->bytes == row && row != f->r32 && row != f->rp) {
		last->bytes += bytes;
		return;
	}
	*ARENA_PUSH(&p->arena, p->keeps, p->nkeeps, p->ckeeps) = (struct em_keep){ row, bytes };
	++*n;
}

/* In the order of rows (program.c, place_rows). */
uint32_t dec_keep(struct dec *d, uint32_t *first)
{
	const struct ptx_module *x = d->p->m->ptx;
	const uint32_t at = (uint32_t)(d->in - d->f->insts), b = d->flow->block[at];
	uint32_t n = 0;
	*first = (uint32_t)d->p->nkeeps;
	if (!d->place->recursive)
		return 0;
	if (!d->alive)
		d->alive = alive_new(d);
	uint64_t *set = xcalloc(d->alive->nwords, sizeof *set);
	behind(d, d->alive, b, set);
	for (uint32_t k = d->flow->first[b + 1]; k-- > at + 1;)
		before(d, k, set);
#define KEPT(k) (set[(k) / 64] >> (k) % 64 & 1)
	for (unsigned bits = 64; bits; bits = bits == 64 ? 32 : bits == 32 ? 1 : 0) {
		for (size_t r = 0; r < d->f->nregs; r++) {
			const unsigned has = ptx_type_bits(d->f->regs[r].type),
				       class = has == 1 ? 1 :
				has < 64                ? 32 :
							  64;
			if (class == bits && KEPT(r))
				keep(d, &n, d->place->reg[r], has == 1 ? 4 : has < 64 ? 128 : has > 64 ? 512 : 256);
		}
		for (size_t v = 0; bits == 32 && v < x->nvars; v++)
			if (KEPT(d->f->nregs + v) && d->p->var_addr[v] >= d->place->r32 &&
				d->p->var_addr[v] < d->place->rp)
				keep(d, &n, (uint32_t)d->p->var_addr[v], (uint32_t)((x->vars[v].size + 3) / 4) * 128);
	}
	free(set);
	return n;
}
