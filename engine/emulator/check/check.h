/* check: what the checkers know about memory. Fed by exec_race.c (every access), block.c and exec_flow.c (everything
 * that orders accesses).
 *
 * Shadow. A granule is 4 bytes, or less where the program's code has smaller accesses. It has three 64-bit codes, each
 * in a plane of its own (struct ck_planes):
 *
 *    writer    who wrote it last
 *    reader    who read it last
 *    other     another reader, of another warp (flag CK_OTHER_WARP of `reader`) or another block (CK_OTHER_BLOCK)
 *
 * The two readers answer "has anybody but me read this?" exactly, however many did. A code:
 *
 *    serial 30 | tick 6 | warp 5 | lane 5 | flags 4 | instruction 14
 *
 * A serial stands for one interval of one block, from one barrier of all threads to the next; serials only grow, over
 * all launches of a device. So nothing is ever cleared: codes below the current interval's first serial (shared memory)
 * or the launch's first (global memory) say nothing. A tick ends where the lanes of a warp synchronise (__syncwarp, a
 * shuffle). Serial and tick are a point in time of a warp.
 *
 * Most accesses are of half-warps, a word a lane, to 64 bytes that begin at a multiple of 64: a unit. Beside the
 * granules each plane has a code for each unit, which stands for such an access: its lane is that of the first word, 0
 * or 16 (of a reader also 0 with CK_LANES: both half-warps read the same). It is written instead of the sixteen, until
 * an access of another kind comes by: then the unit is spread. The code CK_SPREAD says so for one launch, in shared
 * memory (CK_SPREAD_SHARED) for one interval; codes from below the floor say nothing, neither here nor at the granules.
 * A writer of an earlier launch is spread when its unit's code is one, or 0.
 *
 * Many intervals only read shared memory: a tile is filled, then used. Their loads meet nobody, and the next interval
 * asks for none of them. So they are only written down, in em_ckblock.log, for as long as an interval has nothing but
 * loads of whole warps (lazy). The first other access to shared memory puts the list into the shadow, load by load, as
 * if each had come there at once (em_race_logged), and from then on the interval goes on as above. Where that happens
 * after a barrier, the next intervals that begin there are not tried.
 *
 * Shared memory's shadow belongs to the block, global memory's to the device (where several host threads run a launch,
 * to each of them: check/attempt.c), in chunks of 64 KB that come into being as they are touched, up to EM_CHECK_BUDGET
 * (check/planes.c). What meets: check/race.c; is it a race: check/exempt.c; how it is told: check/conflict.c; of what
 * orders: check/order.c; uninitialised bytes: check/init.c. */
#ifndef EMULATOR_CHECK_H
#define EMULATOR_CHECK_H

#include "base/buf.h"
#include "emulator/core/access.h"
#include "emulator/core/device.h"

#define CK_INST_BITS 14
#define CK_INST_MASK ((1ull << CK_INST_BITS) - 1) /* the instruction's memory counts (em_inst.id) + 1; 0: unknown */
#define CK_ATOMIC (1ull << 14)                    /* of a writer */
#define CK_LANES (1ull << 14)                     /* of a reader: several lanes of this warp since its last tick */
#define CK_STRONG (1ull << 15)                    /* EM_ACC_STRONG, or atomic: meant to meet others */
#define CK_OTHER_WARP (1ull << 16)  /* of a reader: `other` is in another warp of this block, in this interval */
#define CK_OTHER_BLOCK (1ull << 17) /* of a reader: `other` is in another block */
#define CK_FLAG (1ull << 17)        /* of a writer: a volatile store of a constant */
#define CK_CAS (1ull << 16) /* of a writer: a compare and swap; with no CK_ATOMIC: it left the place as it was */
#define CK_LANE_SHIFT 18
#define CK_WARP_SHIFT 23
#define CK_TICK_SHIFT 28
#define CK_SERIAL_SHIFT 34
#define CK_TICKS 64u
#define CK_WHO ((~0ull << CK_SERIAL_SHIFT) | (0x3ffull << CK_LANE_SHIFT)) /* serial, warp, lane */
#define CK_MAX_SERIAL (1u << 29)
#define CK_CHUNK_SHIFT 16
#define CK_CHUNK_BYTES (1u << CK_CHUNK_SHIFT)
#define CK_PART_SHIFT 10 /* of ck_chunk.several */
#define CK_UNIT_SHIFT 6
#define CK_UNITS (CK_CHUNK_BYTES >> CK_UNIT_SHIFT)
#define CK_SPREAD(q) \
	((uint64_t)(q)->end << CK_SERIAL_SHIFT | 31ull << CK_LANE_SHIFT) /* of a launch; that serial is no block's */
