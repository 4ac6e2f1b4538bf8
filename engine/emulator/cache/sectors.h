/* sectors: lanes' addresses to sectors of global memory and wavefronts of shared memory. */
#ifndef EMULATOR_SECTORS_H
#define EMULATOR_SECTORS_H

#include "emulator/core/machine.h"

unsigned em_count_sectors(const uint64_t *addr, uint32_t mask, unsigned bytes);
/* Those of an atomic: a sector counts as often as lanes work on the busiest word of it, as the hardware counts. */
unsigned em_count_atomic_sectors(const uint64_t *addr, uint32_t mask);
/* The wavefronts of 32 words at these offsets (at[0] is 0, all multiples of 4); remembers patterns in counts->memo,
 * which begins with the offsets and the wavefronts of the last one. */
unsigned em_pattern_waves(struct em_memory_counts *counts, const uint32_t *at);
/* As em_count_wavefronts, of 8 or 16 bytes a lane; remembers the last pattern in counts->memo. */
unsigned em_pattern_wide(
	struct em_memory_counts *counts, const uint32_t *addr, uint32_t mask, unsigned bytes, unsigned *ideal);
/* Counts an access of these lanes that is joined with its neighbours (counts->wide). */
void em_count_joined(struct em_memory_counts *counts, const uint32_t *addr, uint32_t mask);
unsigned em_count_wavefronts(const uint32_t *addr, uint32_t mask, unsigned bytes, unsigned *ideal);

#endif
