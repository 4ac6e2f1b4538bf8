/* mask: the bits of a mask in runs, as people count them: 0x800000ff is 0-7 and 31. */
#ifndef BASE_MASK_H
#define BASE_MASK_H

#include <stdbool.h>
#include <stdint.h>

struct mask_run {
	int first, last;
};

/* The first run of set bits whose first bit is `from` or a later one. False: there is none, and *run stays. */
bool mask_run_from(uint32_t mask, int from, struct mask_run *run);

#endif
