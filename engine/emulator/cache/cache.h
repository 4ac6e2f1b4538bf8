/* cache: a model of what global accesses find in the L1 and the L2, for the time model. It watches every access
 * (observe.h), follows one line of 128 bytes in EM_CACHE_SAMPLE through the caches and scales the result; the lines are
 * chosen by their address, so that each stream of accesses has its share among them.
 *
 * Data path: a block's accesses, warps in turn -> its share of the L1 (cache/touch.c, exec_follow.c, cache.c) -> what
 * missed, in order, with the block -> when all blocks that a GPU would run side by side are done, their misses take
 * turns at the L2 (l2.c), which lives on from launch to launch.
 *
 * Invariant: the L2 sees blocks in their order in the launch, whoever ran them, so the result does not depend on host
 * threads.
 *
 * What it simplifies: each block has a share of the L1 for itself, which begins empty; what it misses there its
 * multiprocessor may still have for other blocks (processor.h). */
#ifndef EMULATOR_CACHE_H
#define EMULATOR_CACHE_H

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "emulator/cache/pace.h"
#include "emulator/core/access.h"
#include "emulator/work.h"

#define EM_CACHE_SAMPLE_SHIFT 4
#define EM_CACHE_SAMPLE (1 << EM_CACHE_SAMPLE_SHIFT)
#define EM_CACHE_HASH 2654435769u
#define EM_LINE_SHIFT 7
#define EM_LINE_BYTES (1 << EM_LINE_SHIFT)
#define EM_LINE_SECTORS 4
#define EM_PASS_UNIT 64
#define EM_LINES_PER_PASS \
	4 /* that the load-store unit looks up at once, where they do not meet in the banks of its memory */

/* One miss, in 64 bits: the line (41 bits, EM_LOCAL_LINES included), the load that it is of (em_pinst.access, where
 * that fits), whether it is beside: another warp of the block asked for a sector next to these in the same turn; kind
 * and sectors. */
enum { EM_MISS_READ, EM_MISS_WRITE, EM_MISS_PARTIAL, EM_MISS_ATOMIC };
#define EM_MISS_LOADS (1u << 16)
#define EM_MISS(line, load, beside, kind, sectors) \
	((uint64_t)(line) << 23 | (uint64_t)((load) < EM_MISS_LOADS ? (load) : 0) << 7 | (uint64_t)(beside) << 6 | \
		(uint64_t)(kind) << 4 | (sectors))
#define EM_MISS_LINE(miss) ((miss) >> 23)
#define EM_MISS_LOAD(miss) ((uint32_t)((miss) >> 7) & (EM_MISS_LOADS - 1))
#define EM_MISS_BESIDE(miss) ((miss) >> 6 & 1)
#define EM_MISS_KIND(miss) ((miss) >> 4 & 3)
#define EM_MISS_SECTORS(miss) ((unsigned)(miss)&15)
struct em_misses {
	uint64_t *at;
	uint32_t *time; /* of each: instructions of a warp since the block began (em_block_cache.base) */
	size_t n, cap;
};

/* Local memory, as it lies on a device: a line holds one word of each lane of a warp. These numbers are no address of
 * global memory, and of their last 32 bits (EM_CACHE_TAG) only a device of 384 GB and more has the same ones. A block
 * that begins where another one has ended has that one's lines. */
#define EM_LOCAL_LINES (0x100c0000000ull)

/* ---- of a worker: counts of its accesses, in sectors where nothing else is said. */
struct em_part;
struct em_cache_counts {
	/* wave.c: where it keeps what its blocks of this wave miss, and how many of them ended that the wave does not
	 * count yet. */
	_Alignas(EM_APART) struct em_part *part;
	uint64_t wave, ended;
	uint64_t store_lines, write, partial, partial_lines; /* of the sample */
	uint64_t joined; /* likewise: sectors that stores wrote together with the one before them */
	uint64_t link_full, link_part, link_writes;        /* sectors written whole, in part */
	uint64_t link_atomic;                              /* sectors */
	uint64_t passes, atomic_all, atomic_words, serial; /* of all atomics */
	uint64_t answers;                                  /* passes at the L2 of those that answer */
	uint64_t local_read, local_written, local_lines;   /* of all local accesses; lines that stores touched */
	struct em_load *load;                              /* by em_pinst.access */
	/* Times that a lane got through in a loop of compare-and-swap, by a hash of the word, then by one of its place
	 * of 512 bytes, and times that one got through which changed nothing, by the word: EM_SWAP_PLACES each; NULL:
	 * none yet. And how many lanes tried, in how many warps' tries. */
	uint32_t *swaps;
	struct em_moments *moments;             /* passes of atomics, when they came (moments.c); NULL: none yet */
	uint64_t swap_lanes, swap_tries, locks; /* locks: of those that got through, how many took a lock */
	/* Passes of atomics by a hash of their place; stores, and loads past the L1, that touch one sector, likewise.
	 * Its worker makes them zero before its first block (cleared). Not placed: they all are 0 still. */
	bool cleared, placed;
	uint64_t lanes[1024], stores[1024], loads[1024];
};

