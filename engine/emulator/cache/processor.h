/* processor: the L1 of a multiprocessor. Each block has a share of it for itself (cache.c), which begins empty; what
 * the block does not find there another block may have brought, side by side with it or before it, as a table that
 * all of them read. Followed lines alone. */
#ifndef EMULATOR_CACHE_PROCESSOR_H
#define EMULATOR_CACHE_PROCESSOR_H

#include "emulator/cache/cache.h"

struct em_processors;

/* So many of them, with so many bytes each. */
struct em_processors *em_processors_new(uint32_t n, uint64_t bytes);
void em_processors_free(struct em_processors *x);

/* Who asks: the block's number, from 0 to the launch's last, which wave it is of, and when, in its own time; so far
 * apart others of its wave ask at the same time (em_within). */
struct em_asks {
	uint64_t block;
	uint32_t wave, time, within;
};
/* What a block of multiprocessor `which` misses in its own share: are all of its sectors there? If not, they are from
 * now on. A line that is still on its way is not there. What the block has brought itself its share would have kept,
 * unless others leave room: it counts as long as all that the multiprocessor's blocks have read fits. */
bool em_processor_has(struct em_processors *x, uint32_t which, uint64_t miss, const struct em_asks *by);
/* This one comes soon: the host fetches what it is going to need. */
void em_processor_expect(const struct em_processors *x, uint32_t which, uint64_t miss);

#endif
