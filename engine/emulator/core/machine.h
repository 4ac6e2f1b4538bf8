/* machine: a launch while it runs: its workers (host threads), their blocks, the warps of these, and what is counted.
 * What the code of a launch looks like is core/program.h. */
#ifndef EMULATOR_MACHINE_H
#define EMULATOR_MACHINE_H

#include <pthread.h>
#include <stdatomic.h>

#include "emulator/core/check_state.h"
#include "emulator/core/program.h"

/* What one thread of the host writes all the time lies apart from what others read or write: a line that several
 * cores want goes from one to the other, and lines are fetched in pairs. */
#define EM_APART 128

/* ---- counts, one set a worker */
struct em_block_counts {
	uint64_t execs, off;
}; /* off: lanes that were not on, of all 32 of each execution: mostly there is nothing to add */
struct em_guard_counts {
	uint64_t lanes, divergent;
};
/* The counts of a basic block's head, a guard, a branch: their id is where those lie, in bytes. */
#define EM_BLOCK_ID(n) ((uint32_t)((n) * sizeof(struct em_block_counts)))
#define EM_GUARD_ID(n) ((uint32_t)((n) * sizeof(struct em_guard_counts)))
#define EM_BLOCK_COUNTS(w, i) ((struct em_block_counts *)(void *)((char *)(w)->block_counts + (i)->id))
#define EM_GUARD_COUNTS(w, i) ((struct em_guard_counts *)(void *)((char *)(w)->guard_counts + (i)->id))
struct em_memo;
/* What the executors count of a memory instruction: a field each, which count.c adds up and polls.c lowers.
 * atomic_req: of atomics, those with a lane in global memory, whose sectors are in global_sectors. Of atomics in shared
 * memory that are loops: shared_req, the loops' turns; global_sectors, wavefronts of their loads. Of atomics on 16 bits
 * elsewhere, loops too: atomic_req, the turns; shared_req, sectors of the loads before them. Of loads from
 * constant memory: global_sectors, words; atomic_req, those whose line the nearest cache had lost. */
#define EM_MEMORY_SUMS(SUM) \
	SUM(global_req) SUM(global_sectors) SUM(shared_req) SUM(shared_wave) SUM(shared_ideal) SUM(atomic_req)
struct em_memory_counts {
	uint64_t lo, hi; /* the allocation it touched last: addresses in [lo, hi) are good */
	uint32_t place;  /* where a GPU's driver would put that (memory.h) */
#define EM_SUM(name) uint64_t name;
	EM_MEMORY_SUMS(EM_SUM)
#undef EM_SUM
	struct em_memo *memo; /* patterns seen before (access.c) */
	/* Of an access to shared memory that ptxas joins with its neighbours (cost/joined.c): bytes of a lane, of which
	 * this is the first to be executed, else 0; and the least wavefronts that all lanes take then. */
	uint32_t wide, least;
	bool stores; /* to shared memory: is it a store? */
};

/* ---- a warp */
/* Words at which a warp has arrived that are kept: a few barriers of one kind and another. */
enum { EM_ARRIVED = 4 };
enum em_gstate {
	EM_RUN,
	EM_AT_BAR,
	EM_AT_SYNC,
	EM_AT_PART, /* of a loop's turns, lanes/turns.h */
	EM_AT_MEET  /* at the convergence barrier `bar`, lanes/meets.h */
};
struct em_saved {
	uint32_t fn, first, n, bytes;
	uint64_t fp[EM_WARP], sp[EM_WARP];
	uint8_t rows[];
}; /* fn: the caller; first, n: of the program's keeps */
struct em_frame {
	struct em_frame *parent;
	const struct em_inst *call; /* the call's slot; execution goes on after it */
	uint32_t refs, depth, fn;   /* fn: what was called */
	struct em_saved *saved;     /* the caller's rows and stack, in programs that need a stack */
	/* The convergence barriers that the function uses, as its caller had them (lanes/meets.h). */
	uint32_t mask[EM_MEETS_KEPT], open[EM_MEETS_KEPT];
	struct em_mixed *mixed; /* the calls that it stands for; NULL: for itself */
	struct em_frame *dead;  /* while it is freed: the next one that is */
};
struct em_group {
	const struct em_inst *pc;
	struct em_frame *frame;
	uint32_t mask, need; /* need: lanes that an EM_AT_SYNC group waits for */
	uint32_t named;      /* ... by the mask that they all name */
	uint8_t state, bar;
	uint32_t stamp; /* when it last ran */
	uint32_t aside; /* when it stood aside for others (lanes/meets.h) */
	uint32_t party; /* groups of different ones do not become one, the lowest goes first (lanes/yields.h) */
};