#define CK_SPREAD_SHARED(k) ((k)->interval | 31ull << CK_LANE_SHIFT)
#define EM_CHECK_BUDGET (160ull << 20)     /* bytes that the planes of the device's own shadow may take */
#define EM_CHECK_BUDGET_ALL (180ull << 20) /* ... with all that an attempt of up to four workers takes */
#define EM_CHECK_BUDGET_MORE (24ull << 20) /* ... for each further one: a worker may read what all others read too */
#define EM_CHECK_PAIRS 256u                /* pairs of instructions that a worker keeps findings of */
#define EM_CHECK_RACES (EM_CHECK_RACE_SHARED | EM_CHECK_RACE_GLOBAL | EM_CHECK_RACE_WARP)

/* Of em_warp.touched: since its last tick this warp has accessed memory; it has ticked since all its lanes met, or some
 * of them have fenced or released. As long as it is not 0 a meeting of all lanes says something new. */
enum { CK_TOUCHED = 1, CK_TO_MEET = 2 };
#define CK_LOG 2048u /* loads of an interval that are written down */

static inline uint32_t ck_serial(uint64_t code)
{
	return (uint32_t)(code >> CK_SERIAL_SHIFT);
}
static inline uint64_t ck_point(uint64_t code)
{
	return code >> CK_TICK_SHIFT;
}
static inline uint32_t ck_warp(uint64_t code)
{
	return (uint32_t)(code >> CK_WARP_SHIFT) & 31;
}
static inline uint32_t ck_lane(uint64_t code)
{
	return (uint32_t)(code >> CK_LANE_SHIFT) & 31;
}
static inline uint32_t ck_inst(uint64_t code)
{
	return (uint32_t)(code & CK_INST_MASK);
}
static inline uint64_t ck_inst_of(const struct em_inst *i)
{
	return i->id < CK_INST_MASK ? i->id + 1 : 0;
}

int em_check_init(struct em_device *d, struct err *e);
void em_check_release(struct em_device *d);

/* check.c */
void em_check_begin(struct em_run *r); /* before the workers start */
void em_check_end(struct em_run *r, struct em_result *out);
bool em_check_block_new(struct em_block *b); /* false: no memory */
void em_check_block_free(struct em_block *b);
void em_check_block_start(struct em_block *b);
/* An interval begins, after the barrier at this slot (any number for the first one of a block). */
static inline void ck_log_begin(struct em_ckblock *k, uint64_t at)
{
	const uint8_t key = (uint8_t)(at % sizeof k->busy), busy = k->busy[key];

	k->key = key;
	k->nlogged = 0;
	k->lazy = !busy && k->log && !k->copies && !k->partial;
	k->busy[key] = (uint8_t)(busy - (busy > 0));
}
/* Which planes there are, and which an access needs: bits. */
enum { CK_WRITER = 1, CK_READER = 2, CK_OTHER = 4 };
static inline unsigned ck_planes_there(const struct ck_planes *p)
{
	return (p->writer ? CK_WRITER : 0u) | (p->reader ? CK_READER : 0u) | (p->other ? CK_OTHER : 0u);
}
/* check/planes.c. In a worker's shadow the chunk of an address, with the planes that are about to be written (with
 * CK_WRITER: the memory there, too). NULL: no room. */
struct ck_chunk *em_check_chunk(struct em_worker *t, uint64_t addr, unsigned write);
void em_check_touch(
	struct em_worker *t, struct ck_chunk *k); /* its stamp is of another launch: this is the first access of ours */
/* The codes of units, after those of the granules. */
static inline uint64_t *ck_units(const struct em_check *c, uint64_t *plane)
{
	return plane + (CK_CHUNK_BYTES >> c->shift);
}
static inline bool ck_is_run(uint64_t unit)
{
	return unit && ck_lane(unit) != 31;
}
/* Who wrote the byte at `off` of a chunk last; 0: no kernel that is remembered. */
static inline uint64_t ck_writer(const struct em_check *c, const struct ck_chunk *k, size_t off)
{
	uint64_t unit = k->planes.writer ? ck_units(c, k->planes.writer)[off >> CK_UNIT_SHIFT] : 0;
	if (ck_is_run(unit))
		return unit + ((uint64_t)((off & ((1u << CK_UNIT_SHIFT) - 1)) >> 2) << CK_LANE_SHIFT);
	return k->planes.writer ? k->planes.writer[off >> c->shift] : 0;
}
/* A unit's codes go to its granules, and CK_SPREAD takes their place. The readers' only where they are of this launch.
 * False: no room for granules; the device's own shadow then has no writer of a store's unit. */
