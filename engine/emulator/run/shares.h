/* shares: what each block of a launch had to do (struct em_share in work.h), for kernels whose blocks differ. */
#ifndef EMULATOR_SHARES_H
#define EMULATOR_SHARES_H

#include "emulator/core/machine.h"

/* The block has had a turn: what came to its worker's counts since the one before is its. */
void em_shares_turn(struct em_worker *t, struct em_block *b);
/* It has ended, and its caches are settled (em_cache_block_end). */
void em_shares_note(struct em_worker *t, const struct em_block *b);
/* All have. Called with out->wait filled in; fills in share and the three sums beside it. */
void em_shares_result(struct em_run *r, struct em_work *out);

#endif
