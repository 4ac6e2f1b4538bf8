/* reconvergence: where lanes that parted meet again, and where they do not although they come to one place.
 *
 * The meeting place of a branch is its immediate postdominator (Cooper, Harvey and Kennedy, A Simple, Fast Dominance
 * Algorithm, on the graph turned around). A block that only a branch within a loop leads to, out of that loop, is none:
 * lanes come there at different turns, each to do something of their own before the meeting place of that branch. ptxas
 * makes no join there, so an H200 runs such a block once for each turn that lanes leave at
 * (tests/conformance/counters/joins.cu: join_break_work, join_two_breaks). It does where the lanes that leave the loop
 * so never come to meet the others (join_found), and where the branch is the loop's end. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/flow/flow.h"

#define NONE UINT32_MAX

/* Numbers the blocks from which the end can be reached in postorder of the turned graph, from the end; lists them in
 * that order. */
static uint32_t number_from_end(
	const struct em_flow *w, const struct em_flow_back *r, uint32_t *number, uint32_t *listed)
{
	uint32_t *stack = xcalloc((size_t)w->n + 1, sizeof *stack), *next = xcalloc((size_t)w->n + 1, sizeof *next),
		 depth = 0, n = 0;
	bool *seen = xcalloc((size_t)w->n + 1, sizeof *seen);

	memset(number, 0xff, ((size_t)w->n + 1) * sizeof *number);
	memcpy(next, r->edge, ((size_t)w->n + 1) * sizeof *next);
	stack[depth++] = w->n;
	seen[w->n] = true;
	while (depth) {
		uint32_t b = stack[depth - 1];

		if (next[b] < r->edge[b + 1]) {
			uint32_t from = r->from[next[b]++];

			if (!seen[from]) {
				seen[from] = true;
				stack[depth++] = from;
			}
			continue;
		}
		number[b] = n;
		listed[n++] = b;
		depth--;
	}
	free(stack);
	free(next);
	free(seen);
	return n;
}

static uint32_t *joins_of(const struct em_flow *w, const struct em_flow_back *r)
{
	uint32_t *joins = xmalloc(((size_t)w->n + 1) * sizeof *joins),
		 *number = xcalloc((size_t)w->n + 1, sizeof *number);
	uint32_t *listed = xcalloc((size_t)w->n + 1, sizeof *listed), n = number_from_end(w, r, number, listed);
	bool changed = true;

	memset(joins, 0xff, ((size_t)w->n + 1) * sizeof *joins);
	joins[w->n] = w->n;
	while (changed) {
		changed = false;
		for (uint32_t k = n - 1; k-- > 0;) {
			uint32_t b = listed[k], found = NONE;

			for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++) {
				uint32_t x = w->to[e], y = found;

				if (joins[x] == NONE)
					continue;
				while (y != NONE && x != y) {
					while (number[x] < number[y])
						x = joins[x];
					while (number[y] < number[x])
						y = joins[y];
				}
				found = x;
			}
			changed |= joins[b] != found;
			joins[b] = found;
		}
	}
	for (uint32_t b = 0; b < w->n; b++)
		if (joins[b] == NONE) /* the end is out of reach */
			joins[b] = w->n;
	free(number);
	free(listed);
	return joins;
}

uint32_t *em_flow_reconvergence(const struct em_flow *w)
{
	struct em_flow_back r;
	uint32_t *joins;

	em_flow_back_init(&r, w);
	joins = joins_of(w, &r);
	em_flow_back_release(&r);
	return joins;
}

/* Nothing is left to do together. */
static bool only_ends(const struct em_flow *w, const struct ptx_func *f, uint32_t b)
{
	return b == w->n ||
		(f->insts[w->first[b]].guard < 0 &&
			(f->insts[w->first[b]].op == PTX_OP_RET || f->insts[w->first[b]].op == PTX_OP_EXIT));
}

uint32_t *em_flow_apart(const struct em_flow *w, const struct ptx_func *f)
{
	uint32_t *apart = xcalloc((size_t)w->n + 1, sizeof *apart), *at = xcalloc((size_t)w->n + 1, sizeof *at), *joins;
	struct em_flow_back r;

	em_flow_back_init(&r, w);
	joins = joins_of(w, &r);
	for (uint32_t k = 0; k < w->n; k++)
		at[w->order[k]] = k;
	for (uint32_t b = 0; b < w->n; b++) {
		uint32_t from = r.edge[b + 1] - r.edge[b] == 1 ? r.from[r.edge[b]] : NONE;
		bool ends = false;

		if (from == NONE || !w->loop[from] || em_flow_holds(w, w->loop[from], b) || joins[from] == b ||
			only_ends(w, f, joins[from]))
			continue;
		for (uint32_t e = w->edge[from]; e < w->edge[from + 1]; e++)
			ends |= w->to[e] < w->n && at[w->to[e]] <= at[from];
		if (!ends)
			apart[b] = 1 + joins[from];
	}
	em_flow_back_release(&r);
	free(joins);
	free(at);
	return apart;
}
