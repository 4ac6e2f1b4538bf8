/* barrier: lanes arrive at a block's barriers, and barriers open. */
#ifndef EMULATOR_BARRIER_H
#define EMULATOR_BARRIER_H

#include "emulator/core/machine.h"

/* The current group arrives at barrier `id` of `count` threads (0: all that live), and waits there if `wait`. */
const struct em_inst *em_warp_bar(struct em_warp *w, const struct em_inst *i, uint32_t id, uint32_t count, bool wait);
/* A group waits at the barrier of instruction i, whose arrival is counted elsewhere. */
static inline void em_wait_at(struct em_group *g, const struct em_inst *i)
{
	g->pc = i + 1;
	g->state = EM_AT_BAR;
	g->bar = (uint8_t)i->barrier;
}
/* Whoever waits at this barrier goes on. */
void em_barrier_open(
	struct em_block *b, uint32_t id); /* Exits may complete a barrier that waits for every live thread. */
void em_barrier_settle(struct em_block *b);

#endif
