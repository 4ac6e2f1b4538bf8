/* copied: the copies of cp.async that a warp has begun, as they lie in its memory. What is done with them:
 * exec/copies.h. */
#ifndef EMULATOR_COPIED_H
#define EMULATOR_COPIED_H

#include "emulator/core/machine.h"

#define EM_COPIES 32 /* 28 KB a warp, in programs that have cp.async */

struct em_copy {
	const struct em_inst *i;
	uint64_t issued;            /* the warp's code (check.h) when it was */
	uint64_t at_step;           /* the instructions that the warp had executed by then */
	uint32_t mask, bytes;       /* lanes that it is not done for */
	uint32_t all;               /* lanes that it was issued for */
	uint32_t group[EM_WARP];    /* how many groups the lane had committed before it */
	uint32_t to[EM_WARP];       /* offset in shared memory */
	uint32_t lo, hi;            /* all of its lanes' bytes lie from lo to below hi */
	struct em_copied unwritten; /* of its source */
	uint8_t data[EM_WARP][16];
};
struct em_copies {
	uint64_t block; /* position + 1 of the block that these are of */
	uint32_t n, committed[EM_WARP];
	struct em_copy v[EM_COPIES];
};

/* The warp's copies; none when its last ones were another block's. */
static inline struct em_copies *copies_of(struct em_warp *w, uint32_t at)
{
	struct em_copies *c = EM_AT(w, struct em_copies, at);
	if (c->block != w->blk->position + 1) {
		c->block = w->blk->position + 1;
		c->n = 0;
		memset(c->committed, 0, sizeof c->committed);
	}
	return c;
}

/* What a lane's copy brings to the `bytes` bytes of shared memory at `at`: one that this instruction began, or (NULL)
 * the newest that has not been written yet. False: there is none. */
bool em_copied_bytes(struct em_warp *w, const struct em_inst *i, int lane, uint64_t at, unsigned bytes, uint8_t *dst);

#endif