bool em_check_spread(
	struct em_check *c, struct ck_shadow *s, struct ck_chunk *k, size_t unit, const struct ck_run *q, bool store);
/* Before granules of this unit are looked at, or (with `store` the writer's, without it the readers') written. False:
 * they can't be. */
static inline bool ck_spread(
	struct em_check *c, struct ck_shadow *s, struct ck_chunk *k, size_t unit, const struct ck_run *q, bool store)
{
	const uint64_t spread = CK_SPREAD(q);
	uint64_t writer = k->planes.writer ? ck_units(c, k->planes.writer)[unit] : spread,
		 reader = k->planes.reader ? ck_units(c, k->planes.reader)[unit] : spread;
	return EM_LIKELY(reader == spread && (writer == spread || (!store && writer < q->floor))) ||
		em_check_spread(c, s, k, unit, q, store);
}
/* The same for shared memory, where there is always room. */
void em_check_spread_shared(struct em_ckblock *k, size_t unit);
static inline void ck_spread_shared(struct em_ckblock *k, size_t unit, bool store)
{
	const uint64_t spread = CK_SPREAD_SHARED(k), writer = k->unit.writer[unit];
	if (EM_UNLIKELY(k->unit.reader[unit] != spread || (writer != spread && (store || writer >= k->interval))))
		em_check_spread_shared(k, unit);
}
/* Nobody's kernel wrote these n bytes of a chunk of the device's own shadow. */
void em_check_forget(struct em_check *c, struct ck_chunk *k, size_t off, size_t n);
/* The writer's code of a unit becomes this one, of the device's own shadow. True: it is none of a whole unit; the
 * caller puts the granules' codes. */
bool em_check_put_writer(struct em_check *c, struct ck_chunk *k, size_t unit, uint64_t code);
/* n bytes of one chunk were copied to another (or to another place of it), whose writers are forgotten already: who
 * wrote the source wrote the copy. */
void em_check_copy_writers(
	struct em_check *c, struct ck_chunk *to, size_t dst, const struct ck_chunk *from, size_t src, size_t n);
uint64_t *em_check_plane(
	struct em_check *c, bool writers); /* for the device's own shadow; NULL: the budget is used up */
/* The next plane of a pool, with whatever it holds. NULL: no room. */
uint64_t *em_pool_plane(struct em_check *c, struct ck_pool *p);
void em_pool_drop(struct em_check *c, struct ck_pool *p);
/* What a plane takes of the budget that holds the codes which this one has from `floor` on (0: all that this one has
 * taken); NULL: it adds nothing. */
struct ck_need {
	uint64_t units, granules;
};
void em_check_need(const struct em_check *c, uint64_t *plane, uint64_t floor, struct ck_need *n);
bool em_shadow_init(const struct em_check *c, struct ck_shadow *s);
void em_shadow_release(struct em_check *c, struct ck_shadow *s);
void em_shadow_forget(const struct em_check *c, struct ck_shadow *s); /* it has no chunks */
/* A launch comes to this chunk for the first time. */
void em_shadow_chunk(const struct em_check *c, struct ck_shadow *s, size_t at);
/* As if em_check_begin had not been called. */
void em_check_abandon(struct em_run *r);
uint32_t em_check_more_serials(struct em_block *b); /* the first of 64; 0: there are no more */
/* Whose code is it, by position in the launch's order? False: no block's of this launch. */
bool em_check_position(const struct em_run *r, uint64_t code, uint64_t *position);
bool em_check_position_in(const struct ck_run *q, uint64_t code, uint64_t *position);
/* Is it this block's own, of this launch? Mostly told without asking for the position, for which workers would wait for
 * each other. */
static inline bool ck_own(const struct em_block *b, uint64_t code)
{
	const struct em_ckblock *k = &b->check;
	const struct ck_run *q = &b->t->run->check;
	const uint32_t serial = ck_serial(code);
	uint64_t position;

	if (code >= k->first && code < k->last)
		return true;
	if (serial < q->end)
		return serial >= q->base && (serial - q->base) / q->per_block == b->position;
	return k->nextra > 1 && em_check_position(b->t->run, code, &position) && position == b->position;
}

/* `n` more granules of the chunk's part at `off` were read by several blocks. */
static inline void ck_several(struct ck_chunk *k, size_t off, unsigned n)
{
	k->several[off >> CK_PART_SHIFT] = (uint16_t)(k->several[off >> CK_PART_SHIFT] + n);
}

