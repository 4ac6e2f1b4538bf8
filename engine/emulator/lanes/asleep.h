/* asleep: warps that a sweep (exec/sweeps.h) has left at a barrier of all have nothing to do but arrive there, and most
 * of them are left at the same one the next time: where ever fewer warps work, the others come to that barrier again
 * and again. They sleep: who comes to it in their turns is noted for all of them together, and they are left as the
 * sweep left them, at the barrier, with w->swept instructions of their turn behind them. Those in b->arrived have come,
 * so nobody may look at a warp of b->asleep that isn't running; who has to wakes them all.
 *
 * Warp 0 never sleeps, nor does a warp whose turn it is; and nobody does once a thread of the block has exited. */
#ifndef EMULATOR_ASLEEP_H
#define EMULATOR_ASLEEP_H

#include "emulator/core/machine.h"

/* In what state those are that have arrived: EM_AT_BAR, or EM_RUN where the barrier has opened. */
void em_asleep_wake(struct em_block *b, enum em_gstate arrived);

/* The n of them from `first` on arrive. */
static inline void em_asleep_arrive(struct em_block *b, uint32_t first, uint32_t n)
{
	const uint32_t by = b->asleep_for;

	if (!n)
		return;
	for (struct em_warp *w = b->warp[first], *end = b->warp[first + n - 1]->next; w != end; w = w->next)
		w->steps += by;
	b->arrived |= ((1u << n) - 1) << first; /* not all: one of the warps opens the barrier */
	b->t->steps += (uint64_t)by * n;
	b->bar[b->asleep_at->barrier].lanes += n * EM_WARP;
	b->alike += n * EM_WARP;
}

/* A sleeping warp's turn begins. */
static inline void em_asleep_up(struct em_warp *w)
{
	w->blk->asleep &= ~(1u << w->index);
}

/* How many of the warps from `first` on may arrive together: none with which the barrier would open. */
static inline uint32_t em_asleep_from(const struct em_block *b, uint32_t first)
{
	const uint32_t here = first < EM_WARP ? (b->asleep & ~b->arrived) >> first : 0,
		       n = (uint32_t)__builtin_ctz(~here | 1u << (EM_WARP - 1)),
		       lacks = (b->live_threads - b->bar[b->asleep_at->barrier].lanes + EM_WARP - 1) / EM_WARP;

	return n < lacks ? n : lacks - 1;
}

#endif
