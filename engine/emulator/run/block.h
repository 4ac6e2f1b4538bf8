/* block: one thread block of a launch, from its start to its end. */
#ifndef EMULATOR_BLOCK_H
#define EMULATOR_BLOCK_H

#include "emulator/core/machine.h"

enum em_block_end { EM_BLOCK_DONE, EM_BLOCK_YIELD, EM_BLOCK_FAULT };
struct em_block *em_block_new(struct em_worker *t);
void em_block_free(struct em_block *b);
void em_block_start(struct em_block *b, uint64_t linear);
enum em_block_end em_block_run(struct em_block *b);
/* Has the warp a group that can run? */
bool em_warp_runnable(const struct em_warp *w);

#endif