/* This launch has come to a chunk of the shadow for the first time. */
static inline void ck_note_touched(struct ck_shadow *s, const struct ck_chunk *k)
{
	if (s->ntouched == s->ctouched) {
		s->ctouched = s->ctouched ? 2 * s->ctouched : 256;
		s->touched = xrealloc(s->touched, s->ctouched * sizeof *s->touched);
	}
	s->touched[s->ntouched++] = (uint32_t)(k - s->dir);
}
void em_check_touched(struct em_run *r, struct em_result *out); /* check/touched.c; before em_check_end */

/* check/order.c: what orders accesses */
/* FENCED: releases also without a fence before it; AT_ONCE: acquires also without a fence after it; NARROW: of its
 * block; SEVERAL: several lanes of the warp do this to one word, one after the other. */
enum { CK_ACQUIRE = 1, CK_RELEASE = 2, CK_FENCED = 4, CK_AT_ONCE = 8, CK_NARROW = 16, CK_SEVERAL = 32 };
void em_check_tick(struct em_warp *w); /* all lanes of a warp meet */
/* Some have come to where they meet others; those with one mask (by lane) have met, of the group that runs. */
void em_check_arrive(struct em_warp *w);
void em_check_lanes_met(struct em_warp *w, const uint32_t *mask);
void em_check_barrier_arrive(struct em_warp *w, uint32_t id); /* at a barrier with a count */
void em_check_barrier_open(struct em_block *b, uint32_t id);  /* those who wait are still EM_AT_BAR */
void em_check_fence(struct em_warp *w, bool narrow);
/* Who looks at a word or writes it, or both. look: by a load that only decides whether it waits on (em_program.
 * looks_for), its PTX instruction, or -1; lanes: those that look there. The word is `value` before. bytes: how much of
 * it that is; 0: it is not known. */
struct ck_looker {
	int32_t look;
	uint32_t lanes;
	uint64_t value;
	unsigned bytes;
	int32_t pin; /* by this PTX instruction; -1: not known */
};
/* lanes: those that access the word, by i. */
void em_check_sync_access(
	struct em_warp *w, enum ptx_space space, uint64_t addr, unsigned what, const struct em_inst *i, uint32_t lanes);
/* An mbarrier at this place of shared memory: who arrives (lane -1: a copy does); a phase of it is over; who has seen
 * that. */
void em_check_mbarrier_arrive(struct em_warp *w, int lane, uint64_t addr);
void em_check_mbarrier_over(struct em_warp *w, uint64_t addr);
void em_check_mbarrier_seen(struct em_warp *w, uint64_t addr);
/* How many threads have arrived there since the last barrier of all, and how many phases they ended. False: not these
 * lanes of w, or it is not known. */
bool em_check_mbarrier_came(struct em_warp *w, uint32_t lanes, uint64_t addr, unsigned *threads, unsigned *phases);
/* check/slots.c. Where warps of a block wait for each other: clocks: for each warp the point up to which what it did is
 * before what is handed on there; known: what those who released there relied on of other blocks. Of mbarriers the same
 * up to the end of the last phase: who waits for that does not wait for those who have arrived since. */
#define CK_NAMED 16u  /* slots of the barriers 0 to 15; the others are for addresses */
#define CK_SLOTS 256u /* no slot has this number */
struct ck_slot {
	uint64_t addr, clocks[32], over[32];
	uint32_t known, known_over;
	uint32_t came[32], phases; /* of an mbarrier, since the last barrier of all: by warp the lanes that arrived */
};
/* A slot by its number, NULL: there is none; of a barrier. Pointers are good until the next slot is made. */
struct ck_slot *em_slot(struct em_ckblock *k, uint32_t n);
struct ck_slot *em_slot_of_barrier(struct em_ckblock *k, uint32_t id);
/* The number of an address' slot; CK_SLOTS: nothing was released there. The second makes it then. */
uint32_t em_slot_at(const struct em_ckblock *k, uint64_t addr);
uint32_t em_slot_make(struct em_ckblock *k, uint64_t addr);
void em_slots_forget(struct em_ckblock *k);
void em_slots_free(struct em_ckblock *k);
/* check/past.c. A write of a word that warps of a block may wait at. at: when; clocks and known: what its slot held
 * then. bytes: so many of its value are known. */
struct ck_written {
	uint64_t addr, value, at, clocks[32];
	uint32_t known, warp;
	unsigned bytes;
};
/* The word is written (news: more is handed on there than before); what the last write has left; a warp polls and goes
 * on: the first write with which it would have, NULL: not known. */