/* What of a warp's accesses somebody watches (observe.h). */
enum {
	EM_WATCH_SHARED = 1,
	EM_WATCH_GLOBAL = 2,
	EM_WATCH_LOCAL = 4,
	EM_WATCH_CACHE = 8,
	EM_WATCH_RACES = 16,
	EM_WATCH_INIT = 32,
	EM_WATCH_ATOMICS = 64 /* in shared memory, for the cache model */,
	EM_WATCH_COPIES =
		128 /* races: asynchronous copies of this warp are on their way, or some of the block's (told.c) */,
	EM_WATCH_HOST = 256 /* memory that the host may change meanwhile (check/follow.c) */,
	EM_WATCH_MODEL = EM_WATCH_CACHE | EM_WATCH_ATOMICS
};

struct ck_taint;
struct em_links;
struct em_polls;
enum em_why { EM_WHY_PICK, EM_WHY_SLICE, EM_WHY_SPIN, EM_WHY_FAULT };

struct em_warp {
	uint32_t mask;       /* lanes that the current instruction works on */
	uint32_t live_lanes; /* that have not exited */
	int64_t bar_left;    /* left, as a part of its lanes came to a barrier */
	uint32_t met, quit;  /* lanes that came to a barrier of the whole block; those of them that exited since */
	const struct em_inst *met_at, *quit_at; /* where all of its lanes met last; likewise, when lanes exited */
	uint32_t quit_from;                     /* those lanes */
	int64_t sync_left;                      /* ... as a part waited for other lanes of a mask */
	int64_t left, slice;                    /* instructions until the scheduler wants a word; what it was given */
	uint32_t swept; /* instructions of its next turn that it has behind it (exec/sweeps.h) */
	uintptr_t stop; /* a basic block at or after this address: another group is due */
	struct em_block_counts *block_counts;
	struct em_guard_counts *guard_counts;
	struct em_memory_counts *memory_counts;
	uint64_t delta; /* host address = device address + delta */
	uint8_t *shared;
	uint32_t shared_bytes;
	uint32_t ngroups, cur;
	uint32_t spin, stamp; /* spin: accesses that may poll since others had a turn or a barrier came */
	uint8_t why, rotate;
	uint8_t calm;      /* turns given up at accesses that cannot wait, since lanes took turns (em_warp_pause) */
	uint16_t watch;    /* EM_WATCH_* */
	uint8_t leaving;   /* after the guarded instruction that runs */
	uint8_t left_loop; /* by em_warp_leave: the group has not ended its turn (schedule.c) */
	uint8_t some_met;  /* its last wait for lanes was for some of them only (exec_flow.c, wsync) */
	uint8_t worked;    /* it came to an access of global or shared memory that is watched */
	uint8_t touched;   /* CK_TOUCHED: the checkers saw an access since its lanes met last (check.h) */
	struct em_copied {
		uint32_t lanes;          /* of an asynchronous copy: of whose source nobody wrote some bytes */
		uint16_t holes[EM_WARP]; /* ... which: a bit each */
		uint64_t from;           /* the source of the first of them */
	} copied;
	struct ck_taint *taint;              /* check/taint.c; NULL: no register was ever marked */
	uint64_t code, sync_point, acquired; /* the checkers': check.h, check/order.c */
	uint64_t (*lane_points)[32]; /* [l][v]: the point up to which what lane v did is before what l does, beside
					sync_point; NULL: only all lanes have met so far */
	uint32_t met_apart;          /* lanes that have met others at another place in the code, and not looked yet */
	struct em_met_apart *apart;  /* ... what they will find (lanes/met_apart.h); NULL: there never were any */
	uint32_t known, pending;     /* check/publish.c */
	uint8_t looked;              /* it has read flags of global memory: 1, that reach beyond the block; 2, others */
	uint64_t cycles, slept;      /* clock.c: at the end of the current basic block; ns that it has slept */
	uint64_t chain;              /* links.c: likewise, of the clock that waits for other blocks move */
	uint64_t chain_loads;        /* ... of which loads would be longer if the memory answered them */
	struct em_looked {
		const struct em_inst *at;
		uint64_t place, after, after_loads;
		uint64_t since, slept; /* when it began to look; ns that it had slept by then */
	} sought;                      /* where it looked last for what others write, and when that was over */
	struct em_arrived {
		uint64_t place;
		uint32_t times;
	} arrived[EM_ARRIVED]; /* how often it has changed words by atomics: the first one is where it did so last, the
				  others are words that it has looked for besides */
	uint64_t ahead[EM_WARP];    /* by how much clocks of single lanes are later than `chain` */
	uint32_t at_locks[EM_WARP]; /* likewise: their numbers in turns_at_locks.h, 0: none */
	uint64_t steps;             /* instructions of this block, to the end of its last turn */
	uint64_t slow;              /* of this block: nominal cycles of its slow ways (cost/slow_ways.h) */
	uint64_t drew;              /* steps when it drew a ticket last (run/draws.c), and 1; 0: not yet */
	uint32_t index;             /* in the block */
	uint32_t lanes;             /* lanes that exist */
	struct em_warp *next;       /* in the block, NULL: the last one */
	struct em_block *blk;
	struct em_worker *t;
	uint8_t *local; /* lane l's local memory: local + l * local_bytes */
	uint32_t local_bytes;
	struct em_saved *saving;  /* between save and call */
	struct em_stream *stream; /* cache.h: its followed accesses since the block's last round */
	struct em_turns {         /* lanes/turns.h; head NULL: it is in no such loop */
		const struct em_inst *head;
		uint32_t loop, lanes, whole, part, turn; /* turn: of this part, how many have begun */
		uint32_t of[EM_WARP];                    /* of each lane: its turns */
	} turns;
	struct em_meets *meets; /* lanes/meets.h; NULL: its lanes have never parted, or there is no need */
	bool parties;           /* some of the groups may be of another party than 0 */
	struct em_group g[EM_WARP];
	/* rows follow at multiples of 64 bytes */
};
#define EM_ROWS_AT ((uint32_t)((sizeof(struct em_warp) + 63) & ~(size_t)63))
#define EM_AT(w, T, off) ((T *)(void *)((char *)(w) + (off)))

