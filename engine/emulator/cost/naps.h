/* naps: how long who looks for a word sleeps between its looks (nanosleep), look after look: as long each time, or
 * longer and longer. Read from the loop's code, as far as the naps follow from numbers that stand in it. */
#ifndef EMULATOR_NAPS_H
#define EMULATOR_NAPS_H

#include "emulator/core/program.h"

/* Nanoseconds after the first looks in vain in the loop [from, to]; returns of how many they are known, of later ones
 * the last one is. 0: it does not sleep, or nobody knows how long. */
unsigned em_naps(const struct ptx_func *f, size_t from, size_t to, uint32_t nap[EM_NAPS]);
/* Cycles by which who sleeps so, between looks of `turn` cycles, is late, on average, at what he has waited for so
 * long: half of the nap that he takes then. */
uint64_t em_overslept(const struct em_vigil *look, uint64_t turn, uint64_t waited, uint64_t khz);

#endif
