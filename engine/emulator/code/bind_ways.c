/* bind_ways: loops with several ways back, of which ptxas has made one. `continue` in a loop is a way back of its own
 * in the PTX. ptxas makes either a loop in a loop of it, so that the lanes that took it turn by themselves until they
 * take another way (flow/layout.c), or leads all ways to one jump at the loop's end, where the lanes of a turn meet.
 * The machine code tells which: each of its loops has one jump back, and there are no more of them than in the PTX
 * (`rulers_shared_stack` and `period_refill` of tests/bench/hard; `machine_apart` has eight loops there for eight ways
 * back). Then the ways back go to a slot behind the loop here, too, from which one jump leads to its top. */
#include "base/buf.h"
#include "emulator/code/decode.h"

/* Of each block its place in the order. */
static uint32_t *places_of(const struct em_flow *w)
{
	uint32_t *at = xcalloc((size_t)w->n + 1, sizeof *at);

	for (uint32_t k = 0; k < w->n; k++)
		at[w->order[k]] = k;
	return at;
}

/* Does the edge lead back to block t, the first of a loop? */
static bool leads_back(const struct em_flow *w, const uint32_t *at, uint32_t b, uint32_t t)
{
	return t < w->n && at[t] <= at[b];
}

/* Loops that begin at block t end with the last block that leads back to it; the block's number + 1. */
static uint32_t *ends_of(const struct em_flow *w, const uint32_t *at, uint32_t *loops, bool *several)
{
	uint32_t *end = xcalloc((size_t)w->n + 1, sizeof *end), *last = xcalloc((size_t)w->n + 1, sizeof *last);

	*loops = 0;
	for (uint32_t k = 0; k < w->n; k++)
		for (uint32_t b = w->order[k], e = w->edge[b]; e < w->edge[b + 1]; e++) {
			const uint32_t t = w->to[e];

			if (!leads_back(w, at, b, t))
				continue;
			*loops += !last[t];
			*several |= last[t] != 0;
			end[t] = last[t] ? b + 1 : 0;
			last[t] = b + 1;
		}
	free(last);
	return end;
}

/* The last block of the loop that begins at `top`, in the order: all of a loop stands in one piece. */
static uint32_t last_of(const struct em_flow *w, const uint32_t *at, uint32_t top, uint32_t end)
{
	uint32_t k = at[end];

	while (k + 1 < w->n && w->loop[top] && em_flow_holds(w, w->loop[top], w->order[k + 1]))
		k++;
	return w->order[k];
}

void dec_ways_back(struct dec *d)
{
	const struct em_flow *w = d->flow;
	uint32_t *at, *end, loops;
	bool several = false;

	d->nways = 0;
	if (d->p->nfn != 1 || !d->p->code_loops)
		return;
	at = places_of(w);
	end = ends_of(w, at, &loops, &several);
	for (uint32_t k = 0; k < w->n && several && d->p->code_loops <= loops; k++) {
		const uint32_t top = w->order[k];

		if (end[top])
			*ARENA_PUSH(&d->p->arena, d->ways, d->nways, d->cways) =
				(struct dec_ways){ top, last_of(w, at, top, end[top] - 1), 0 };
	}
	free(end);
	free(at);
}

bool dec_ends_ways(const struct dec *d, uint32_t b)
{
	for (size_t k = 0; k < d->nways; k++)
		if (d->ways[k].last == b)
			return true;
	return false;
}

void dec_way_back(struct dec *d, uint32_t b)
{
	/* Of loops that end together the innermost comes first: its top comes last. */
	for (size_t k = d->nways; k-- > 0;) {
		struct dec_ways *y = &d->ways[k];

		if (y->last != b)
			continue;
		dec_block(d);
		y->slot = d->block_slot;
		*ARENA_PUSH(&d->p->arena, d->fix, d->nfix, d->cfix) = (struct dec_fix){ (uint32_t)d->p->ncode,
			(uint32_t)d->p->ncode, (int32_t)d->flow->first[y->top] };
		dec_help(d, EM_H_BRA, 0, 0, 0, 0, 0, 0);
	}
}

