/* memory_hash: what stands in the device's memory, as a hash of each allocation. */
#ifndef EMULATOR_MEMORY_HASH_H
#define EMULATOR_MEMORY_HASH_H

#include "emulator/core/device.h"

/* hash[k] for each block k of d->mem that is live; the others' are left alone. All of the device's threads take part,
 * and the hashes do not depend on how many there are. Not while a launch runs. */
void em_memory_hash(const struct em_device *d, uint64_t *hash);

#endif
