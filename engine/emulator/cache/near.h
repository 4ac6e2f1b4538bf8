/* near: loads of which the sample does not show its share. It follows one line in EM_CACHE_SAMPLE; a load that reads a
 * few lines again and again has none of them followed, or one, and then each of its accesses is in the sample.
 *
 * None, though it asked for many sectors (of 64 lines all are overlooked once in sixty times): it finds them in the L1.
 * A table of two lines that every warp reads was else taken for one that nobody has. Far more or fewer than its share:
 * what it met counts for itself, by its own number of sectors. One word that every warp reads, followed, was else four
 * parts in five of the sample beside a load of whole lines, of which three quarters were then taken for hits. */
#ifndef EMULATOR_NEAR_H
#define EMULATOR_NEAR_H

#include "emulator/cache/cache.h"

/* Loads that are counted apart from all others. */
struct em_near {
	uint64_t requests, sectors; /* all of them, exactly, of loads that are not in the sample */
	struct em_load met;         /* what the others met, scaled to all that they loaded */
	struct em_load sample;      /* the same in the sample: what the remaining loads' sample is without */
};
/* Is the load instruction with these counts (em_pinst.access) one of those that are not in the sample? */
bool em_is_near(const struct em_run *run, const struct em_cache_counts *counts, uint32_t access);
/* Of all loads of global memory but those that look past the L1 (by em_pinst.access). */
void em_near_loads(const struct em_run *run, const struct em_cache_counts *counts, const bool *past_l1,
	const struct em_l2_counts *found, struct em_near *out);
/* What a load instruction asked for, and what is in the sample of it. */
struct em_load em_load_sample(const struct em_run *run, const struct em_cache_counts *counts, uint32_t access,
	uint64_t *requests, uint64_t *sectors);
/* Every count of y is added to x. */
void em_load_add(struct em_load *x, const struct em_load *y);

/* Sectors of followed lines that were loaded: how much is known of where loads found their data. */
uint64_t em_cache_seen(const struct em_cache_run *r);

#endif