void em_past_note(struct em_warp *w, uint32_t slot, uint64_t addr, bool news, const uint64_t *clocks, uint32_t known);
void em_past_left(struct em_ckblock *k, uint32_t slot, uint64_t addr, const struct ck_looker *by);
const struct ck_written *em_past_first(
	const struct em_warp *w, uint32_t slot, uint64_t addr, const struct ck_looker *by);
void em_past_forget(struct em_ckblock *k);
void em_past_free(struct em_ckblock *k);
/* check/looked_for.c. Of each PTX instruction of the program, is it such a load? NULL: none is. Do all these lanes,
 * which are about to run it, wait no longer if they find this value? False also where that is not known. */
const struct ck_look *em_looks_find(struct em_program *p);
bool em_looks_go_on(const struct em_warp *w, int32_t pin, uint32_t lanes, uint64_t value, unsigned bytes);
/* Is what `code` did (several: it and other lanes of its warp; reads: it read, and now something is written) before
 * what this lane does now? */
bool em_check_ordered(struct em_warp *w, int lane, uint64_t code, bool several, bool reads);
/* Of another warp of the block: has w waited for that warp since the last barrier, but the access came after it had
 * arrived there? Is there a barrier with a count that both have come to since, and more threads than it is for? -1. */
bool em_check_after_arrival(const struct em_warp *w, uint64_t code);
int em_check_crowded(const struct em_warp *w, uint64_t code);
/* Of another warp of the block, EM_GAP_FENCE_READ: the PTX instruction by which w has looked at the flag; -1: none. */
int32_t em_check_seen_by(const struct em_warp *w, uint64_t code);
/* Why it is not. */
enum em_gap em_check_gap(struct em_warp *w, uint64_t code);

/* check/looked_at.c. A warp looks at that word by an atomic (EM_ACC_LOOK). Has it, or a warp of its block, done so
 * since `floor`? */
void em_looked_at(struct em_warp *w, uint64_t addr);
bool em_has_looked_at(const struct em_warp *w, uint64_t addr, uint64_t floor, bool block);
/* The warp stores to that word of its block by that instruction: has another warp done so since all met? */
bool em_others_set(struct em_warp *w, uint64_t addr, uint64_t inst);
/* check/covered.c: plain stores to global memory that an atomic of their own block has taken the place of in the
 * shadow, by the granule's first address. 0: none. */
void em_covered_put(struct em_run *r, uint64_t granule, uint64_t code);
uint64_t em_covered_at(const struct em_run *r, uint64_t granule);
void em_covered_free(struct ck_covered *x);

/* check/lock.c: compare and swaps, or exchanges, of global memory are about to change it; an access came by that may
 * have waited for another block (swaps: it is one of those two). */
void em_check_swaps(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes);
void em_check_waited(struct em_warp *w, uint64_t addr, bool swaps);
void em_locks_free(struct ck_locks *x);

/* check/race.c */
struct ck_access {
	struct em_warp *w;
	const struct em_inst *i;
	enum ptx_space space;
	enum em_access kind;
	uint64_t code; /* of this warp and instruction, without lane */
	uint64_t addr;
	unsigned bytes; /* of the lane */
	int lane;
	uint32_t times; /* so many lanes' accesses are alike, and this is the first of them */
	bool again;     /* what these of its bytes meet is what those before have met: one conflict, counted once */
	bool kept;      /* a store that leaves the place as it is, as it would in any order (EM_ACC_KEEPS) */
	bool late;      /* a copy that ends after barriers which came since it was issued */
};
void em_race_lanes(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind);

/* An asynchronous copy ends that was issued at the point `issued`: whoever read its destination since, after whatever
 * barrier, came too early. */
void em_race_copied(
	struct em_warp *w, const struct em_inst *i, uint64_t issued, const uint64_t *at, uint32_t mask, unsigned bytes);

/* A lane accesses what an asynchronous copy of lane `by` of that warp, issued at `copy`, may be writing now: its own,
 * which it has not waited for, or one that nobody has waited for. */
void em_race_unawaited(struct em_warp *w, const struct em_inst *i, int lane, const struct em_warp *of,
	const struct em_inst *copy, int by, uint64_t addr, unsigned bytes, bool store);
/* check/told.c. A copy to these places was begun, of which an mbarrier is told. A phase of it is over; somebody has
 * seen that; a warp waits for its copies itself; an access to shared memory comes by. */
void em_told_copy(struct em_warp *w, const struct em_inst *copy, const uint64_t *to, uint32_t mask, unsigned bytes,
	uint64_t mbarrier);
