/* barrier: lanes arrive at a block's barriers, and barriers open. */
#ifndef EMULATOR_BARRIER_H
#define EMULATOR_BARRIER_H

#include "emulator/lanes/asleep.h"

/* The current group arrives at barrier `id` of `count` threads (0: all that live), and waits there if `wait`. */
const struct em_inst *em_warp_bar(struct em_warp *w, const struct em_inst *i, uint32_t id, uint32_t count, bool wait);
/* A group waits at the barrier of instruction i, whose arrival is counted elsewhere. */
static inline void em_wait_at(struct em_group *g, const struct em_inst *i)
{
	g->pc = i + 1;
	g->state = EM_AT_BAR;
	g->bar = (uint8_t)i->barrier;
}
/* Whoever waits at this barrier goes on: at once, or with b->opened when em_block_run says so. */
void em_barrier_open(struct em_block *b, uint32_t id);
/* Behind b->opened, where those that live have all come as whole warps, each goes on by itself. */
static inline void em_barrier_each(struct em_block *b)
{
	em_asleep_wake(b, EM_RUN);
	b->opened = NULL;
	for (struct em_warp *w = b->warp[0]; w; w = w->next)
		w->g[0].state = EM_RUN;
}
/* Exits may complete a barrier that waits for every live thread. */
void em_barrier_settle(struct em_block *b);

#endif
