/* layout: the order in which a function's basic blocks are laid out. Of a warp's groups of lanes the one that is least
 * far in it goes on, and groups become one where they meet (warp.c). So that this is where control flow joins, a block
 * stands after all that lead to it, except from within a loop that it begins; a loop is in one piece, and what follows
 * it stands after it. Compilers mostly write it so; where they don't (the exit of a loop above its body, a shared tail
 * above one of those who share it), lanes would run ahead of those that they are to meet.
 *
 * Strongly connected components, in topological order, and among those that might be next the one that comes first in
 * the text: text that obeys already stays as it is. Each component is a loop: the block through which it is entered
 * goes first, the edges back to it are left out, and what remains is arranged in the same way. A loop with several
 * entries is taken as entered by the first of them in the text.
 *
 * Several ways back to one place make loops one in the other, whose lanes meet after each, as ptxas makes them
 * (tests/conformance/counters/joins.cu: join_ways_back). Only where such a loop is left from its top (what libcu++
 * makes of a wait at a barrier object) could lanes meet nowhere but there; they do not. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/earliest.h"
#include "emulator/flow/flow.h"

#define NONE UINT32_MAX
#define MOST_DEPTH 64 /* loops within loops; what is deeper stays as it is in the text */

struct arranging {
	const struct em_flow *w;
	uint32_t *region, *around; /* of each block: the innermost loop that was arranged, 0 the function; NONE: out of
				      reach. Of each loop: the one around */
	uint32_t regions;
	uint32_t *order, n;
	/* Of blocks, while a region's components are looked for: */
	uint32_t *number, *low, *component, *next_edge;
	uint32_t *path, *stack;
	bool *entered; /* blocks that a block of another component leads to */
};

static void place(struct arranging *a, const uint32_t *at, uint32_t n, uint32_t depth);

/* Does the edge to block t count where region r, whose header is `header`, is arranged? */
static bool within(const struct arranging *a, uint32_t t, uint32_t r, uint32_t header)
{
	return t < a->w->n && t != header && a->region[t] == r;
}

/* Tarjan's algorithm, without recursion: numbers the components of the blocks at[0..n), from 0; returns how many there
 * are. */
static uint32_t find_components(struct arranging *a, const uint32_t *at, uint32_t n, uint32_t r, uint32_t header)
{
	const struct em_flow *w = a->w;
	uint32_t seen = 0, found = 0, on_stack = 0;

	for (uint32_t k = 0; k < n; k++)
		a->number[at[k]] = a->component[at[k]] = NONE;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t depth = 0;

		if (a->number[at[k]] != NONE)
			continue;
		a->path[depth++] = at[k];
		while (depth) {
			uint32_t b = a->path[depth - 1];

			if (a->number[b] == NONE) {
				a->number[b] = a->low[b] = seen++;
				a->next_edge[b] = w->edge[b];
				a->stack[on_stack++] = b;
			}
			if (a->next_edge[b] < w->edge[b + 1]) {
				uint32_t t = w->to[a->next_edge[b]++];

				if (!within(a, t, r, header))
					continue;
				if (a->number[t] == NONE)
					a->path[depth++] = t;
				else if (a->component[t] == NONE && a->number[t] < a->low[b])
					a->low[b] = a->number[t];
				continue;
			}
			if (--depth && a->low[b] < a->low[a->path[depth - 1]])
				a->low[a->path[depth - 1]] = a->low[b];
			if (a->low[b] != a->number[b])
				continue;
			for (uint32_t t = NONE; t != b;)
				a->component[t = a->stack[--on_stack]] = found;
			found++;
		}
	}
	return found;
}

/* ---- regions */
/* Which blocks are entered from another component, and in how many edges each component is led to by others. */
static void find_entries(
	struct arranging *a, const uint32_t *at, uint32_t n, uint32_t r, uint32_t header, uint32_t *waits)
{
	const struct em_flow *w = a->w;

	for (uint32_t k = 0; k < n; k++)
		for (uint32_t e = w->edge[at[k]]; e < w->edge[at[k] + 1]; e++) {
			uint32_t t = w->to[e];

			if (!within(a, t, r, header) || a->component[t] == a->component[at[k]])
				continue;
			a->entered[t] = true;
			waits[a->component[t]]++;
		}
}