void em_told_over(struct em_block *b, uint64_t mbarrier);
void em_told_seen(struct em_block *b, uint64_t mbarrier);
void em_told_waited(struct em_warp *w);
void em_told_access(
	struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes, bool store);
/* check/sends.c. A block begins, or is freed. Lanes write shared memory (store: by an ordinary store; else a copy
 * does), where em_ckblock.sends is not NULL. A fence.proxy.async; a bulk copy out of shared memory; its group ends; it
 * is waited for until so many younger groups are left. */
void em_sends_start(struct em_block *b);
void em_sends_free(struct em_block *b);
void em_sends_written(
	struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes, bool store);
void em_sends_fence(struct em_warp *w);
void em_sends_copy(struct em_warp *w, const struct em_inst *i, int lane, uint64_t from, uint32_t bytes);
void em_sends_commit(struct em_warp *w);
void em_sends_wait(struct em_warp *w, uint32_t pending);

/* Global memory that is read where several blocks have read all around it, and nobody may have left anything unwritten:
 * no checker of memory learns anything from it. */
static inline bool ck_read_by_blocks(const struct em_ckblock *k, const struct ck_chunk *c, uint64_t off, unsigned n)
{
	return c->several[off >> CK_PART_SHIFT & 63] == k->part_granules && !c->init &&
		!((off ^ (off + n - 1)) >> CK_PART_SHIFT);
}
static inline bool em_quiet_part(const struct em_ckblock *k, uint64_t a, unsigned n)
{
	const uint64_t off = a - k->base;
	const struct ck_chunk *c = &k->dir[off >> CK_CHUNK_SHIFT];
	return c->stamp == k->stamp && ck_read_by_blocks(k, c, off, n);
}
/* A load of two runs that orders nothing; somebody watches global memory. */
static inline bool em_quiet_runs(const struct em_warp *w, uint64_t a0, unsigned n0, uint64_t a1, unsigned n1)
{
	const struct em_ckblock *k = &w->blk->check;
	return !k->partial && em_quiet_part(k, a0, n0) && ((a0 == a1 && n0 == n1) || em_quiet_part(k, a1, n1));
}

/* check/sync.c: misuse that does not stop a launch. The member mask (row a of i) of a warp-wide instruction; a group of
 * a warp has reached a barrier of all; lanes exit; a barrier opens: who left it out, who waits at another one? */
void em_check_mask(struct em_warp *w, const struct em_inst *i);
void em_check_barrier_reached(struct em_warp *w, const struct em_inst *i);
/* Lanes come to a barrier, or to an instruction for all that `named` names, without others of their warp, of whom they
 * have been in other calls of a function that calls itself: that may have left them apart. */
void em_check_apart(struct em_warp *w, const struct em_inst *i, uint32_t named);
void em_check_exit(struct em_warp *w);
void em_check_barrier_misuse(struct em_block *b, uint32_t id);

#define CK_COUNTED UINT64_MAX
/* check/report.c. `at` and `other`: indices of PTX instructions (em_program.pinst), or anything that names them. */
struct ck_key {
	enum em_finding_kind kind;
	enum em_severity severity;
	enum ptx_space space;
	int32_t at, other;
	bool blocks; /* of a race: two blocks, not one */
	/* No part of it: how often it was seen just now (0: once; CK_COUNTED: that is counted already), and where. */
	uint64_t times, place;
	bool namesakes; /* ... the threads of the two blocks have one number, each in its block */
};
/* Counts a finding. Its example, to be filled in by the caller, when there is none yet of a block as early as this;
 * else NULL. */
struct em_finding *em_check_note(struct em_warp *w, struct ck_key key);
int32_t em_check_inst(const struct em_warp *w, const struct em_inst *i);
int32_t em_check_inst_of(const struct em_program *p, uint64_t code);
/* check/harmless.c. An atomic operation that changes nothing, whatever is there. A load of which the value is only
 * compared, and a store to a place that its thread has so asked about before. The same of a volatile load, whose value
 * is compared with constants. */
bool em_check_only_reads(const struct em_program *p, int32_t pin);
bool em_check_asks_then_sets(const struct em_program *p, int32_t read, int32_t write);
/* ... A volatile load that leads to where its thread compares and swaps, from one place to the next; a volatile store
 * of what was found so; that compare-and-swap itself. Threads that join parts of a graph look for their roots so, and
 * shorten the way for others. What they found may have changed since: the compare-and-swap asks again. */
bool em_check_of_links(const struct em_program *p, int32_t pin);
bool em_check_waits_then_sets(const struct em_program *p, int32_t read, int32_t write);
/* check/harmless.c. Does a way without a barrier lead from it to itself, or from one to the other of two copies that
 * the compiler made of one line? */
