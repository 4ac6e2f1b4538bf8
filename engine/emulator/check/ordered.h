/* ordered: what a block's strong write says of its reads (ordered.c). The question itself, em_check_ordered and
 * em_check_gap, is in check.h. */
#ifndef EMULATOR_ORDERED_H
#define EMULATOR_ORDERED_H

#include "emulator/check/check.h"

/* What the block read before its last barrier has been read: who sees a later strong write of it knows that. */
void em_reads_publish(struct em_block *b);

#endif
