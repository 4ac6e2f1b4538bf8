/* polls: a warp that looks again and again for what another block is to write. On a GPU it looks once in a round trip
 * to the L2, and twice or so until it is there; here the others only run when it gives up its turn, after many looks.
 * Those are taken out of what is counted: instructions, requests, what the cache model follows. Only where looking
 * changed nothing in the warp's registers: whoever counts its tries has done something. */
#ifndef EMULATOR_POLLS_H
#define EMULATOR_POLLS_H

#include "emulator/core/machine.h"

#define EM_POLLS_FIRST 25u /* accesses that may poll, in a row, until the state is kept */
#define EM_POLLS_MOST 97u  /* ... until others get a turn */

/* The warp is at such an access, i; w->spin is EM_POLLS_FIRST or more. True: it gives up its turn. */
bool em_polls_many(struct em_warp *w, const struct em_inst *i);
void em_polls_free(struct em_polls *p);

#endif