bool em_check_turns(const struct em_program *p, int32_t write, int32_t other);
/* check/change.c. What a plain store makes of what was there. */
enum em_change em_check_change(const struct em_program *p, int32_t write);
/* check/change.c. A plain read, then an atomic on the same place whose result nobody takes. */
bool em_check_reads_beside(const struct em_program *p, int32_t read, int32_t atomic);
/* check/harmless.c. Is the value of that load, by its PTX instruction or its code, asked for something? Does nobody
 * read the result of that atomic? */
bool em_check_asks(const struct em_program *p, int32_t pin);
bool em_check_asked(const struct em_program *p, uint64_t code);
bool em_check_unasked(const struct em_program *p, int32_t pin);
/* check/constant.c. Lanes have loaded global memory by ld.global.nc: was it written by this launch? Was anything of it?
 */
void em_check_constant(struct em_warp *w, const struct em_inst *i, const uint64_t *addr, uint32_t mask, unsigned bytes);
bool em_check_constant_written(const struct em_warp *w, const struct em_runs *r);
/* check/early.c. Does the kernel have a griddepcontrol.launch_dependents? By the number of the access
 * (em_pinst.access): does it surely come before the griddepcontrol.wait (or there is none)? malloc'd. */
bool em_check_triggers(const struct em_program *p);
bool *em_check_early(const struct em_program *p);
/* check/bare_flag.c. In a kernel without fences: does a strong write come after the write, and a strong read that
 * decides something before the read? */
bool em_check_bare_flag(const struct em_program *p, int32_t write, int32_t read);
/* check/left_out.c. Some threads of b have exited, the others are at the barrier `pin`: what that is, in words; NULL:
 * there is nothing to say. first: all came to the barriers before it. */
const char *em_check_left_out(const struct em_block *b, int32_t pin, bool first);
/* check/round.c. Did a warp that has exited, and met the others last at the barrier `last` (-1: nowhere), go round the
 * barrier `at`, which others have come to? False where it may have returned. */
bool em_check_went_round(const struct em_program *p, int32_t last, int32_t at);
/* check/sides.c. Of a write after a read: is it the read that came too early? Of a read after a write: the write?
 * lanes: both are of one warp, which a __syncwarp() holds up, too. */
bool em_check_other_way(const struct em_program *p, int32_t write, int32_t read, bool write_was_later, bool lanes);
/* Is there a way from this instruction of the function to that one, without a barrier of the block between? */
bool em_check_leads(const struct ptx_func *f, const struct em_program *p, size_t from, size_t to);
void em_check_source(const struct em_program *p, int32_t pinst, struct em_place *at);
struct em_place em_check_place_pin(const struct em_warp *w, int32_t pinst, int lane);
struct em_place em_check_place(const struct em_warp *w, const struct em_inst *i, int lane);
bool em_check_place_of(const struct em_warp *w, uint64_t code, uint64_t position, struct em_place *at);
void em_check_threads(
	const struct em_dim3 *grid, const struct em_dim3 *block, uint64_t linear, uint32_t thread, struct em_place *at);
void em_check_collect(struct em_run *r, struct em_result *out);
/* Is there one with that gap, of the access `other` (ck_inst)? */
bool em_finding_set_has(const struct em_finding_set *s, enum em_gap gap, int32_t other);
size_t em_finding_set_size(const struct em_finding_set *s, uint64_t *lost); /* adds those that were lost */
void em_finding_set_free(struct em_finding_set *s);

/* check/init.c: the accesses; true: registers were marked. Then global memory that was written, or is somebody's new
 * memory with garbage in it. */
bool em_init_lanes(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const uint64_t *addr,
	uint32_t mask, unsigned bytes, enum em_access kind);
bool em_init_runs(struct em_warp *w, const struct em_inst *i, enum ptx_space space, const struct em_runs *r);
/* printf takes these bytes out of its arguments: are they what a read of bytes that nobody wrote has brought? */
/* A lane's local memory has got its value in another way than by a store: of a parameter (exec_move.c). */
void em_init_given(struct em_warp *w, int lane, uint64_t offset, unsigned bytes);
void em_init_printed(struct em_warp *w, const struct em_inst *i, int lane, uint64_t addr, unsigned bytes);
bool em_init_block_new(struct em_block *b);
void em_init_block_start(struct em_block *b);
void em_init_memory(struct em_device *d, uint64_t addr, uint64_t bytes, bool written);

/* check/attempt.c: a launch that several host threads run. Each has a shadow of its own; at the end those are compared.
 */
