/* yields: loops that may wait for other lanes of the same warp, into which ptxas puts a YIELD. Lanes that wait where
 * all are to meet are let go by each YIELD of a lane that is to come there. So those who leave such a loop at different
 * turns do not meet behind it, nor behind an `if` around it: each party goes on by itself, also through the turns of a
 * loop around, until a barrier of the block or the warp brings them together.
 *
 * All parties go on side by side, and who comes to a place in as many turns of such loops, all together, meets there.
 * So a group's party is how many it has taken, and the group that has taken fewest runs first.
 *
 * On an H200 32 lanes that look for a place in a table by compare-and-swap, and need 1 to 32 tries, do what comes after
 * it 32 times; so do 32 lanes that change one word. Lanes that need 1 to 8 tries, in three turns of a loop around, are
 * 7.9, 12.9 and 15.4 parties; here 7.9, 12.2 and 14.0. In programs whose functions call themselves lanes go by
 * lanes/meets.h. */
#ifndef EMULATOR_YIELDS_H
#define EMULATOR_YIELDS_H

#include "emulator/core/machine.h"

/* The current group begins a turn of such a loop, at the slot i. Returns the slot to go on with, or NULL. */
const struct em_inst *em_yields_turn(struct em_warp *w, const struct em_inst *i);
/* The current group has come to the barrier i. True: there are others that come first, and it waits at i. */
bool em_yields_wait(struct em_warp *w, const struct em_inst *i);

#endif