uint32_t dec_by_way(const struct dec *d, const struct dec_fix *fix)
{
	const uint32_t head = d->head[fix->target];

	for (size_t k = 0; k < d->nways; k++) {
		const struct dec_ways *y = &d->ways[k];

		if ((int32_t)d->flow->first[y->top] == fix->target && fix->slot > head && fix->slot < y->slot)
			return y->slot;
	}
	return head;
}

/* The loop that an edge from block b to block t leads back in, or leaves; NULL: none of them. Who leaves one is not
 * waited for where the others meet (BREAK). */
static const struct dec_ways *way_of(const struct dec *d, const uint32_t *at, uint32_t b, uint32_t t)
{
	const struct em_flow *w = d->flow;

	for (size_t k = d->nways; k-- > 0;) {
		const struct dec_ways *y = &d->ways[k];
		const uint32_t loop = w->loop[y->top];

		if ((y->top == t && leads_back(w, at, b, t)) ||
			(loop && em_flow_holds(w, loop, b) && (t == w->n || !em_flow_holds(w, loop, t))))
			return y;
	}
	return NULL;
}

/* Blocks and edges with the slots behind the loops as blocks, n, n + 1 and so on, which all of a turn come to. */
static void add_slots(const struct dec *d, struct em_flow *x)
{
	const struct em_flow *w = d->flow;
	uint32_t *at = places_of(w), edges = 0, n = 0;

	for (uint32_t b = 0; b < x->n; b++) {
		x->edge[b] = edges;
		if (b >= w->n) {
			const struct dec_ways *y = &d->ways[b - w->n];

			x->first[b] = w->first[y->top];
			x->loop[b] = w->loop[y->top];
			x->to[edges++] = y->top;
			x->to[edges++] = x->n;
			continue;
		}
		x->first[b] = w->first[b];
		x->loop[b] = w->loop[b];
		for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++) {
			const struct dec_ways *y = way_of(d, at, b, w->to[e]);

			x->to[edges++] = y ? w->n + (uint32_t)(y - d->ways) : w->to[e] == w->n ? x->n : w->to[e];
		}
	}
	x->edge[x->n] = edges;
	x->first[x->n] = w->first[w->n];
	for (uint32_t k = 0; k < w->n; k++) {
		x->order[n++] = w->order[k];
		for (size_t y = d->nways; y-- > 0;)
			if (d->ways[y].last == w->order[k])
				x->order[n++] = w->n + (uint32_t)y;
	}
	free(at);
}

uint32_t *dec_apart(const struct dec *d)
{
	const struct em_flow *w = d->flow;
	const uint32_t n = w->n + (uint32_t)d->nways;
	struct em_flow x = { .n = n, .around = w->around };
	uint32_t *apart = em_flow_apart(w, d->f), *slot = xcalloc((size_t)w->n + 1, sizeof *slot);

	for (uint32_t b = 0; b < w->n; b++)
		slot[b] = apart[b] ? d->begins[apart[b] - 1] : 0;
	free(apart);
	if (!d->nways)
		return slot;
	x.first = xcalloc((size_t)n + 1, sizeof *x.first);
	x.edge = xcalloc((size_t)n + 1, sizeof *x.edge);
	x.to = xcalloc((size_t)w->edge[w->n] + 2 * d->nways + 1, sizeof *x.to);
	x.order = xcalloc((size_t)n + 1, sizeof *x.order);
	x.loop = xcalloc((size_t)n + 1, sizeof *x.loop);
	add_slots(d, &x);
	apart = em_flow_apart(&x, d->f);
	for (uint32_t b = 0; b < w->n; b++)
		if (apart[b] > w->n)
			slot[b] = d->ways[apart[b] - 1 - w->n].slot;
	free(apart);
	free(x.first);
	free(x.edge);
	free(x.to);
	free(x.order);
	free(x.loop);
	return slot;
}