/* ---- of a block */
struct em_l1_line {
	uint32_t since[EM_LINE_SECTORS]; /* when each sector was brought, */
	uint32_t load[EM_LINE_SECTORS];  /* by which instruction, */
	uint8_t by[EM_LINE_SECTORS];     /* for which warp; EM_NOBODY: a store left it */
	uint8_t sectors;
	uint32_t latest; /* the latest of `since` */
};
#define EM_NOBODY 255
/* full: sectors that a store writes whole (`sectors` are those of which it writes a part, and access says in how many
 * pieces and, above that, how many bytes of each sector: EM_TOUCH_BYTES; 0: unknown), or lines that a load asks for;
 * pass: what the line takes at the load-store unit, 0 where it has had its pass. */
struct em_touch {
	uint64_t line;
	uint32_t access, time; /* time: instructions of the block that the warp had executed */
	uint8_t kind, sectors, full, pass;
	uint32_t turn; /* em_block_cache.turn */
};
#define EM_TOUCH_PIECES 255u
#define EM_TOUCH_BYTES(access, sector) ((access) >> (8 + 6 * (sector)) & 63)
/* Stores of a warp, one right after the other, meet in the L1 on their way where each touches so many lines at most:
 * records of 24 bytes. Where warps do nothing but store, more than four lines each are too many for all to stay: three
 * stores go together then. (stores.* of tests/bench/hard.) */
#define EM_STORE_MEETS 6
#define EM_STORES_CROWD 4
#define EM_STORES_CROWDED 3
#define EM_FAR_UNIT 64
#define EM_FEW_LINES 4
struct em_stream {
	struct em_touch *at;
	uint32_t n, cap; /* n < cap */
	struct em_pace pace;
	uint64_t began;     /* instructions of the block that its warp had executed at the last round */
	uint32_t last_load; /* the last line's access and 1, if that was a load that had to wait */
	uint32_t last_read; /* likewise, whether it had to or not */
	uint32_t last_time; /* when that one was */
	uint32_t last_way;  /* of the L1: where its line before was, or is no more */
	/* As far as followed lines show it, in units of 1 / EM_FAR_UNIT: how often its warp loaded, and how often it
	 * had to wait. */
	uint32_t loaded[2], far;        /* loaded: of few lines, and of many */
	uint32_t touched[2], waited[2]; /* the lines by which that was seen, and those that had to be waited for */
	uint32_t after[2], both[2];     /* em_load's */
	/* Of a block that is run in parts: its turns but the last one, where they ended, and what its warp had executed
	 * by then. */
	uint32_t nturns;
	struct em_turn {
		uint32_t end;
		uint64_t steps;
	} * turn;
};
/* Of a load instruction, in the sample. */
struct em_load {
	uint64_t read, hit, late; /* sectors; those that the L1 had; of these, what another warp's miss still brings */
	uint64_t far, missed;     /* sectors of loads that had to wait; of these, by a miss of their own */
	/* Lines of which a sector was new to the warp and just brought, or by one that it will have caught up with; of
	 * these, where it had been before. */
	uint64_t come, slid;
	uint64_t anew; /* sectors of loads that found some which had come since their warp was there last */
	uint64_t lines,
		many; /* a line counts for each request that touches it; of these, requests of many (EM_FEW_LINES) */
	uint64_t after, both; /* lines that had to wait, each with the one before and after it of its request; of these,
			       * where that had to too */
	/* Turns of a block, from barrier to barrier, in which any of its warps had such a load; lines of a warp where
	 * another one's line, of the same load and turn, had to wait; of these, that had to too. */
	uint64_t turns, beside, beside_both;
	uint64_t passes;                /* in units of 1 / EM_PASS_UNIT */
	uint64_t link_read, link_reads; /* what is in the host's memory (em_traffic) */
};
struct em_block_cache {
	struct em_cache_counts *counts; /* its worker's */
	/* Ways of the L1: each set has room for `stride` of them and uses nways. */
	struct em_l1_line *way;
	uint32_t *seen;       /* of each way, EM_WARP of them: when each warp touched it last, and 1; 0: not yet */
	uint8_t *had;         /* likewise: the sectors that it has touched */
	uint32_t *tag, *used; /* EM_CACHE_TAG or 0: empty; when it was used last */
	uint32_t nsets, nways, stride, clock;
	/* A block's time, in instructions of a warp: where warps meet, all go on from when the last one came. */
	uint64_t base;          /* the last round's */
	bool links;             /* some memory is the host's */
	bool ahead;             /* a warp has run on behind a barrier at which the others stand: it waits for them */
	uint64_t asked, waited; /* lines of the block's loads so far; of these, that had to wait */
	/* How often warps have met at barriers, and 1, from block to block. Of each load, by em_pinst.access, and of
	 * turns that are even and odd (warps come by of two in a row): the last turn of a warp that came, and whether
	 * it had to wait; NULL: one warp meets nobody. */
	uint32_t turn;
	struct em_came {
		uint32_t turn;
		uint8_t warp;
		bool waited;
	} * came;
	struct em_stream *stream; /* of each warp (w->stream): what it did since the last round */
	struct em_misses misses;
	uint64_t local; /* the first line of its local memory */
};

