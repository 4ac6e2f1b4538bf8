/* cause: why two accesses are not ordered, for words only (cause.c). What it is fed with; em_cause is in conflict.h. */
#ifndef EMULATOR_CAUSE_H
#define EMULATOR_CAUSE_H

#include "emulator/check/check.h"

/* A warp looks at a word, or writes it strongly
 * (fence: what is behind its last one that reaches beyond the block; near: behind its last one, or behind the release);
 * all its lanes have met, or those with one mask; a barrier of the block has come. */
void em_cause_looked(struct em_warp *w, enum ptx_space space, uint64_t addr, int32_t pin, uint32_t lanes, bool at_once);
void em_cause_wrote(struct em_warp *w, enum ptx_space space, uint64_t addr, int32_t pin, const struct ck_behind *fence,
	uint64_t near, bool narrow, uint32_t lanes);
void em_cause_met(struct em_warp *w, const uint32_t *mask); /* NULL: all */
void em_cause_forget(struct em_ckblock *k);
void em_cause_free(struct ck_bares *x);
static inline void em_cause_arrived(struct em_warp *w)
{
	w->blk->check.by_warp.arrived |= 1u << w->index;
}

#endif