struct em_barrier {
	uint32_t lanes;                     /* threads that wait or have arrived */
	uint32_t need;                      /* explicit count, 0 = every live thread */
	uint32_t acc_or, acc_not, acc_popc; /* bar.red, so far */
	uint32_t or, not, popc;             /* ... of the last time it opened */
	uint32_t generation;
};

/* The cache of constant memory that is nearest to the schedulers: 2 KB. A table of 2 KB is walked without a miss, of
 * one of 4 KB each line is missed (constant.chase.*, tests/bench/model), and 32 lines of 64 bytes at every other one
 * meet in half of its places (constant.lanes.apart.32). */
#define EM_NEAR_LINES 32
#define EM_PARAM_BYTES 65536u /* of the block of a launch's parameters, which are constants, too */
#define EM_SWEPT 32           /* basic blocks and branches of one sweep */
#define EM_NEAR_SHIFT 6
#define EM_SUM_WORDS 256u
/* Atomics in shared memory that are loops, of a block. word: lanes that got through, by a hash of the word. next: of
 * each warp the number of its last such atomic; turn: of each number (modulo EM_SUM_WORDS) the word at which the first
 * warp that came there had most lanes. all: lanes of each atomic at the word that has most of them; compared: of these,
 * where the number's word was known; in_step: of these, at that word, so that they would meet if all warps came to
 * their atomics side by side. */
