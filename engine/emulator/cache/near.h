/* near: loads that asked for many sectors, none of them in a line that the cache model follows: they read a few lines
 * again and again (of 64 lines all are overlooked once in sixty times), so they find them in the L1. A table of two
 * lines that every warp reads was else taken for one that nobody has. */
#ifndef EMULATOR_NEAR_H
#define EMULATOR_NEAR_H

#include "emulator/cache/cache.h"

struct em_near {
	uint64_t requests, sectors; /* both 0: it is no such load */
};
/* Of the load instruction with these counts (em_pinst.access). */
struct em_near em_near_of(const struct em_run *run, const struct em_cache_counts *counts, uint32_t access);
/* Of all loads of global memory but those that look past the L1 (by em_pinst.access). */
struct em_near em_near_loads(const struct em_run *run, const struct em_cache_counts *counts, const bool *past_l1);

#endif
