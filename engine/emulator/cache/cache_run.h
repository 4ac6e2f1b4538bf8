/* cache_run: what the files of this folder keep of a launch. Private to emulator/cache. */
#ifndef EM_CACHE_RUN_H
#define EM_CACHE_RUN_H

#include "base/buf.h"
#include "emulator/cache/cache.h"
#include "emulator/core/device.h"

#define EM_L1_MOST_WAYS 16 /* of a set of the L1 */

struct em_wave; /* wave.c: what the blocks that run side by side miss */
struct em_part; /* ... those of one worker */

struct em_cache_run {
	/* All workers read these, and mostly at each access that is followed; nobody writes them once blocks run. */
	_Alignas(EM_APART) const struct em_run *run;
	struct em_device *d;
	struct em_timing t;
	struct em_cache_counts *counts;
	int nworkers;
	uint32_t naccesses;
	uint32_t *ahead;            /* by em_pinst.access: instructions of its basic block from it to the end */
	bool *past_l1;              /* by em_pinst.access: a load that does not look into the L1 */
	bool *moves_up;             /* likewise: one that may come before earlier stores */
	bool *local;                /* likewise: of local memory */
	uint64_t most_misses;       /* of one block */
	struct em_mem_block *links; /* the host's memory */
	size_t nlinks;
	uint64_t wave_blocks;
	bool attempt;
	/* Written by whoever has the lock. */
	_Alignas(EM_APART) pthread_mutex_t lock;
	struct em_wave *waves; /* by index; those of which a block has ended */
	struct em_wave *spare; /* one that is done, for the next */
	struct em_part *spare_parts;
	bool replaying; /* somebody is at those that are full */
	uint64_t next_wave;
	/* Written by that one, at each miss. */
	_Alignas(EM_APART) struct em_l2_counts l2;
	struct turn { /* wave.c: of each block of a wave */
		/* The miss that comes next, when it was, and how many are left. What belongs to each miss is one line
		 * of the host's cache. */
		_Alignas(64) const uint64_t *miss;
		const uint32_t *time;
		uint32_t left, processor; /* processor: its multiprocessor */
		uint32_t read, slow;      /* lines that it has asked the L2 for; those that were not there yet */
		struct em_asker asker;
		uint32_t next, next_both; /* em_l2_load's */
		uint32_t here;            /* ... that another block of its multiprocessor had brought */
	} * turn;
	/* Of each block, by position, what its turns came to: where workers note what else it has done, that one would
	 * wait for line after line of theirs. NULL: nothing is kept. */
	struct found {
		uint32_t l2, slow, here, next, next_both;
	} * found;
	struct em_processors *processors; /* NULL: each has one block */
	bool kept; /* of an attempt: em_device.l2_before is the L2 before its first wave; false: none has met it yet */
};

/* Room for more misses. */
static inline void em_misses_room(struct em_misses *m, size_t more)
{
	if (EM_LIKELY(m->n + more <= m->cap))
		return;
	while (m->n + more > m->cap)
		m->cap = m->cap ? 2 * m->cap : 64;
	m->at = xrealloc(m->at, m->cap * sizeof *m->at);
	m->time = xrealloc(m->time, m->cap * sizeof *m->time);
}

/* swaps.c: the busiest word, and place, of loops of compare-and-swap. */
void em_swaps_result(const struct em_cache_run *r, struct em_traffic *out);
/* moments.c: how many times as many passes of atomics follow each other at the busiest place of each moment as at the
 * busiest place of the whole launch. */
double em_cache_crowded(const struct em_cache_run *r);
/* wave.c: waves that are not full, or that a fault left, have their turn at the L2. */
void em_waves_finish(struct em_cache_run *r);

#endif
