/* parts: blocks whose warps are dealt out to several workers. A launch of few blocks for each worker ends when the
 * slowest core ends its last one: 64 equal blocks on 16 cores, of which one is a fifth slower, take a fifth longer. So
 * in an attempt, where warps of a block have nothing to do with each other, the last blocks are dealt out warp by warp:
 * a part of a block is a struct em_block that runs only its warps [from, to).
 *
 * What a block's warps leave to its end (what they touched of the followed lines, what they weigh) is kept until the
 * last part ends; that one then ends the block. So nothing shows who ran what. Where warps meet in memory after all,
 * the workers' shadows show it, as they do for blocks, and the attempt fails. */
#ifndef EM_PARTS_H
#define EM_PARTS_H

#include "emulator/core/machine.h"

struct em_parts;
/* Of a launch that begins; NULL: its blocks are run whole. */
struct em_parts *em_parts_new(const struct em_run *r);
void em_parts_free(struct em_parts *p);
/* So many warps for this worker, of `left` that nobody has: a block's, or one. */
uint64_t em_parts_deal(const struct em_worker *t, uint64_t left);
/* The part has run to its end. True: so have all others, and the block stands for the whole one now. */
bool em_parts_join(struct em_block *b);
/* The part ends a turn, and goes on. What it does in each turn is kept, since the warps of a whole block take turns
 * together. */
void em_parts_turn(struct em_block *b);

#endif
