/* block_places: when places for blocks become free, the earliest first. A part of links.c. */
#ifndef EMULATOR_BLOCK_PLACES_H
#define EMULATOR_BLOCK_PLACES_H

#include "emulator/cost/permits.h"

struct em_places;
struct em_places *em_places_new(uint64_t n); /* all free from the beginning; to be freed by em_places_free */
void em_places_free(struct em_places *p);
/* Takes one: when it became free. `end`: where a device had no more, and blocks are under way without one. */
struct em_when em_places_take(struct em_places *p, struct em_when end);
void em_places_leave(struct em_places *p, struct em_when at);

#endif
