/* flow: the basic blocks of a function, where each leads, and the order in which decode.c lays them out. */
#ifndef EMULATOR_FLOW_H
#define EMULATOR_FLOW_H

#include "ptx/module.h"

/* Block b holds the instructions [first[b], first[b + 1]) and leads to the blocks to[edge[b]] to to[edge[b + 1] - 1];
 * block n, which holds nothing, is the end of the function: ret, exit, and whatever falls off. A jump under a guard
 * ends a block; ret and exit under one do not, but lead to n. */
struct em_flow {
	uint32_t n;
	uint32_t *first, *edge, *to;
	uint32_t *block; /* of each instruction; block[ninsts] is n */
	/* flow/layout.c: the order in which the blocks are laid out; the innermost loop of each block, 0: none (or out
	 * of reach); of each loop the one around it */
	uint32_t *order, *loop, *around;
};
/* Marks each instruction that a label names, of ninsts + 1. */
void em_flow_leaders(const struct ptx_func *f, uint8_t *leader);
/* Of each instruction how many branches lead to it; an array of ninsts + 1 to be freed. */
int32_t *em_flow_ways_in(const struct ptx_func *f);
/* leader: as above. To be released. */
void em_flow_init(struct em_flow *w, const struct ptx_func *f, const uint8_t *leader);
void em_flow_release(struct em_flow *w);
/* Who leads to each block, block n too: from[edge[b]] to from[edge[b + 1] - 1], in their order. To be released. */
struct em_flow_back {
	uint32_t *edge, *from;
};
void em_flow_back_init(struct em_flow_back *r, const struct em_flow *w);
void em_flow_back_release(struct em_flow_back *r);
/* flow/layout.c: fills order (the first block stays first), loop and around. */
void em_flow_order(struct em_flow *w);
/* Needs the order. flow/waiting.c: of each block, does a loop begin there that may wait for other lanes? To be freed.
 */
bool *em_flow_waiting(const struct em_flow *w, const struct ptx_func *f);
/* Does the loop hold block b, in itself or in a loop in it? */
static inline bool em_flow_holds(const struct em_flow *w, uint32_t loop, uint32_t b)
{
	uint32_t l = w->loop[b];

	while (l && l != loop)
		l = w->around[l];
	return l == loop;
}
/* flow/reconvergence.c: of each block the nearest one that all ways from it to the function's end lead through; n: none
 * before the end. An array of n to be freed. */
uint32_t *em_flow_reconvergence(const struct em_flow *w);
/* Needs the order. Of each block: 0, or, where lanes that came there at different times do not go on together, 1 + the
 * block where they do meet again. An array of n to be freed. */
uint32_t *em_flow_apart(const struct em_flow *w, const struct ptx_func *f);

/* flow/meets.c: convergence barriers (lanes/meets.h), of each block: the number of the one that its branch opens, or
 * another branch has before it (inner: it lies in the region itself, and so do all in a loop); of the one that lanes
 * wait at in front of it; of the one that a loop begins with there. EM_MEETS_NONE: none. Each of n + 1. calls: does the
 * block call a function that calls itself? agree: do all lanes surely go one way behind it? ends: is it the end of a
 * kernel, where nobody waits? */
struct em_flow_meets {
	uint8_t *opens, *inner, *waits, *turns;
	uint8_t *joined; /* its branch is made one with the next one: `if (a || b)`, enum em_joined */
};
enum em_joined { EM_JOINED_NOT, EM_JOINED_FIRST, EM_JOINED_LAST };
void em_flow_meets(const struct em_flow *w, const struct ptx_func *f, const bool *calls, const bool *agree,
	const bool *ends, struct em_flow_meets *of);

#endif
