/* repeat: launches that come again. A benchmark launches one kernel 300 times on the same memory; a histogram is zeroed
 * and made again in each turn. A launch that begins with the memory, the arguments and the shape of an earlier one ends
 * as that one did: it is counted again, what it wrote is put there again, and no block runs.
 *
 * Only where a launch costs much more than a look at all of memory, and only after two real launches that began alike
 * have counted alike (what the caches saw may differ by 1.6 %). All of that hangs on counts, never on a clock, so
 * reports are the same on each machine. Whoever allocates, frees, or loads a module makes the device forget what it has
 * kept.
 */
#ifndef EMULATOR_REPEAT_H
#define EMULATOR_REPEAT_H

#include "emulator/run/block.h"

/* What stood in memory before a launch. {0}: nobody looked. */
struct em_repeat_key {
	uint64_t *hash; /* of each live block */
	size_t n;
	uint64_t all;
	size_t printed;
	uint64_t print_lost;
};

/* Before a launch, its parameters in place. True: it has been done, and *result is filled. */
bool em_repeat_do(struct em_run *r, struct em_repeat_key *key, struct em_result *result);
/* After one that ran. Releases the key. */
void em_repeat_note(struct em_run *r, struct em_repeat_key *key, const struct em_result *result);
void em_repeats_free(struct em_device *d);

#endif
