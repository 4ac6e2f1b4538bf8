/* warp: the groups of lanes of one warp: which runs next, how they part, meet, wait, call and exit. What returns a slot
 * returns it for an executor to return: the one to go on with, or NULL when the warp must stop or be rescheduled. */
#ifndef EMULATOR_WARP_H
#define EMULATOR_WARP_H

#include "emulator/lanes/asleep.h"

/* The group to run next: merges groups that meet, sets mask and stop. NULL: nothing can run. */
const struct em_inst *em_warp_pick(struct em_warp *w);
/* For schedule.c: wakes the groups whose lanes have come and merges those that have met; which of two groups goes first
 * in the natural order. */
void em_warp_settle(struct em_warp *w);
bool em_warp_before(const struct em_group *x, const struct em_group *y);
/* The current group goes on at pc (and is put back in line). Returns NULL for the handler to return. */
const struct em_inst *em_warp_resched(struct em_warp *w, const struct em_inst *pc);
const struct em_inst *em_warp_split(
	struct em_warp *w, uint32_t taken, const struct em_inst *target, const struct em_inst *next);
/* The conditional branch i is taken by some lanes and not by others: split, and the pick that follows, which mostly
 * finds that those of the lower pc go on. Returns that, or NULL. */
const struct em_inst *em_warp_part(struct em_warp *w, const struct em_inst *i, uint32_t taken);
/* The current group has come to where another one waits, the head i of a basic block: resched, and the pick that
 * follows, which mostly merges them. Returns i if it did, or NULL. */
const struct em_inst *em_warp_join(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_warp_exit(struct em_warp *w);
const struct em_inst *em_warp_tick(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_warp_spin(struct em_warp *w, const struct em_inst *next);
/* So, too, but after accesses that nobody waits by: the other parts of the warp stay in line, hardly ever excepted. */
const struct em_inst *em_warp_pause(struct em_warp *w, const struct em_inst *next);
/* The warp goes on at pc, not at once but when it is picked again: after an access that a watcher wants it to stop at
 * (observe.h). Under a guard it stops after the guarded instruction. */
const struct em_inst *em_warp_leave(struct em_warp *w, const struct em_inst *pc);
/* Lanes of the current group have come to i, where they wait for those that their masks name: mask[l]. Who waits
 * elsewhere in the same function has come, too (PTX ISA, bar.warp.sync, shfl.sync and the others: the same mask and the
 * same qualifiers, not the same instruction; lanes/met_apart.h). Returns i + 1 for those that go on, w->mask, or NULL.
 * *met: who has met, here and elsewhere; of the latter mask[] is filled in. */
const struct em_inst *em_warp_wait_sync(struct em_warp *w, const struct em_inst *i, uint32_t *mask, uint32_t *met);
/* Are all here that this EM_AT_SYNC group waits for? */
bool em_warp_sync_over(const struct em_warp *w, const struct em_group *g);
const struct em_inst *em_warp_call(
	struct em_warp *w, const struct em_inst *i, uint32_t fn, const struct em_inst *entry);
const struct em_inst *em_warp_calli(struct em_warp *w, const struct em_inst *i, uint32_t fn);
/* Programs that recurse or grow the stack: keep the caller's rows and stack before the arguments are copied. */
const struct em_inst *em_warp_save(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_warp_ret(struct em_warp *w);
/* These lanes' rows and stack, as they were saved. */
void em_warp_restore(struct em_warp *w, const struct em_saved *s, uint32_t mask);
void em_frame_unref(struct em_frame *f);

#define EM_SLICE 400000 /* instructions of a warp before it must let others run */

/* A warp's turn in the natural order begins, ends. The first: of a warp that has nothing of it behind it. */
static inline void em_turn_fresh(struct em_warp *w)
{
	w->why = EM_WHY_PICK;
	w->left = w->slice = w->t->slice;
}
static inline void em_turn_begin(struct em_warp *w)
{
	em_turn_fresh(w);
	if (w->swept) {
		w->left -= w->swept;
		w->swept = 0;
		em_asleep_up(w);
	}
}
static inline void em_turn_end(struct em_warp *w)
{
	w->t->steps += (uint64_t)(w->slice - w->left);
	w->steps += (uint64_t)(w->slice - w->left);
}

/* em_warp_pick of a warp whose only group can run. */
static inline const struct em_inst *em_warp_lone(struct em_warp *w)
{
	w->rotate = 0;
	w->cur = 0;
	w->mask = w->g[0].mask;
	w->stop = EM_UNLIKELY(w->turns.head != NULL) ? (uintptr_t)w->turns.head : UINTPTR_MAX;
	return w->g[0].pc;
}

#endif