/* ---- of a device */
struct em_l2;
struct em_l2 *em_l2_new(void);
void em_l2_free(struct em_l2 *l2);
/* Size in bytes and sectors that a miss brings; bytes that an open row of the memory serves of what is read, of what is
 * written back (0: rows do not count). A new size empties it. */
void em_l2_configure(struct em_l2 *l2, uint64_t bytes, uint32_t fill_sectors, uint32_t read_row, uint32_t write_row);
/* Sectors: read (in so many lines, each time that one is asked for), of these found; brought from memory to answer
 * reads, and for other reasons; written to memory. Rows of the memory opened for what is read and written, beyond those
 * of a sweep, in units of 1 / EM_L2_ROW_UNIT. */
#define EM_L2_ROW_UNIT 256
struct em_l2_counts {
	uint64_t few; /* different lines that the launch read, where these are few; 0: many, or none */
	uint64_t read, read_lines, hit, filled, filled_else, written, rows_read, rows_written;
	uint64_t late; /* of `hit`, in units of 1 / EM_L2_LATE_UNIT: still on their way from the memory, for another
			  block or, a sector beside these, for another warp of this one */
	/* The same of each load, by em_pinst.access; `loads` of them. */
	struct em_l2_load {
		uint64_t read, hit, late;
		/* Lines that a block asked for right after another one, in the same turn of this load, which the memory
		 * had to bring; of these, that it had to bring too. */
		uint64_t after, both;
		uint64_t here; /* sectors beside these that another block of the multiprocessor had brought */
		/* Lines of one request after another one of it that the memory had to bring; of these, that it had to
		 * bring too. */
		uint64_t next, next_both;
	} * load;
	uint32_t loads;
	uint64_t here; /* of all loads */
};
#define EM_L2_LATE_UNIT 16
/* A launch is over: what its last accesses opened. */
void em_l2_settle(struct em_l2 *l2, struct em_l2_counts *c);
/* old: an earlier copy, of which the memory is taken; NULL: none. */
struct em_l2 *em_l2_copy(const struct em_l2 *l2, struct em_l2 *old);
/* Writes every dirty line to memory. */
void em_l2_flush(struct em_l2 *l2, struct em_l2_counts *c);
/* Of this block of those side by side, at this time of its own (struct em_misses). */
void em_l2_access(
	struct em_l2 *l2, uint64_t miss, uint32_t block, uint64_t time, struct em_asker *asker, struct em_l2_counts *c);
/* Other blocks come: what was on its way for the ones before is there. */
void em_l2_wave(struct em_l2 *l2);
/* This one comes soon: the host fetches what it is going to need. */
void em_l2_expect(const struct em_l2 *l2, uint64_t miss);

/* ---- of a launch */
struct em_cache_run;
struct em_cache_run *em_cache_run_new(const struct em_run *run);
void em_cache_run_free(struct em_cache_run *r);
/* The launch will run again: the L2 is as it was before. Only of an attempt (check.h). */
void em_cache_undo(struct em_cache_run *r);
void em_cache_block_start(struct em_block *b);
/* Every warp has run to a barrier, or to its end: their accesses take turns at the L1. */
void em_cache_round(struct em_block *b);
/* The same in the middle of a warp's way. */
void em_cache_meet(struct em_block *b);
/* All warps of a block stand at a barrier, which opens: the same. The one that has come last, whose turn goes on, is
 * not ahead of the others. */
