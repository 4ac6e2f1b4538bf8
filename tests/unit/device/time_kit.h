/* time_kit: what the tests of the time model share: an H200's profile, a kernel that does nothing but start, and what
 * the model says of it. */
#ifndef TIME_KIT_H
#define TIME_KIT_H

#include <check.h>
#include <string.h>

#include "device/time/time_kernel.h"

static inline struct profile h200(void)
{
	struct profile p;

	ck_assert(!profile_find(&p, "h200", NULL));
	return p;
}

/* A kernel of full blocks that does nothing but start. */
static inline struct em_work work_of(uint64_t blocks, uint64_t warps)
{
	struct em_work w;

	memset(&w, 0, sizeof w);
	w.grid_blocks = w.blocks = blocks;
	w.warps = blocks * warps;
	return w;
}

static inline struct time_parts parts_of(
	const struct profile *p, const struct em_work *w, uint32_t threads, uint32_t resident)
{
	struct counters c;
	struct time_parts t;

	memset(&c, 0, sizeof c);
	time_kernel(p, &(struct time_kernel){ w, &c, threads, resident, 0 }, &t);
	return t;
}

static inline double us(const struct profile *p, const struct em_work *w)
{
	return parts_of(p, w, 256, 8).total_us;
}

#endif
