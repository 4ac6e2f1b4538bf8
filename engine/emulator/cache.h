/* cache: a model of what global accesses find in the L1 and the L2, for the time model. It watches every access (observe.h), follows one line
 * of 128 bytes in EM_CACHE_SAMPLE through the caches and scales the result; the lines are chosen by their address, so that each stream of
 * accesses has its share among them.
 *
 * Data path: a block's accesses, warps in turn -> its share of the L1 (cache_touch.c, cache.c) -> what missed, in order, with the block -> when all blocks that a GPU would
 * run side by side are done, their misses take turns at the L2 (l2.c), which lives on from launch to launch.
 *
 * Invariant: the L2 sees blocks in their order in the launch, whoever ran them, so the result does not depend on host threads.
 *
 * What it simplifies: blocks of one multiprocessor do not share L1 lines, and a new block begins with an empty L1. */
#ifndef EMULATOR_CACHE_H
#define EMULATOR_CACHE_H

#include "emulator/internal.h"
#include "emulator/observe.h"
#include "emulator/work.h"

#define EM_CACHE_SAMPLE 16
#define EM_LINE_BYTES 128
#define EM_LINE_SECTORS 4

/* One miss: line << 8 | kind << 4 | sectors. */
enum { EM_MISS_READ, EM_MISS_WRITE, EM_MISS_PARTIAL, EM_MISS_ATOMIC };
struct em_misses { uint64_t *at; size_t n, cap; };

/* ---- of a worker: counts of its accesses, in sectors where nothing else is said. */
struct em_cache_counts {
	uint64_t load_lines, store_lines, read, hit, late, write, partial; /* of the sample */
	uint64_t link_read, link_reads;                                    /* of the sample: what is in the host's memory (em_traffic) */
	uint64_t link_full, link_part, link_writes;                        /* sectors written whole, in part */
	uint64_t link_atomic;                                              /* sectors */
	uint64_t passes, atomic_all, serial;                               /* of all atomics */
	struct em_load *load;       /* by em_pinst.ms */
	uint64_t lanes[1024];       /* passes of atomics by a hash of their place */
};

/* ---- of a block */
struct em_l1_line { uint32_t used, sectors; size_t since; /* turn of its warps in which it was last filled */ };
struct em_touch { uint64_t line; uint32_t ms; uint8_t kind, sectors, full, past; }; /* past: not through the L1; full: of a store, the others in part */
struct em_stream { struct em_touch *at; size_t n, cap; };
struct em_load { uint64_t read, far; }; /* of a load instruction: sectors; those that were not in the L1 yet */
struct em_block_cache {
	struct em_cache_counts *counts; /* its worker's */
	struct em_l1_line *way;
	uint64_t *tag;              /* of each: line + 1; 0: empty */
	size_t recent;              /* where a load was found last */
	uint32_t nsets, nways, clock;
	size_t turn;
	struct em_stream *stream;   /* of each warp: what it did since the last round */
	struct em_misses misses;
};

/* ---- of a device */
struct em_l2;
struct em_l2 *em_l2_new(void);
void em_l2_free(struct em_l2 *l2);
/* Size in bytes and sectors that a miss brings; a new size empties it. */
void em_l2_configure(struct em_l2 *l2, uint64_t bytes, uint32_t fill_sectors);
/* Sectors: read, of these found; brought from memory to answer reads, and for other reasons; written to memory. */
struct em_l2_counts { uint64_t read, hit, filled, filled_else, written; };
struct em_l2 *em_l2_copy(const struct em_l2 *l2);
/* Writes every dirty line to memory. */
void em_l2_flush(struct em_l2 *l2, struct em_l2_counts *c);
void em_l2_access(struct em_l2 *l2, uint64_t miss, struct em_l2_counts *c);

/* ---- of a launch */
struct em_cache_run;
struct em_cache_run *em_cache_run_new(struct em_device *d, const struct em_timing *t, uint64_t blocks, int nworkers, uint32_t nms, bool attempt);
void em_cache_run_free(struct em_cache_run *r);
/* The launch will run again: the L2 is as it was before. Only of an attempt (check.h). */
void em_cache_undo(struct em_cache_run *r);
void em_cache_block_start(struct em_block *b);
/* Every warp has run to a barrier, or to its end: their accesses take turns at the L1. */
void em_cache_round(struct em_block *b);
void em_cache_block_end(struct em_block *b);
void em_cache_block_free(struct em_block *b);
/* Everything is done: what it came to, in proportion to the launch's exact sectors in `c`. Not `whole`: the launch would have gone on, so what is dirty would have been written. */
void em_cache_result(struct em_cache_run *r, bool whole, const struct counters *c, struct em_traffic *out);

/* How many of 16 of this instruction's loads wait for the L2 or memory: missed the L1, or came while another warp's miss was on its way. */
unsigned em_cache_far(const struct em_cache_run *r, uint32_t ms);

static inline unsigned em_cache_count(unsigned sectors)
{
	return (unsigned)(0x4332322132212110ull >> 4 * sectors & 15);
}

/* Is this line followed? */
static inline bool em_cache_sampled(uint64_t line)
{
	return (uint32_t)line * 2654435769u < (uint32_t)(0x100000000ull / EM_CACHE_SAMPLE);
}
/* The lanes of `mask` whose lines are followed. */
static inline uint32_t em_cache_lanes_sampled(const uint64_t *addr, uint32_t mask)
{
	uint32_t m = 0;

	for (int l = 0; l < EM_WARP; l++)
		m |= (uint32_t)em_cache_sampled(addr[l] / EM_LINE_BYTES) << l;
	return m & mask;
}
/* Has a run a line that is followed? */
static inline bool em_cache_run_sampled(uint64_t a, uint32_t n)
{
	uint64_t line = a / EM_LINE_BYTES, last = (a + n - 1) / EM_LINE_BYTES;
	bool any = em_cache_sampled(line);

	while (line != last)
		any |= em_cache_sampled(++line);
	return any;
}
/* Has one of two runs a line that is followed? Most accesses lie in one line or two. */
static inline bool em_cache_runs_sampled(uint64_t a0, uint32_t n0, uint64_t a1, uint32_t n1)
{
	uint64_t a = a0 / EM_LINE_BYTES, b = (a0 + n0 - 1) / EM_LINE_BYTES, c = a1 / EM_LINE_BYTES, d = (a1 + n1 - 1) / EM_LINE_BYTES;
	bool any = em_cache_sampled(a);

	for (uint64_t line = a + 1; line <= b; line++)
		any |= em_cache_sampled(line);
	if (c != b)
		any |= em_cache_sampled(c);
	for (uint64_t line = c + 1; line <= d; line++)
		any |= em_cache_sampled(line);
	return any;
}

/* ---- from exec_watch.c: accesses with sampled lines, of these only the lanes in sampled lines; all lanes of atomics */
void em_cache_runs(struct em_warp *w, const struct em_inst *i, const struct em_runs *r);
/* Runs whose first or last line is followed, or that are longer than a line: the last thing that a load or store does. Returns the instruction behind it. form: k0 | k1 << 2 | EM_ACC_STORE |
 * bytes a lane << 8 | slots of the instruction << 16. */
const struct em_inst *em_cache_follow(struct em_warp *w, const struct em_inst *i, uint64_t a0, uint64_t a1, uint32_t form);
void em_cache_shared_atomic(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask);
void em_cache_lanes(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes, enum em_access kind);

#endif
