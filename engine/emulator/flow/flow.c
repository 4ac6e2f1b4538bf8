/* flow: see flow.h. */
#include <stdlib.h>

#include "base/buf.h"
#include "emulator/flow/flow.h"

void em_flow_leaders(const struct ptx_func *f, uint8_t *leader)
{
	for (size_t k = 0; k < f->ninsts; k++)
		for (unsigned o = 0; o < f->insts[k].noperands; o++)
			if (f->insts[k].ops[o].kind == PTX_LABEL)
				leader[f->insts[k].ops[o].vec] = 1;
	for (size_t k = 0; k < f->ntargets; k++)
		leader[f->targets[k]] = 1;
}

static bool jumps(const struct ptx_inst *in)
{
	return in->op == PTX_OP_BRA || in->op == PTX_OP_BRX;
}

static bool leaves(const struct ptx_inst *in)
{
	return in->op == PTX_OP_RET || in->op == PTX_OP_EXIT || in->op == PTX_OP_TRAP || in->op == PTX_OP_BRKPT;
}

static bool ends(const struct ptx_inst *in)
{
	return jumps(in) || (leaves(in) && in->guard < 0);
}

/* Puts down where block b leads, or only counts when to is NULL. */
static uint32_t edges_of(const struct em_flow *w, const struct ptx_func *f, uint32_t b, uint32_t *to)
{
	const struct ptx_inst *last = &f->insts[w->first[b + 1] - 1];
	const struct ptx_branch_table *t =
		last->op == PTX_OP_BRX && last->call >= 0 && (size_t)last->call < f->ntables ? &f->tables[last->call] :
											       NULL;
	uint32_t n = 0;

	if (last->guard >= 0 || !ends(last)) {
		if (to)
			to[n] = b + 1;
		n++;
	}
	if (last->op == PTX_OP_BRA) {
		if (to)
			to[n] = w->block[last->ops[0].vec];
		n++;
	}
	for (int32_t k = 0; t && k < t->n; k++, n++)
		if (to)
			to[n] = w->block[f->targets[t->first + k]];
	for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++)
		if (leaves(&f->insts[k])) {
			if (to)
				to[n] = w->n;
			return n + 1;
		}
	return n;
}

int32_t *em_flow_ways_in(const struct ptx_func *f)
{
	int32_t *ways = xcalloc(f->ninsts + 1, sizeof *ways);

	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].ops[0].kind == PTX_LABEL && f->insts[k].ops[0].vec >= 0)
			ways[f->insts[k].ops[0].vec]++;
	return ways;
}

void em_flow_init(struct em_flow *w, const struct ptx_func *f, const uint8_t *leader)
{
	uint32_t edges = 0;

	*w = (struct em_flow){ .block = xcalloc(f->ninsts + 1, sizeof *w->block) };
	for (size_t k = 0; k < f->ninsts; k++) {
		if (!k || leader[k] || ends(&f->insts[k - 1]))
			w->n++;
		w->block[k] = w->n - 1;
	}
	w->block[f->ninsts] = w->n;
	w->first = xcalloc((size_t)w->n + 1, sizeof *w->first);
	w->edge = xcalloc((size_t)w->n + 1, sizeof *w->edge);
	for (size_t k = f->ninsts; k > 0; k--)
		w->first[w->block[k - 1]] = (uint32_t)k - 1;
	w->first[w->n] = (uint32_t)f->ninsts;
	for (uint32_t b = 0; b < w->n; b++) {
		w->edge[b] = edges;
		edges += edges_of(w, f, b, NULL);
	}
	w->edge[w->n] = edges;
	w->to = xcalloc((size_t)edges + 1, sizeof *w->to);
	for (uint32_t b = 0; b < w->n; b++)
		edges_of(w, f, b, w->to + w->edge[b]);
}

void em_flow_release(struct em_flow *w)
{
	free(w->first);
	free(w->edge);
	free(w->to);
	free(w->block);
	free(w->order);
	free(w->loop);
	free(w->around);
}

void em_flow_back_init(struct em_flow_back *r, const struct em_flow *w)
{
	uint32_t *next = xcalloc((size_t)w->n + 2, sizeof *next);

	r->edge = xcalloc((size_t)w->n + 2, sizeof *r->edge);
	r->from = xcalloc((size_t)w->edge[w->n] + 1, sizeof *r->from);
	for (uint32_t e = 0; e < w->edge[w->n]; e++)
		r->edge[w->to[e] + 1]++;
	for (uint32_t b = 0; b <= w->n; b++)
		next[b + 1] = r->edge[b + 1] += r->edge[b];
	for (uint32_t b = 0; b < w->n; b++)
		for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
			r->from[next[w->to[e]]++] = b;
	free(next);
}

void em_flow_back_release(struct em_flow_back *r)
{
	free(r->edge);
	free(r->from);
}
