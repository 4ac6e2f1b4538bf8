/* exec_flow: where basic blocks end and begin, for the executors that go from one into the next in one step
 * (exec_flow.c, exec_cmp.c).
 *
 * Every slot has two forms. Its own one does what the slot says and no more: whoever looks at each instruction takes it
 * (em_step: the checker of unwritten bytes, the schedules, the search for loops that never end). The quick one may do
 * what stands in the slots after it too, as long as nothing else could happen in between; a warp that nobody looks at
 * runs those. What they count, and which lanes run when, is the same. */
#ifndef EMULATOR_EXEC_FLOW_H
#define EMULATOR_EXEC_FLOW_H

#include "emulator/exec/exec.h"
#include "emulator/lanes/warp.h"

/* At the head i of a basic block (a = instructions in it, id = its counts): counts. Returns the next slot, or NULL as
 * executors do. */
static inline __attribute__((always_inline)) const struct em_inst *flow_head(struct em_warp *w, const struct em_inst *i)
{
	if (EM_UNLIKELY((w->left -= i->instructions) < 0))
		return em_warp_tick(w, i);
	struct em_block_counts *s = EM_BLOCK_COUNTS(w, i);
	s->execs++;
	if (EM_UNLIKELY(w->mask != EM_FULL))
		s->off += EM_WARP - (u32)__builtin_popcount(w->mask);
	return i + 1;
}

/* ... where another group waits at this one: mostly they go on together. */
__attribute__((noinline, unused)) static const struct em_inst *flow_join(struct em_warp *w, const struct em_inst *i)
{
	const struct em_inst *next = em_warp_join(w, i);
	if (EM_LIKELY(next && !w->turns.head))
		return EM_NEXT(w, next);
	if (!next || !(next = flow_head(w, next)))
		return NULL;
	return EM_NEXT(w, next);
}
/* To the head i of a basic block and into it. */
static inline __attribute__((always_inline)) const struct em_inst *flow_enter(
	struct em_warp *w, const struct em_inst *i)
{
	if (EM_UNLIKELY((uintptr_t)i >= w->stop))
		return flow_join(w, i);
	if (EM_UNLIKELY(!(i = flow_head(w, i))))
		return NULL;
	return EM_NEXT(w, i);
}
/* The branch i is taken by these lanes and not by others. */
__attribute__((noinline, unused)) static const struct em_inst *flow_part(
	struct em_warp *w, const struct em_inst *i, u32 on)
{
	const struct em_inst *next = em_warp_part(w, i, on);
	return next ? EM_NEXT(w, next) : NULL;
}

/* The conditional branch i (exec_flow.c, cbra), taken by the lanes `on` of mask, and the head of the block that it
 * leads to. */
static inline __attribute__((always_inline)) const struct em_inst *flow_branch(
	struct em_warp *w, const struct em_inst *i, u32 on, u32 mask)
{
	ptrdiff_t by = 1;
	if (on) {
		EM_GUARD_COUNTS(w, i)->lanes += (u32)__builtin_popcount(on);
		if (EM_UNLIKELY(on != mask))
			return flow_part(w, i, on);
		by = i->distance;
	}
	return flow_enter(w, i + by);
}

#endif
