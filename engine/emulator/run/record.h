/* record: what one warp's accesses to memory look like, one after another: for pictures of an access. While the block
 * of a launch that is asked about runs (em_launch.record), all of its warps go slot by slot, and of the one that is
 * asked about each access of a source line is kept, up to a number. What is counted and found is the same.
 *
 * Only in the natural order of threads; not of copies that the hardware makes by itself (cp.async.bulk). */
#ifndef EMULATOR_RECORD_H
#define EMULATOR_RECORD_H

#include "emulator/core/machine.h"

/* Of a launch; NULL where nothing is asked. */
struct em_record *em_record_new(const struct em_run *r);
void em_record_free(struct em_record *k);
/* Into *out; what is there is its. */
void em_record_result(struct em_record *k, struct em_result *out);
/* Is it this block? */
bool em_record_block(const struct em_block *b);
/* Runs the group from i on until it stops, as block.c would; or gives i back when there is nothing more to keep. */
const struct em_inst *em_record_run(struct em_warp *w, const struct em_inst *i);

#endif