bool em_attempt_begin(struct em_run *r); /* shadows for its workers, before em_check_begin. False: no memory */
/* The launch must run again, in order. */
static inline void em_attempt_fails(struct em_run *r)
{
	atomic_store_explicit(&r->again, true, memory_order_relaxed);
}
struct ck_access;
/* A granule of global memory is accessed that x wrote and y read (check/race.c). Blocks that meet there let the attempt
 * fail, but for atomics of one kind: they commute. */
void em_attempt_meet(const struct ck_access *a, uint64_t x, uint64_t y, uint64_t floor);
/* `me` is an atomic on a granule that another block's atomic, or more of them, changed. */
void em_attempt_atomic(const struct ck_access *a, size_t at, uint64_t me);
void em_attempt_touch(struct em_worker *t, struct ck_chunk *k);
uint64_t *em_attempt_plane(struct em_worker *t);
/* All workers are done. Did the blocks keep apart? Then their shadows are put into the device's own. */
bool em_attempt_keep(struct em_run *r);
/* After em_attempt_keep (kept: it said yes), and em_undo_all where that said no. */
void em_attempt_end(struct em_run *r, bool kept);
void em_attempt_drop(struct em_check *c); /* all codes, and the memory for them */
/* An attempt takes so many bytes more. False: it should not. */
static inline bool em_attempt_take(struct em_check *c, uint64_t bytes)
{
	return __atomic_add_fetch(&c->own_bytes, bytes, __ATOMIC_RELAXED) + c->main_bytes <= c->budget_all;
}
void em_attempt_release(struct em_device *d);

/* check/common.c: tables that all blocks of an attempt read. A KB of memory is `common` when two workers have each
 * noted readers of all its granules: no more readers of it are noted then. */
bool em_common_init(struct em_check *c); /* false: no memory */
void em_common_begin(struct em_check *c);
void em_common_release(struct em_check *c);
/* This worker, which has read something at `off` of the chunk before, reads it again. Is its KB common, from now on?
 * Then the chunk says so (`several`). */
bool em_common_read(struct em_worker *t, struct ck_chunk *k, size_t off);
/* The KB is written. */
void em_common_written(struct em_worker *t, size_t part);
/* A load of n bytes that lie in one KB, and at one of its ends: whoever reads all of it comes by there. */
static inline bool ck_at_end_of_part(uint64_t off, unsigned n)
{
	const unsigned in = off & ((1u << CK_PART_SHIFT) - 1);

	return in < n || in + 2 * n > 1u << CK_PART_SHIFT;
}

/* check/follow.c. Does this launch follow memory? In the natural order only: under weak memory a store comes late. */
static inline bool em_follows(const struct em_run *r)
{
	return r->l->nfollow && !r->schedule;
}
/* A lane has loaded `got` from global memory, or is about to store `put` there. Both may be called for any address. */
/* Is each of these bytes followed, or none of them? Only then may they be shown at once. */
bool em_follow_whole(const struct em_run *r, uint64_t addr, unsigned bytes);
void em_follow_loaded(const struct em_run *r, uint64_t addr, const void *got, unsigned bytes);
void em_follow_stored(const struct em_run *r, uint64_t addr, const void *put, unsigned bytes);
static inline void em_follow_atomic(
	const struct em_run *r, uint64_t addr, const void *old, const void *next, unsigned bytes)
{
	em_follow_loaded(r, addr, old, bytes);
	em_follow_stored(r, addr, next, bytes);
}

/* check/undo.c: the KB of memory at `off` is about to be written by this worker. */
void em_undo_keep(struct em_worker *t, struct ck_chunk *k, size_t off);
bool em_undo_init(struct em_check *c);
void em_undo_begin(struct ck_shadow *s);
void em_undo_shrink(struct em_check *c, struct ck_shadow *s, size_t megabytes);
void em_undo_free(struct em_check *c, struct ck_shadow *s);
void em_undo_all(struct em_run *r); /* memory, and which of it was written, are as they were before the launch */
/* The attempt is over: what was kept counts no more. Of one chunk; then of a worker, all chunks that it wrote (or none:
 * they are done), and the copies. */
void em_undo_forget_chunk(struct em_check *c, size_t at);
void em_undo_forget(struct em_check *c, struct ck_shadow *s, bool chunks);
void em_undo_release(struct em_check *c);

/* check/writer.c */
void em_check_remember_launch(struct em_run *r);
void em_check_forget_launches(struct em_check *c);
void em_check_forget_module(struct em_check *c, const struct em_module *m);

#endif
