/* meets: convergence barriers, in kernels with functions that call themselves. Elsewhere lanes that part meet where
 * control flow joins, in whatever order they come there (lanes/warp.c). Not so here, as all calls of such a function
 * have the same few barriers, B6, B7 and so on, which each call puts by for its caller and clears (BMOV.32.CLEAR), and
 * puts back before it returns. What an H200 then does was read off the order in which lanes come to clock64() in
 * functions of seven shapes, with three inputs each (tests/unit/emulator/check_emulator_meets.c). Of these 21, 17 are
 * as there from the first to the last of up to 233 events, the other four for the first 37 to 153:
 *
 * - A branch whose lanes part opens its barrier: the mask of the lanes that are to meet (BSSY). The smaller part goes
 *   on first; of two alike it is the one that has not jumped. The other one is remembered, as one: the next part
 *   takes its place.
 * - Lanes at a barrier (BSYNC) wait until all of its mask are there, or go on at once if they are all of it. Whoever is
 *   not of the mask goes on at once.
 * - Who goes on when lanes wait: the part that is remembered. If there is none, the one that has stood aside for the
 *   shortest time, and with it all lanes that stand at the same instruction: also those who wait there for others, of
 *   calls further out. That is how lanes of different calls become one party. They part again where they return
 *   to different places, or find a mask that they are not in.
 * - A party of several calls puts back the barriers of its lowest lane's call.
 * - If all wait, those at the first place in the code go on.
 *
 * While a group polls, those who wait for others to meet get their turn, too, so that the kernel ends. Not known here:
 * a YIELD, which ptxas puts into a loop that calls such a function and has a volatile load. On an H200 lanes that leave
 * it at different turns go on apart; they meet behind the same loop without one.
 *
 * 1,000 families added up by recursion (tests/bench/hard, family_wealth.recursion) are 17,833 requests of loads and 427
 * of stores on an H200; by these rules 18,456 and 406, and 32 of stores if all met. */
#ifndef EMULATOR_MEETS_H
#define EMULATOR_MEETS_H

#include "emulator/core/machine.h"

/* Of a warp in such a kernel: masks by barrier (EM_MEETS_*), and the lanes that have opened each one where they are. */
struct em_meets {
	uint32_t mask[EM_MEETS_ALL], open[EM_MEETS_ALL];
	uint32_t remembered; /* lanes of the part that is; 0: none */
	uint32_t held;       /* lanes that the first of two joined branches was taken by */
	uint32_t parted;     /* times that lanes have: how late a group stood aside */
	bool gone;           /* the current group has ended */
	bool mixed;          /* lanes of several calls have become one party */
};

/* Have lanes of the warp been one party that were in different calls? */
static inline bool em_meets_mixed(const struct em_warp *w)
{
	return w->meets && w->meets->mixed;
}

/* The warp's group to run next, as em_warp_pick; it has several. */
const struct em_inst *em_meets_pick(struct em_warp *w);
/* As em_warp_split: the lanes `taken` go to `target`, the others to `next`, which follows the branch (or is it). */
const struct em_inst *em_meets_part(
	struct em_warp *w, uint32_t taken, const struct em_inst *target, const struct em_inst *next);
/* The current group comes to where the barrier's region begins: all its lanes are to meet. turns: it comes so in each
 * turn of a loop, and only those who are not in the region yet begin it. */
void em_meets_open(struct em_warp *w, uint8_t barrier, bool turns);
/* The branch i, the first of two that are one, is taken by the lanes `taken` and not by others, who come to the last
 * one next: there the lanes, which are returned, belong to the current group again. */
void em_meets_hold(struct em_warp *w, const struct em_inst *i, uint32_t taken);
uint32_t em_meets_held(struct em_warp *w);
/* The current group has come to the barrier `i->a` in front of the block that i + 1 begins. Returns i + 1, or NULL. */
const struct em_inst *em_meets_wait(struct em_warp *w, const struct em_inst *i);
/* The current group has called a function, whose frame it has: barriers are put by. It returns from there: they are put
 * back; the group goes on where each of its calls came from. */
void em_meets_call(struct em_warp *w);
const struct em_inst *em_meets_ret(struct em_warp *w);
/* The current group ends. */
void em_meets_exit(struct em_warp *w);
/* The frames of a frame that stands for several calls, of one program, by the lanes that are in them. */
struct em_mixed {
	uint32_t n;
	struct em_mixed_part {
		uint32_t lanes;
		struct em_frame *frame;
	} part[EM_WARP];
};

#endif
