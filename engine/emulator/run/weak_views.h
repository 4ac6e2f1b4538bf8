/* weak_views: the views of weak.h, for weak.c and weak_views.c.
 *
 * Invariants. A view's entries are in the order in which they were made; entries of stores may overlap each other, an
 * entry of an old copy overlaps no other. What must not go out before another entry has a later or the same time
 * (`due`), so "all that are due, in their order" is always allowed. Between turns memory is what all blocks agree on;
 * in a turn it is that under the entries of one view, and each entry keeps what lay under it. */
#ifndef EMULATOR_WEAK_VIEWS_H
#define EMULATOR_WEAK_VIEWS_H

#include "base/rng.h"
#include "emulator/core/device.h"
#include "emulator/run/weak.h"

enum {
	RUN = 64,    /* bytes of an entry */
	MOST = 96,   /* entries of a view; then the older half of its stores goes out */
	RECENT = 32, /* changes of memory that a block may not have seen when it begins */
	FEW = 6,
	SALT = 0x77 /* the numbers of the schedule itself are not drawn from */
};

struct entry {
	uint64_t addr, due;
	uint32_t bytes;
	bool old; /* not a store that waits: what was here before another block's came */
	uint8_t value[RUN], under[RUN];
};

struct view {
	uint64_t block;
	bool over;                       /* its block has ended */
	uint64_t first_store, first_old; /* when the first of its entries is due; or before that */
	uint64_t floor;                  /* a fence: no later store is due before */
	size_t n;
	struct entry e[MOST];
};

/* A run of bytes that the current instruction writes. */
struct run {
	uint64_t addr;
	uint32_t bytes;
};

struct em_weak {
	struct em_device *d;
	uint64_t seed, nth, drawn, now;
	struct view **view, *in; /* in: whose turn it is */
	size_t n, cap;
	struct recent {
		uint64_t addr;
		uint32_t bytes;
		uint8_t old[RUN];
	} recent[RECENT]; /* a ring */
	uint64_t changes;
	struct em_mem_block last; /* the allocation that was asked for last */
	/* Between before and after: */
	struct run run[EM_WARP];
	uint8_t was[EM_WARP][RUN];
	size_t nruns;
	bool waits; /* what is written waits */
	bool atomic;
	bool release; /* it goes out after all that waits */
	bool acquire; /* old copies are forgotten after it */
};

static inline uint64_t em_weak_draw(struct em_weak *k, uint64_t n)
{
	return rng_below(k->seed ^ SALT, k->nth, k->drawn++, n);
}

static inline uint8_t *em_weak_host(const struct em_weak *k, uint64_t addr)
{
	return k->d->mem.host + (addr - k->d->mem.base);
}

static inline bool em_runs_overlap(uint64_t a, uint32_t an, uint64_t b, uint32_t bn)
{
	return a < b + bn && b < a + an;
}

/* For how many turns of blocks a store waits: mostly few, now and then so many that others get far. */
uint64_t em_weak_lag(struct em_weak *k);

/* Memory as v sees it, and as all agree on it again. */
void em_view_put_on(struct em_weak *k, struct view *v);
void em_view_take_off(struct em_weak *k);
/* Forgets old copies: all, those that are due, or those that meet a run. Not in a view's turn. */
enum which { ALL, DUE, MEETING };
void em_view_forget(struct em_weak *k, struct view *v, enum which which, const struct run *r);
/* Some of the other blocks go on seeing `old` where r changes: of few every other one, of many a few. */
void em_view_keep_old(struct em_weak *k, const struct view *writer, const struct run *r, const uint8_t *old);
/* Stores go out: those that are due at `until`. Not in a view's turn. */
void em_view_go_out(struct em_weak *k, struct view *v, uint64_t until);

#endif
