/* sectors: lanes' addresses to sectors of global memory and wavefronts of shared memory. */
#ifndef EMULATOR_SECTORS_H
#define EMULATOR_SECTORS_H

#include "emulator/core/machine.h"

unsigned em_count_sectors(const uint64_t *addr, uint32_t mask, unsigned bytes);
/* Those of an atomic, as the hardware counts. away: what is added to an address to get that of a GPU's driver. */
unsigned em_count_atomic_sectors(const uint64_t *addr, uint32_t mask, uint64_t away);
/* Of an asynchronous copy of 16 bytes a lane past the L1, from `addr` to `to`. */
unsigned em_count_copy_sectors(const uint64_t *addr, const uint64_t *to, uint32_t mask);
/* The wavefronts of 32 words at these offsets (at[0] is 0, all multiples of 4); remembers patterns in counts->memo,
 * which begins with the offsets and the wavefronts of the last one. */
unsigned em_pattern_waves(struct em_memory_counts *counts, const uint32_t *at);
/* As em_count_wavefronts, of 8 or 16 bytes a lane; remembers the last pattern in counts->memo. */
unsigned em_pattern_wide(
	struct em_memory_counts *counts, const uint32_t *addr, uint32_t mask, unsigned bytes, unsigned *ideal);
/* Counts an access of these lanes that is joined with its neighbours (counts->wide). */
void em_count_joined(struct em_memory_counts *counts, const uint32_t *addr, uint32_t mask);
/* store: is it one? */
unsigned em_count_wavefronts(const uint32_t *addr, uint32_t mask, unsigned bytes, bool store, unsigned *ideal);

#endif