void em_cache_barrier(struct em_block *b);
/* The warps of a block have met at a barrier. */
static inline void em_cache_met(struct em_block_cache *c)
{
	if (c)
		c->turn++;
}
/* A part of a block (run/parts.h) ends a turn: what it touched stays until all parts have ended. False: it is too much.
 */
bool em_cache_part_turn(struct em_block *b);
/* All have, and their streams are this block's now: but for the last one, their turns go by as those of a whole block.
 */
void em_cache_part_turns(struct em_block *b);
void em_cache_block_end(struct em_block *b);
void em_cache_block_free(struct em_block *b);
/* Everything is done: what it came to, in proportion to the launch's exact sectors in `c`. Not `whole`: the launch
 * would have gone on, so what is dirty would have been written. */
void em_cache_result(struct em_cache_run *r, bool whole, const struct counters *c, struct em_traffic *out);

/* Fills in what each block found in the L2. */
struct em_share_parts;
void em_cache_found(const struct em_cache_run *r, struct em_share_parts *share);

/* How this instruction's loads wait for the L2 or memory: missed the L1, or came while another warp's miss was on its
 * way. A load of several lines waits for the last of them. */
struct em_far {
	double line;    /* the share of its lines that wait, 0 to 1 */
	double lines;   /* of a load, where it has any lanes */
	double chances; /* as many of these wait by themselves, the others with them */
	double passes;  /* of a load through the L1 */
	/* Where the warps of a block meet: so many warps have it between two barriers, and each so often; 1: where a
	 * line of one waits, the others' do too, 0: as often as by chance. */
	double warps, times, again;
	/* Of the sectors that it asks the L2 for: those that are there, and of these, those that are still on their
	 * way; 1: where the memory has to bring one line, it has to bring others of the same turn too, 0: as often as
	 * by chance. */
	double l2, late, l2_again;
	double l2_alike; /* likewise of the lines of one request */
};
/* Of a load of which nothing is known but what the whole launch found in the L2: it waits for each line. */
static inline struct em_far em_far_unknown(double l2, double late)
{
	return (struct em_far){ .line = 1,
		.lines = 1,
		.chances = 1,
		.passes = 1,
		.warps = 1,
		.times = 1,
		.again = 1,
		.l2 = l2,
		.late = late,
		.l2_again = 1,
		.l2_alike = 1 };
}
/* meets: at barriers. l2, late: what the whole launch found, which counts where there is little of this load. */
void em_cache_far(const struct em_cache_run *r, uint32_t counts, uint32_t warps, bool meets, double l2, double late,
	struct em_far *out);
/* What is in the L2 of what this instruction asks for there, 0 to 1. l2: what the whole launch found, likewise. */
double em_cache_l2(const struct em_cache_run *r, uint32_t counts, double l2);
/* Of what a block did not find in its own share of the L1 but its multiprocessor had for another one: how much loads of
 * many lines (EM_FEW_LINES) had asked for, 0 to 1. */
double em_cache_here_many(const struct em_cache_run *r);
/* Few places at which atomics meet again and again are in the L2 after their first visit, whether or not one of their
 * lines is followed: of all visits to lines, those that are not the first one there. 0: there are too many places. */
double em_cache_met_again(const struct em_cache_run *r);

/* A followed line in 32 bits: all of the device's memory has fewer lines (EM_MEMORY_MOST). Never 0: the line whose tag
 * would be is not followed. */
#define EM_CACHE_TAG(line) ((uint32_t)(line) + 1)