struct em_sums {
	uint32_t word[EM_SUM_WORDS], next[EM_WARP];
	struct em_sum_turn {
		uint32_t number, at; /* 0: nobody has come there yet */
	} turn[EM_SUM_WORDS];
	uint64_t all, compared, in_step;
};
struct em_block {
	struct em_worker *t;
	uint64_t linear, position; /* its index in the grid and in the order of blocks */
	uint32_t from, to;         /* its warps that run here; mostly all (run/parts.h) */
	uint32_t ctaid[3];
	uint32_t nwarps, nthreads;
	uint32_t live_threads; /* that have not exited */
	uint32_t waiting;      /* barriers that somebody has arrived at */
	uint32_t
		polled; /* rounds since other blocks had a turn, and polls of the warps that came to barriers in them */
	bool meets;     /* its turn ended because there were many of those */
	bool gives_way; /* likewise: it has drawn what to do next, and others are to draw, too (lanes/drawn.h) */
	bool recorded;  /* its accesses are looked at (run/record.h) */
	uint64_t weight;        /* what it has done, in nominal cycles of its warps (cost.h) */
	uint64_t asked, rounds; /* ... loads of its warps; how often they would wait for the L2 (em_costs) */
	uint32_t at_locks;      /* its number in turns_at_locks.h */
	uint64_t chain_began;   /* links.h: when it began */
	uint8_t *shared;
	uint8_t *locals;
	size_t locals_bytes;
	struct em_barrier bar[16];
	struct em_sums *sums;         /* NULL: none yet */
	uint32_t near[EM_NEAR_LINES]; /* lines of constant memory in the nearest cache, plus 1; 0: none yet */
	struct em_warp **warp;
	struct em_warp *now;          /* whose turn it is (em_block_run) */
	const struct em_inst *opened; /* exec/sweeps.h: all warps stand behind this barrier; NULL: not so */
	const struct em_inst *at;     /* in a program with sweeps: where the last whole warp arrived at a barrier, */
	uint32_t alike;               /* and threads of such that wait there, if all that came meanwhile did */
	struct em_swept {
		uint32_t at, warps; /* where a head, or a branch that is taken, is counted */
		bool head;
	} swept[EM_SWEPT];
	const struct em_swept *counted; /* those of the last sweep, */
	uint32_t nswept;                /* and how many */
	/* lanes/asleep.h: warps that sleep, those that have arrived at asleep_at since; what each has of a turn behind
	 * it there. Within a sweep: who may sleep after it, and who slept before it as the sweep may leave them. */
	uint32_t asleep, arrived, asleep_for, may_sleep, slept;
	const struct em_inst *asleep_at;
	struct em_sweep_memos *memos; /* exec_sweep.c; NULL: none yet */
	struct em_range *range;       /* of each of the program's sweep_range; NULL: there are none */
	void *memory;                 /* all warps */
	bool started;
	struct em_block_cache *cache; /* cache.h; NULL: not modelled */
	struct em_ckblock check;
	struct em_block *next;
};

#define EM_DRAWS 40
struct em_worker {
	_Alignas(EM_APART) struct em_device *d;
	const struct em_program *p;
	struct em_run *run;           /* the launch, shared by its workers */
	struct em_schedule *schedule; /* of a seeded launch, else NULL */
	void *counts;                 /* the memory of the five that follow */
	struct em_block_counts *block_counts,
		*block_counts_first; /* of all warps but the first of each block; of those (work.h) */
	uint64_t *seen;              /* executions of each basic block before the current block's turn */
	struct em_guard_counts *guard_counts;
	struct em_memory_counts *memory_counts;
	uint64_t steps, steps_told;
	uint64_t cycles;             /* clock.c: the latest that one of its warps has come to */
	uint64_t slept, slept_first; /* ns, as block_counts and block_counts_first */
	uint64_t exits, polls;       /* of groups of lanes; turns that ended in polling, under a schedule */
	bool natural;                /* the schedule has given up its order (stuck.c) */
	uint32_t slice;              /* instructions of a turn: EM_SLICE, or fewer (stuck.c) */
	struct em_stuck *stuck;      /* stuck.c; NULL: no block ever yielded */
	struct em_polls *looks;      /* lanes/polls.c; NULL: nobody polled yet */
	uint64_t sums, sums_in_step; /* of each block, em_sums' busiest word and in_step: all blocks together */
	struct em_shares_fit {       /* run/shares.c: of all warps, their em_share_parts' sums, squares and products */
		uint64_t asked, loaded, far;
		unsigned __int128 asked2, asked_loaded, asked_far;
		struct em_share near; /* of its blocks: the most of each, and what they have together */
		uint64_t near_all, near_longest, near_first;
		struct em_role { /* of the warps with one number in their blocks */
			uint64_t near, far;
		} role[EM_WARP];
	} fit;
	struct em_draws { /* run/draws.c: warps that drew tickets; pieces, and their instructions, by log2 of these */
		uint64_t warps, n[EM_DRAWS], steps[EM_DRAWS];
		uint64_t after, after_most; /* what they did after the last one */
	} draws;
	uint64_t idle;   /* warps that ended and never worked */
	uint64_t apart;  /* calls through a pointer after which other lanes of the warp had another function to call */
	uint64_t hasty;  /* waits for copies that had only just been started (copies.h) */
	uint64_t handed; /* words that its lanes loaded and another block had stored (check/race.c) */
	uint64_t waited; /* turns that ended in polling of which the looks were taken out of the counts */
	struct em_fault fault;
	uint64_t fault_block;         /* position of the block that faulted, UINT64_MAX: none */
	struct ck_shadow *shadow;     /* of global memory: the device's, or its own */
	struct em_bounds *bounds;     /* fault.c: allocations that its instructions met last; NULL: none yet */
	uint64_t at, end;             /* positions of blocks that it took together and has not begun */
	uint64_t ran;                 /* warps of blocks that have ended */
	uint64_t ended;               /* blocks that em_launch.blocks_done does not count yet */
	struct em_finding_set *found; /* check/report.c */
	struct em_fault stopped;      /* where it was when it was told to stop */
	uint64_t stopped_at;
};

