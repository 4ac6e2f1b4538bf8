/* meets: where ptxas lets lanes meet again in programs whose functions call themselves (lanes/meets.h): which of a
 * warp's convergence barriers a branch opens, and which one lanes wait at in front of a block.
 *
 * A branch's region is what lies between it and its meeting place (flow/reconvergence.c); all branches with one
 * meeting place have one region. What is open while such a function is called lies in one of the barriers that a
 * function keeps for its caller, B6, B7 and so on from the inside out; the others are reckoned from 0 in the same way
 * (SASS of 21 functions, those of tests/unit/emulator/ptx/meets.ptx and of tests/bench/hard, ptxas 13.0). */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/core/program.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

#define MOST_BLOCKS 1024    /* of larger functions nothing is known */
#define MOST_OF_CONDITION 8 /* instructions of PTX between two branches that become one */

struct work {
	const struct em_flow *w;
	const bool *calls, *agree;
	uint32_t *joins;
	uint8_t *region; /* [j * n + b]: does j's region hold b? */
	uint8_t *has;    /* of each block: has it a region? calls: is such a function called in it? */
	uint8_t *in_calls;
	uint8_t *height; /* 0: not reckoned yet */
	uint8_t *busy;
};

static bool parts(const struct work *k, uint32_t b)
{
	const struct em_flow *w = k->w;

	for (uint32_t e = w->edge[b] + 1; e < w->edge[b + 1] && !k->agree[b]; e++)
		if (w->to[e] != w->to[e - 1])
			return true;
	return false;
}

static void fill(struct work *k, uint32_t b)
{
	const struct em_flow *w = k->w;
	const uint32_t j = k->joins[b];
	uint8_t *in = k->region + (size_t)j * w->n;
	uint32_t *todo = xmalloc(((size_t)w->n + 1) * sizeof *todo), n = 0;

	todo[n++] = b;
	for (bool first = true; n; first = false) {
		const uint32_t at = todo[--n];

		for (uint32_t e = w->edge[at]; e < w->edge[at + 1]; e++)
			if (w->to[e] < w->n && w->to[e] != j && !in[w->to[e]]) {
				in[w->to[e]] = 1;
				todo[n++] = w->to[e];
			}
		k->in_calls[j] |= !first && k->calls[at];
	}
	k->has[j] = 1;
	free(todo);
}

static uint8_t height(struct work *k, uint32_t j)
{
	const struct em_flow *w = k->w;
	uint8_t most = 0;

	if (k->height[j] || k->busy[j])
		return k->height[j];
	k->busy[j] = 1;
	for (uint32_t b = 0; b < w->n; b++) {
		const uint32_t of = k->joins[b];

		if (!k->region[(size_t)j * w->n + b] || of >= w->n || of == j || !k->has[of] ||
			k->in_calls[of] != k->in_calls[j] || !parts(k, b))
			continue;
		const uint8_t h = height(k, of);
		most = h > most ? h : most;
	}
	k->busy[j] = 0;
	return k->height[j] = (uint8_t)(most + (most < EM_MEETS_KEPT));
}

static uint8_t number(struct work *k, uint32_t j)
{
	const uint8_t h = height(k, j);

	return (uint8_t)(h - 1 + (k->in_calls[j] ? EM_MEETS_FIRST_KEPT : 0));
}

/* A loop's barrier is opened in front of it: where lanes come into the region of j. */
static void open_loop(struct work *k, uint32_t j, uint8_t *turns)
{
	const struct em_flow *w = k->w;
	const uint8_t *in = k->region + (size_t)j * w->n;

	for (uint32_t p = 0; p < w->n; p++)
		for (uint32_t e = w->edge[p]; e < w->edge[p + 1] && !in[p]; e++)
			if (w->to[e] < w->n && in[w->to[e]])
				turns[w->to[e]] = number(k, j);
}

/* Is the block nothing but a few instructions that make the condition of its branch? */
static bool condition_only(const struct em_flow *w, const struct ptx_func *f, uint32_t b)
{
	const uint32_t from = w->first[b], to = w->first[b + 1] - 1;
	int32_t made[EM_REGS_MOST];

	if (to - from > MOST_OF_CONDITION)
		return false;
	for (uint32_t k = from; k < to; k++) {
		const unsigned n = em_regs_written(f, &f->insts[k], made);

		if (f->insts[k].guard >= 0 || !em_computes(&f->insts[k]))
			return false;
		for (unsigned r = 0; r < n; r++)
			for (size_t other = 0; other < f->ninsts; other++)
				if ((other < from || other > to) && em_reg_read(f, &f->insts[other], made[r]))
					return false;
	}
	return true;
}

/* `if (a || b)`: of two branches to one place, with nothing but b's condition between them, ptxas makes one. */
static void join_conditions(
	const struct work *k, const struct ptx_func *f, const struct em_flow_back *back, const struct em_flow_meets *of)
{
	const struct em_flow *w = k->w;

	for (uint32_t b = 0; b < w->n; b++) {
		const struct ptx_inst *first = &f->insts[w->first[b + 1] - 1];
		const uint32_t next = b + 1;

		if (of->opens[b] == EM_MEETS_NONE || next >= w->n || of->opens[next] != of->opens[b] ||
			k->joins[next] != k->joins[b] || back->edge[next + 1] - back->edge[next] != 1 ||
			em_target(first) < 0 || em_target(first) != em_target(&f->insts[w->first[next + 1] - 1]) ||
			w->block[em_target(first)] != k->joins[b] || !condition_only(w, f, next))
			continue;
		of->joined[b] = EM_JOINED_FIRST;
		of->joined[next] = EM_JOINED_LAST;
	}
}

void em_flow_meets(const struct em_flow *w, const struct ptx_func *f, const bool *calls, const bool *agree,
	const bool *ends, struct em_flow_meets *of)
{
	struct em_flow_back back;
	uint8_t *opens = of->opens, *waits = of->waits, *turns = of->turns;
	struct work k = { .w = w, .calls = calls, .agree = agree };

	memset(opens, EM_MEETS_NONE, (size_t)w->n + 1);
	memset(waits, EM_MEETS_NONE, (size_t)w->n + 1);
	memset(turns, EM_MEETS_NONE, (size_t)w->n + 1);
	memset(of->inner, 0, (size_t)w->n + 1);
	memset(of->joined, EM_JOINED_NOT, (size_t)w->n + 1);
	if (w->n > MOST_BLOCKS)
		return;
	k.joins = em_flow_reconvergence(w);
	k.region = xcalloc((size_t)w->n * w->n + 1, 1);
	k.has = xcalloc(4, (size_t)w->n + 1);
	k.in_calls = k.has + w->n + 1;
	k.height = k.in_calls + w->n + 1;
	k.busy = k.height + w->n + 1;
	for (uint32_t b = 0; b < w->n; b++)
		if (parts(&k, b) && k.joins[b] < w->n && !ends[k.joins[b]])
			fill(&k, b);
	for (uint32_t b = 0; b < w->n; b++) {
		const uint32_t j = k.joins[b];

		if (!parts(&k, b) || j >= w->n || !k.has[j])
			continue;
		opens[b] = waits[j] = number(&k, j);
		of->inner[b] = k.region[(size_t)j * w->n + b];
		if (of->inner[b])
			open_loop(&k, j, turns);
	}
	em_flow_back_init(&back, w);
	join_conditions(&k, f, &back, of);
	em_flow_back_release(&back);
	free(k.joins);
	free(k.region);
	free(k.has);
}
