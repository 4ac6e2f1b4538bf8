/* turns: loops of which ptxas puts several turns side by side. Such a loop goes on while a lane has that many turns
 * left; what is left then goes by halves: of four turns side by side, first two, then one. Lanes of a warp wait for
 * each other after each part, so with 8 and 7 turns to go the one lane is alone in turns 5 to 8 and the other one in 5
 * and 6, and in 7; in the PTX they would be together in seven. Requests and wavefronts follow from who is together.
 * Each part waits for what it asks for, also where all lanes take as many turns (c->rest counts the turns that it
 * lacks).
 *
 * A warp's lanes that wait are a group of their own (EM_AT_PART) at the loop's head. In a loop of one basic block
 * nobody waits for others, so whose part it is comes to its end. */
#ifndef EMULATOR_TURNS_H
#define EMULATOR_TURNS_H

#include "emulator/core/machine.h"

/* The slot i in front of the head of loop i->id, of which the machine code has run->halved[i->id] turns side by side.
 * Returns the slot to go on with, which is the head. */
const struct em_inst *em_turns_begin(struct em_warp *w, const struct em_inst *i);
/* The current group has come to i, the head of the loop or of a block beyond it. Returns i, to go on; or NULL. */
const struct em_inst *em_turns_at(struct em_warp *w, const struct em_inst *i);

#endif
