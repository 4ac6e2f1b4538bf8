/* permits: few places for many blocks, of which a word says how many are free, or which. Here blocks run one after the
 * other, and each finds nearly all of them free; on a device as many blocks are under way as there are places, and who
 * takes one has waited for the one that was given back first. A part of links.c. */
#ifndef EMULATOR_PERMITS_H
#define EMULATOR_PERMITS_H

#include <stdbool.h>
#include <stdint.h>

/* A moment: cycles of the chain that leads there, and how much longer its loads would be if the memory answered them
 * and not the L2. */
struct em_when {
	uint64_t at, loads;
};

struct em_free;
/* Somebody has taken the first place, and left this number: bits, one for each place that is free, or so many places.
 * To be freed by free(). */
struct em_free *em_permits_new(bool bits, uint32_t value);
/* The word has another number at `now`: places were given back, or taken. Returns whether one was taken that somebody
 * had before; *since: when it was given back. */
bool em_permits_now(struct em_free *p, uint32_t value, struct em_when now, struct em_when *since);

#endif