/* The blocks of region r, at[0..n) in the order of the text, go to the end of the order. depth: of the loops around. */
static void arrange(struct arranging *a, const uint32_t *at, uint32_t n, uint32_t r, uint32_t header, uint32_t depth)
{
	const struct em_flow *w = a->w;
	uint32_t found = find_components(a, at, n, r, header), next = 0;
	uint32_t *member = xcalloc(n, sizeof *member), *start = xcalloc((size_t)found + 2, sizeof *start),
		 *waits = xcalloc(found, sizeof *waits);
	uint32_t *sequence = xcalloc(found, sizeof *sequence);
	struct earliest q = {
		0
	}; /* components whose predecessors are all placed, by the first of their blocks in the text
	    */

	for (uint32_t k = 0; k < n; k++)
		start[a->component[at[k]] + 2]++;
	for (uint32_t c = 2; c < found + 2; c++)
		start[c] += start[c - 1];
	for (uint32_t k = 0; k < n; k++)
		member[start[a->component[at[k]] + 1]++] = at[k]; /* start[c + 1] comes to where c + 1 begins */
	find_entries(a, at, n, r, header, waits);
	for (uint32_t c = 0; c < found; c++)
		if (!waits[c])
			earliest_put(&q, member[start[c]], c);
	while (q.n) {
		uint32_t c = sequence[next++] = (uint32_t)earliest_take(&q).what;

		for (uint32_t k = start[c]; k < start[c + 1]; k++)
			for (uint32_t e = w->edge[member[k]]; e < w->edge[member[k] + 1]; e++) {
				uint32_t t = w->to[e];

				if (within(a, t, r, header) && a->component[t] != c && --waits[a->component[t]] == 0)
					earliest_put(&q, member[start[a->component[t]]], a->component[t]);
			}
	}
	for (uint32_t k = 0; k < next; k++)
		place(a, member + start[sequence[k]], start[sequence[k] + 1] - start[sequence[k]], depth);
	free(member);
	free(start);
	free(waits);
	free(sequence);
	earliest_free(&q);
}

/* The blocks at[0..n) are a component: one block, or a loop. */
static void place(struct arranging *a, const uint32_t *at, uint32_t n, uint32_t depth)
{
	uint32_t r, header = at[0];

	if (n == 1 || depth == MOST_DEPTH) {
		memcpy(a->order + a->n, at, n * sizeof *at);
		a->n += n;
		return;
	}
	r = a->regions++;
	a->around[r] = a->region[at[0]];
	for (uint32_t k = n; k-- > 0;) {
		a->region[at[k]] = r;
		if (a->entered[at[k]])
			header = at[k];
	}
	arrange(a, at, n, r, header, depth + 1);
}

/* Marks what the first block leads to, lists it in the order of the text, and returns how many they are. */
static uint32_t reachable(struct arranging *a, uint32_t *at)
{
	const struct em_flow *w = a->w;
	uint32_t depth = 0, n = 0;

	memset(a->region, 0xff, w->n * sizeof *a->region);
	a->region[0] = 0;
	a->path[depth++] = 0;
	while (depth) {
		uint32_t b = a->path[--depth];

		for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
			if (w->to[e] < w->n && a->region[w->to[e]] == NONE) {
				a->region[w->to[e]] = 0;
				a->path[depth++] = w->to[e];
			}
	}
	for (uint32_t b = 0; b < w->n; b++)
		if (a->region[b] != NONE)
			at[n++] = b;
	return n;
}

void em_flow_order(struct em_flow *w)
{
	size_t bytes = ((size_t)w->n + 1) * sizeof(uint32_t);
	struct arranging a = { .w = w,
		.region = xmalloc(bytes),
		.around = xcalloc((size_t)w->n + 1, sizeof *a.around),
		.regions = 1,
		.order = xmalloc(bytes),
		.number = xmalloc(bytes),
		.low = xmalloc(bytes),
		.component = xmalloc(bytes),
		.next_edge = xmalloc(bytes),
		.path = xmalloc(bytes),
		.stack = xmalloc(bytes),
		.entered = xcalloc((size_t)w->n + 1, 1) };
	uint32_t *at = xmalloc(bytes);

	if (w->n) {
		uint32_t n = reachable(&a, at);

		a.entered[0] = true;
		arrange(&a, at, n, 0, NONE, 0);
		for (uint32_t b = 0; b < w->n; b++)
			if (a.region[b] == NONE) {
				a.order[a.n++] = b;
				a.region[b] = 0;
			}
	}
	w->order = a.order;
	w->loop = a.region;
	w->around = a.around;
	free(at);
	free(a.number);
	free(a.low);
	free(a.component);
	free(a.next_edge);
	free(a.path);
	free(a.stack);
	free(a.entered);
}
