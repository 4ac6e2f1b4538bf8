/* drawn: warps that draw tickets for their work (cost->draws). What is kept of them is read at the end of the launch
 * (run/draws.c). */
#ifndef EMULATOR_DRAWN_H
#define EMULATOR_DRAWN_H

#include "emulator/core/machine.h"

/* The warp draws a ticket: what it did since the one before was a piece of so many instructions. */
void em_drawn(struct em_warp *w);
/* The block waits for others, and the warp has drawn what it does next: its turn ends at the next basic block, and its
 * block's after that, so that others draw, too. */
void em_drawn_gives_way(struct em_warp *w);
/* The warp has drawn from its block's own numbers: its turn ends at the next basic block, so that the block's other
 * warps draw, too. */
void em_drawn_by_turns(struct em_warp *w);
/* The warp has ended: what it did since its last ticket. */
void em_drawn_last(struct em_warp *w);

#endif
