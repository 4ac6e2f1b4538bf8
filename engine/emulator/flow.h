/* flow: the basic blocks of a function, where each leads, and the order in which decode.c lays them out. */
#ifndef EMULATOR_FLOW_H
#define EMULATOR_FLOW_H

#include "ptx/module.h"

/* Block b holds the instructions [first[b], first[b + 1]) and leads to the blocks to[edge[b]] to to[edge[b + 1] - 1]; block n, which holds nothing, is the end of the
 * function: ret, exit, and whatever falls off. A jump under a guard ends a block; ret and exit under one do not, but lead to n. */
struct em_flow {
	uint32_t n;
	uint32_t *first, *edge, *to;
	uint32_t *block;           /* of each instruction; block[ninsts] is n */
};
/* Marks each instruction that a label names, of ninsts + 1. */
void em_flow_leaders(const struct ptx_func *f, uint8_t *leader);
/* leader: as above. To be released. */
void em_flow_init(struct em_flow *w, const struct ptx_func *f, const uint8_t *leader);
void em_flow_release(struct em_flow *w);
/* order.c: of the n blocks, as an array of n to be freed. The first stays first. */
uint32_t *em_flow_order(const struct em_flow *w);

#endif