/* A launch in progress. */
struct em_run {
	struct em_device *d;
	const struct em_launch *l;
	const struct em_program *p;
	uint64_t nblocks;
	uint64_t nrun, skip; /* positions to run; where they begin in the order (more than 0 in a sample) */
	uint32_t nthreads, nwarps, shared_bytes, local_bytes;
	/* What a kernel that asks %reserved_smem_offset_1 finds there: room of the cooperative groups that span warps,
	 * which count on 288 bytes (cooperative_groups/details/memory.h). Without such a kernel nothing: equal to
	 * shared_bytes. */
#define EM_RESERVED_SHARED 288u
	uint32_t reserved_at;
	uint64_t perm_mul, perm_add; /* schedule: block k of the order is (k * mul + add) mod n */
	/* Read for each block, and hardly ever written. */
	_Atomic uint64_t first_fault; /* lowest faulting position so far */
	_Atomic int stop;             /* timeout or cancelled */
	/* An attempt: several workers run the blocks, and if it turns out that their order shows, it is undone, and one
	 * worker runs them in order. */
	bool attempt;
	_Atomic bool again;
	struct em_schedule *schedule; /* NULL: the natural order */
	/* Of a schedule, for the checkers: `there`, the bytes from `at` on as the running block sees them, become what
	 * they are for all once the stores of this block (its index in the grid) have gone out. */
	void (*stored)(const struct em_schedule *s, uint64_t block, uint64_t at, unsigned bytes, uint8_t *there);
	struct em_worker *workers;
	int nworkers;
	uint64_t param_addr; /* the parameter block in global memory */
	uint32_t near;       /* lines of constant memory, but for parameters, that the first block has brought */
	uint64_t grid_id;
	uint32_t *cycles;           /* clock.c: of each basic block; NULL: the program reads no clock */
	uint64_t cycles_at;         /* when the launch begins */
	struct em_links *links;     /* links.h; NULL: no block waits for another, or times are not asked for */
	struct em_cache_run *cache; /* cache.h; NULL: not modelled */
	struct em_record *record;   /* run/record.h; NULL: nothing is asked */
	/* Of each basic block, how often the first warp of the first block ran it, and by which lanes; of each
	 * instruction (em_pinst), the passes of the first atomic that it did there. NULL: not kept (run/asks.c). */
	struct em_block_counts *opening;
	uint64_t *opening_passes;
	struct em_share_parts {
		/* Without waits for the L2 and the memory; how often it loaded, and would wait for it if all missed
		 * (em_costs); as far as followed lines show it how often it had to wait, and the like (em_stream). */
		struct em_share near, loads, rounds, far, loaded[2], touched[2], waited[2], after[2], both[2];
		uint32_t l2, slow; /* followed lines that it asked the L2 for; those that were not there yet */
		uint32_t next, next_both;
		uint32_t here; /* ... that another block of its multiprocessor had brought: it has not waited */
	} * share;             /* of each block in the grid's order; NULL: not kept */
	struct ck_run check;
	struct em_parts *parts;           /* run/parts.h; NULL: blocks are dealt out whole */
	struct em_code_loads *code_loads; /* run/code_loads.c, once all has run */
	struct em_bodies *bodies;         /* run/guarded.c, likewise */
	uint8_t *pairs;  /* of each pinst, what is joined over branches (run/code_pairs.c); NULL: nothing */
	uint8_t *halved; /* of each loop of p->counted: turns that its machine code has side by side, what is left
			    going by halves; 0: not so. NULL: no loop is (run/halved.c) */
	bool yields;     /* its machine code has YIELD (lanes/yields.h) */
	bool meets; /* it has functions that call themselves, and lanes go by convergence barriers (lanes/meets.h) */
	uint8_t *idles; /* likewise: EM_LAST_GUARDED and others of these, as its machine code is. With `halved` */
	/* Written by all workers. */
	_Alignas(EM_APART) _Atomic uint64_t next; /* position in the order of blocks; with `parts`, of warps */
	_Atomic uint64_t steps;
	_Atomic int active; /* workers that have not run out of blocks */
};

/* Runs the slot i and nothing of what comes after it. */
static inline const struct em_inst *em_step(struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	return p->own[i - p->code](w, i);
}

static inline enum em_slot_kind em_kind(const struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	return (enum em_slot_kind)p->kind[i - p->code];
}

#endif