/* Those of n tags (8, 16 or 32) that are this one, a bit each. */
static inline unsigned em_cache_ways(const uint32_t *tag, unsigned n, uint32_t is)
{
	unsigned ways = 0;

#ifdef __SSE2__
#define SAME(k) _mm_cmpeq_epi32(all, _mm_loadu_si128((const __m128i *)(const void *)(tag + (k))))
	const __m128i all = _mm_set1_epi32((int)is);

	for (unsigned k = 0; k < n; k += 16) {
		const __m128i low = _mm_packs_epi32(SAME(k), SAME(k + 4)),
			      high = n > 8 ? _mm_packs_epi32(SAME(k + 8), SAME(k + 12)) : _mm_setzero_si128();

		ways |= (unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << k;
	}
#undef SAME
#else
	for (unsigned k = 0; k < n; k++)
		ways |= (unsigned)(tag[k] == is) << k;
#endif
	return ways;
}

/* How many of four sectors. */
static inline unsigned em_cache_count(unsigned sectors)
{
	return (unsigned)(0x4332322132212110ull >> 4 * sectors & 15);
}

/* Is this line followed? */
static inline bool em_cache_sampled(uint64_t line)
{
	return (uint32_t)line * EM_CACHE_HASH < (uint32_t)(0x100000000ull / EM_CACHE_SAMPLE);
}
/* Where the product of em_cache_sampled begins with this byte: which of the line and the seven after it may be
 * followed, a bit each. */
extern const uint8_t em_cache_ahead[256];
/* Has [lo, last] a line that is followed? At most 1024 bytes. True now and then without one, never false with one. */
static inline bool em_cache_span_sampled(uint64_t lo, uint64_t last)
{
	uint32_t line = (uint32_t)(lo / EM_LINE_BYTES), more = (uint32_t)(last / EM_LINE_BYTES) - line;

	return em_cache_ahead[line * EM_CACHE_HASH >> 24] & ((2u << more) - 1);
}
/* ... one of two runs? */
static inline bool em_cache_runs_sampled(uint64_t a0, uint32_t n0, uint64_t a1, uint32_t n1)
{
	return em_cache_span_sampled(a0, a0 + n0 - 1) | em_cache_span_sampled(a1, a1 + n1 - 1);
}

/* A place of 512 bytes belongs to one unit of the L2: 256 bytes, and the 256 that begin 512 bytes further on; those
 * between belong to another one (docs/time-model-evidence.md, Atomics). */
#define EM_PLACE_LINES 4
static inline uint32_t em_cache_place_number(uint64_t addr)
{
	return (uint32_t)(addr >> 10 << 1 | (addr >> 8 & 1));
}
static inline uint32_t em_cache_place(uint64_t addr)
{
	return em_cache_place_number(addr) * 2654435769u >> 22;
}
/* The access i of this warp touches one sector, here. Loads count that pass the L1 by; not in a program that waits for
 * other blocks, whose looks are many here and few on a device. */
#define EM_CACHE_ONE_SECTOR(w, i, store, addr) \
	do { \
		if (store) \
			(w)->blk->cache->counts->stores[em_cache_place(addr)]++, \
				(w)->blk->cache->counts->placed = true; \
		else if (EM_UNLIKELY((i)->access & EM_ACC_ORDERS) && !(w)->t->p->linked) \
			(w)->blk->cache->counts->loads[em_cache_place(addr)]++, \
				(w)->blk->cache->counts->placed = true; \
	} while (0)

#define EM_SWAP_PLACES (1u << 16)
/* These lanes of a compare-and-swap in global memory have found what they looked for, and changed it; kept: those that
 * put the same number there. */
void em_cache_swaps(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, uint32_t kept);

/* So many passes of an atomic come to this place now. */
void em_cache_moment(struct em_warp *w, uint32_t place, unsigned passes);

/* ---- accesses that may have followed lines */
void em_cache_runs(struct em_warp *w, const struct em_inst *i, const struct em_runs *r);
/* The last thing that a load or store does; they return the instruction after it, `slots` on. A run [lo, last] that is
 * loaded, stored; two runs of as many bytes, form: EM_CACHE_FORM. */
#define EM_CACHE_FORM(bytes, store, slots) \
	((uint32_t)(bytes) | ((store) ? EM_CACHE_STORE : 0) | (uint32_t)(slots) << 20)
#define EM_CACHE_STORE (1u << 16)
const struct em_inst *em_cache_follow_run(
	struct em_warp *w, const struct em_inst *i, uint64_t lo, uint64_t last, unsigned slots);
const struct em_inst *em_cache_follow_stored(
	struct em_warp *w, const struct em_inst *i, uint64_t lo, uint64_t last, unsigned slots);
const struct em_inst *em_cache_follow_two(
	struct em_warp *w, const struct em_inst *i, uint64_t a0, uint64_t a1, uint32_t form);
/* Any lanes of global memory, of a mask that is not 0; those of an atomic in shared memory (offsets). exec_follow.c,
 * for each ISA. */
void em_follow_lanes_base(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask,
	unsigned bytes, enum em_access kind);
void em_follow_lanes_v3(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes,
	enum em_access kind);
/* Local memory: offsets, each lane's own. */
void em_follow_local_base(
	struct em_warp *w, const struct em_inst *i, const uint64_t *at, uint32_t mask, unsigned bytes, bool store);
void em_follow_local_v3(
	struct em_warp *w, const struct em_inst *i, const uint64_t *at, uint32_t mask, unsigned bytes, bool store);
void em_follow_shared_atomic_base(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask);
void em_follow_shared_atomic_v3(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask);

#endif
