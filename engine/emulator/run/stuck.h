/* stuck: launches that never end, and the words of a deadlock.
 *
 * A block in which no thread can run is a deadlock (block.c sees it). Threads that poll can always run: they wait for
 * ever when nobody is left who could change what they poll. That is not guessed from the time it takes but proved: a
 * worker whose blocks have only polled for a while compares its whole state (registers, shared, local and global
 * memory, barriers) from round to round; when a state comes back, and from it again the same one, the rounds between
 * will repeat for ever. In that last round each instruction is looked at: where it polls, what, and whether something
 * from outside could end it: a clock, or memory that the host sees too. Then nothing is said.
 *
 * Most endless loops of beginners change memory as they go: `while (i < n) y[i] = ...`. For these less has to come
 * back: the registers that decide where threads go, wait and touch memory (stuck_slice.h). Nothing else can change the
 * next round's way, so it is the same for ever. Where such a register is loaded from memory, nothing may change there.
 * What such a register is computed from may be a clock: then it is asked whether a later time would change anything
 * (stuck_clock.h).
 *
 * Blind: a loop that counts its rounds in a register that it asks about never shows the same state twice. If the kernel
 * has a clock, it is said after very long on it. Else whoever started the launch has to stop it (em_launch.step_budget,
 * cancel). */
#ifndef EMULATOR_STUCK_H
#define EMULATOR_STUCK_H

#include "emulator/core/machine.h"

/* Nothing in b can run and something has not exited: its fault. */
void em_stuck_block(struct em_block *b);

/* A turn of one of this worker's blocks has ended and nothing came of it but polling; `blocks` are the n that it has in
 * flight, in the order of their turns, that one the last. NULL: go on. Else none of them will ever end: the first one
 * of the launch's order, and t->fault is what to say of it. */
struct em_block *em_stuck_turn(struct em_worker *t, struct em_block *blocks, const struct em_block *last, size_t n);
/* Has this worker waited so long that blocks beyond its memory should begin? Theirs may be what the others wait for. */
bool em_stuck_long(const struct em_worker *t, size_t n);
/* Where t->stuck looks: runs the group from i on until it stops, as block.c would. */
const struct em_inst *em_stuck_run(struct em_warp *w, const struct em_inst *i);
bool em_stuck_looks(const struct em_worker *t);
void em_stuck_free(struct em_worker *t);

#endif
