/* internal: the emulator's own structures, in the order in which data passes through them.
 *
 *   em_module   PTX with addresses given to its variables             module.c
 *   em_program  one kernel and all it may call, decoded               program.c (layout), decode*.c (code)
 *   em_worker   a host thread that runs blocks of one launch          launch.c
 *   em_block    one thread block: shared memory, barriers, warps      block.c
 *   em_warp     32 lanes: groups of lanes that agree on a pc, and the register file behind them
 *
 * Invariants. A register is a row of 32 lanes: 4 bytes a lane (types up to 32 bits), 8 (64 bits), 16 (128 bits), or one
 * 32-bit mask (predicates). A row is named by its byte offset from the start of struct em_warp, so that an operand of
 * any kind (register, constant, parameter, special register) is one number. A program gives every function rows of its
 * own: a recursive call saves the caller's rows. Decoded code is read-only while a launch runs; counts live in the
 * workers.
 */
#ifndef EMULATOR_INTERNAL_H
#define EMULATOR_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/core/check_state.h"
#include "emulator/emulator.h"

#define EM_WARP 32
#define EM_FULL 0xffffffffu
#define EM_LIKELY(x) __builtin_expect(!!(x), 1)
#define EM_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Generic addresses: windows above anything that the global region can reach. */
#define EM_SHARED_WINDOW 0x0000700000000000ull
#define EM_LOCAL_WINDOW 0x0000710000000000ull
#define EM_WINDOW_BYTES 0x0000000100000000ull
#define EM_FUNC_BASE 0x0000720000000000ull /* a function's "address": base + 16 * (index in the module) */
#define EM_MEMORY_MOST \
	0x0000007fffff0000ull /* bytes of global memory: its lines of 128 bytes have numbers of 32 bits, and some are \
				 left (cache.h) */
#define EM_MAX_SHARED 232448u /* 227 KB: the most that a block may ask for */
#define EM_STACK_BYTES 65536u /* per thread, in programs that recurse or use alloca */

struct em_warp;
struct em_inst;
struct em_worker;
struct em_block;
struct em_schedule; /* schedule.h */

/* ---- code */
/* Runs one instruction for the lanes of w->mask. Returns the next one, or NULL when the warp must stop or be
 * rescheduled. */
typedef const struct em_inst *(*em_fn)(struct em_warp *w, const struct em_inst *i);

struct em_inst {
	em_fn fn;
	uint32_t d, a, b, c; /* rows; a handler may read them otherwise and says so */
	uint32_t x;          /* immediate: displacement, branch distance, mode */
	uint32_t id;         /* its counts: in bb or gs (EM_BB_OF, EM_GS_OF), or index into ms, as the handler says */
};

struct em_costs; /* cost.h */
struct em_block_cache;
struct em_cache_run;
struct em_l2;
struct em_stream; /* cache.h */
struct em_row;    /* exec.h: a row of the executor table */

/* What one PTX instruction became, for counting and for messages. */
enum { EM_K_CBRA = 1, EM_K_BAR = 2, EM_K_ATOM = 4, EM_K_MEM = 8, EM_K_STORE = 16, EM_K_COPY = 32 };
struct em_pinst {
	int32_t func, inst;  /* indices into the module */
	uint32_t bb;         /* basic block: how often it ran */
	uint32_t predicated; /* ... of the branch that the hardware turns into a predicate of this instruction
				(predicated.c), + 1; 0: none */
	int32_t gs;          /* guard counts, or -1: all active lanes */
	int32_t ms;          /* memory counts, or -1 */
	uint32_t kind;
};

struct em_const {
	uint32_t row;
	uint8_t bits;
	uint64_t value;
};
struct em_sreg_row {
	uint32_t row;
	uint16_t sreg;
};
struct em_param_row {
	uint32_t row, offset;
	uint8_t bytes, bits;
};

/* A function's place in a program. Rows: [r64, r32) of 256 bytes, [r32, rp) of 128, [rp, rend) of 4. */
struct em_fplace {
	int32_t func;   /* index into module->funcs */
	uint32_t entry; /* first code slot */
	uint32_t r64, r32, rp, rend;
	uint32_t *reg; /* row of each PTX register */
	uint32_t local_base, local_bytes;
	bool recursive, uses_stack;
};

/* A block's head where lanes that came at different times run one after the other, and the head of the block where they
 * meet again (flow/reconvergence.c). */
struct em_apart {
	uint32_t slot, until;
};

/* Rows of one width, one behind the other, that a call keeps for its caller (code/call_saves.c). */
struct em_keep {
	uint32_t row, bytes;
};

struct em_program {
	struct em_module *m;
	const struct ptx_func *kernel;
	struct arena arena;
	struct em_fplace *fn;
	size_t nfn;
	int32_t *place_of;  /* module function index -> fn index or -1 */
	uint64_t *var_addr; /* shared offset, local offset or row of a .param, by module variable */
	uint32_t static_shared, local_bytes, dynamic_at; /* dynamic_at: where dynamic shared memory begins */
	uint32_t regs;                                   /* estimate (flow/register_estimate.c) */
	uint32_t *param_offset, *param_size, param_bytes;
	bool order_sensitive; /* the result may depend on the order of blocks: run them one after another */
	/* Launches of it in several threads: how many not to try, because the last attempts failed; warp instructions
	 * of a block of the last one */
	uint32_t in_order, failed;
	uint64_t block_steps;
	uint16_t *operations; /* check/attempt.c */
	bool needs_stack;
	/* for the checkers */
	bool orders;    /* has barriers, or warp-wide instructions that order lanes */
	bool fences;    /* has fences, or accesses that release or acquire */
	bool publishes; /* ... or relaxed ones: blocks may rely on each other, warps on each other without a barrier of
			   all */
	bool library;   /* a kernel of thrust or cub: what it does in shared memory is not the program's doing */
	uint8_t granule_shared, granule_global; /* log2 of the smallest access, at most 2 */
	bool decoded;
	bool clocked; /* reads a clock: its warps keep one (clock.c) */
	/* filled by decode */
	struct em_inst *code;
	size_t ncode, ccode;
	int32_t *origin;
	size_t norigin, corigin; /* code slot -> pinst, or -1 */
	em_fn *own;
	size_t nown, cown; /* code slot -> its own form (exec_flow.h) */
	struct em_pinst *pinst;
	size_t npinst, cpinst;
	struct em_const *consts;
	size_t nconsts, cconsts;
	struct em_sreg_row *sregs;
	size_t nsregs, csregs;
	struct em_param_row *prows;
	size_t nprows, cprows;
	uint32_t *bb_slot;
	size_t nbbs, cbbs; /* block -> slot of its head */
	struct em_apart *apart;
	size_t napart, capart;
	struct em_keep *keeps;
	size_t nkeeps, ckeeps;
	uint32_t nbb, ngs, nms;
	uint32_t fp_row, sp_row; /* of each lane, 64 bits: the running function's frame, the end of the stack */
	uint32_t copies_at;      /* the warp's struct em_copies (copies.h), 0: no cp.async */
	uint32_t scratch;        /* a 512-byte row that nobody reads */
	uint32_t warp_bytes;     /* struct em_warp and all rows */
	const uint8_t *mark;     /* of each slot, where a seeded launch may stop; NULL before the first (schedule.c) */
	struct em_costs *costs;  /* cost.h; with the code */
	const struct em_inst **entry_of; /* module function index -> code or NULL, for indirect calls */
};

/* ---- counts, one set a worker */
struct em_bbstat {
	uint64_t execs, off;
}; /* off: lanes that were not on, of all 32 of each execution: mostly there is nothing to add */
struct em_gstat {
	uint64_t lanes, divergent;
};
/* The counts of a basic block's head, a guard, a branch: their id is where those lie, in bytes. */
#define EM_BB_ID(n) ((uint32_t)((n) * sizeof(struct em_bbstat)))
#define EM_GS_ID(n) ((uint32_t)((n) * sizeof(struct em_gstat)))
#define EM_BB_OF(w, i) ((struct em_bbstat *)(void *)((char *)(w)->bb + (i)->id))
#define EM_GS_OF(w, i) ((struct em_gstat *)(void *)((char *)(w)->gs + (i)->id))
struct em_memo;
struct em_memstat {
	uint64_t lo, hi; /* the allocation it touched last: addresses in [lo, hi) are good */
	uint64_t global_req, global_sectors, shared_req, shared_wave, shared_ideal;
	struct em_memo *memo; /* patterns seen before (access.c) */
};

/* ---- a warp */
enum em_gstate { EM_RUN, EM_AT_BAR, EM_AT_SYNC };
struct em_saved {
	uint32_t fn, first, n, bytes;
	uint64_t fp[EM_WARP], sp[EM_WARP];
	uint8_t rows[];
}; /* fn: the caller; first, n: of the program's keeps */
struct em_frame {
	struct em_frame *parent;
	const struct em_inst *call; /* the call's slot; execution goes on behind it */
	uint32_t refs, depth;
	struct em_saved *saved; /* the caller's rows and stack, in programs that need a stack */
};
struct em_group {
	const struct em_inst *pc;
	struct em_frame *frame;
	uint32_t mask, need; /* need: lanes that an EM_AT_SYNC group waits for */
	uint8_t state, bar;
	uint32_t stamp; /* when it last ran */
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
	EM_WATCH_MODEL = EM_WATCH_CACHE | EM_WATCH_ATOMICS
};

struct ck_taint;
enum em_why { EM_WHY_PICK, EM_WHY_SLICE, EM_WHY_SPIN, EM_WHY_FAULT };

struct em_warp {
	uint32_t mask;       /* lanes that the current instruction works on */
	uint32_t live;       /* lanes that have not exited */
	int64_t bar_left;    /* left, as a part of its lanes came to a barrier */
	int64_t left, slice; /* instructions until the scheduler wants a word; what it was given */
	uintptr_t stop;      /* a basic block at or behind this address: another group is due */
	struct em_bbstat *bb;
	struct em_gstat *gs;
	struct em_memstat *ms;
	uint64_t delta; /* host address = device address + delta */
	uint8_t *shared;
	uint32_t shared_bytes;
	uint32_t ngroups, cur;
	uint32_t spin, stamp;
	uint8_t why, rotate;
	uint8_t watch;                       /* EM_WATCH_* */
	uint8_t leaving;                     /* behind the guarded instruction that runs */
	uint8_t left_loop;                   /* by em_warp_leave: the group has not ended its turn (schedule.c) */
	uint8_t touched;                     /* the checkers saw an access since its lanes met last */
	uint32_t copied_unwritten;           /* lanes of an asynchronous copy whose source nobody wrote */
	struct ck_taint *taint;              /* check/taint.c; NULL: no register was ever marked */
	uint64_t code, sync_point, acquired; /* the checkers': check.h, check/order.c */
	uint64_t cycles, slept;              /* clock.c: at the end of the current basic block; ns that it has slept */
	uint32_t index;                      /* in the block */
	uint32_t lanes;                      /* lanes that exist */
	struct em_warp *next;                /* in the block, NULL: the last one */
	struct em_block *blk;
	struct em_worker *t;
	uint8_t *local; /* lane l's local memory: local + l * local_bytes */
	uint32_t local_bytes;
	struct em_saved *saving;  /* between save and call */
	struct em_stream *stream; /* cache.h: its followed accesses since the block's last round */
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

struct em_block {
	struct em_worker *t;
	uint64_t linear, position; /* its index in the grid and in the order of blocks */
	uint32_t ctaid[3];
	uint32_t nwarps, nthreads, live;
	uint32_t waiting; /* barriers that somebody has arrived at */
	uint32_t
		polled; /* rounds since other blocks had a turn, and polls of the warps that came to barriers in them */
	bool meets;     /* its turn ended because there were many of those */
	uint8_t *shared;
	uint8_t *locals;
	size_t locals_bytes;
	struct em_barrier bar[16];
	struct em_warp **warp;
	struct em_warp *now; /* whose turn it is (em_block_run) */
	void *memory;        /* all warps */
	bool started;
	struct em_block_cache *cache; /* cache.h; NULL: not modelled */
	struct em_ckblock check;
	struct em_block *next;
};

struct em_worker {
	struct em_device *d;
	const struct em_program *p;
	struct em_run *run;              /* the launch, shared by its workers */
	struct em_schedule *schedule;    /* of a seeded launch, else NULL */
	struct em_bbstat *bb, *bb_first; /* of all warps but the first of each block; of those (work.h) */
	struct em_gstat *gs;
	struct em_memstat *ms;
	uint64_t steps, steps_told;
	uint64_t cycles;             /* clock.c: the latest that one of its warps has come to */
	uint64_t slept, slept_first; /* ns, as bb and bb_first */
	uint64_t exits, polls;       /* of groups of lanes; turns that ended in polling, under a schedule */
	bool natural;                /* the schedule has given up its order (stuck.c) */
	struct em_stuck *stuck;      /* stuck.c; NULL: no block ever yielded */
	struct em_fault fault;
	uint64_t fault_block;         /* position of the block that faulted, UINT64_MAX: none */
	struct ck_shadow *shadow;     /* of global memory: the device's, or its own */
	struct em_bounds *bounds;     /* fault.c: allocations that its instructions met last; NULL: none yet */
	uint64_t at, end;             /* positions of blocks that it took together and has not begun */
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
	uint64_t perm_mul, perm_add;  /* schedule: block k of the order is (k * mul + add) mod n */
	_Atomic uint64_t next;        /* position in that order */
	_Atomic uint64_t first_fault; /* lowest faulting position so far */
	_Atomic uint64_t steps;
	_Atomic int stop;   /* timeout or cancelled */
	_Atomic int active; /* workers that have not run out of blocks */
	/* An attempt: several workers run the blocks, and if it turns out that their order shows, it is undone, and one
	 * worker runs them in order. */
	bool attempt;
	_Atomic bool again;
	struct em_schedule *schedule; /* NULL: the natural order */
	struct em_worker *workers;
	int nworkers;
	uint64_t param_addr; /* the parameter block in global memory */
	uint64_t grid_id;
	uint32_t *cycles;           /* clock.c: of each basic block; NULL: the program reads no clock */
	uint64_t cycles_at;         /* when the launch begins */
	struct em_cache_run *cache; /* cache.h; NULL: not modelled */
	struct ck_run check;
};

/* ---- memory.c */
struct em_mem_block {
	uint64_t start, size;
	uint8_t live, read_only, heap, host, link, pages;
}; /* heap: a kernel's malloc made it; host: the host may change it any time; link: it is the host's; pages: has whole
      pages to itself */
struct em_memory {
	uint8_t *host;
	uint64_t base, bytes; /* device [base, base+bytes) = host [host, ...) */
	struct em_mem_block *blocks;
	size_t n, cap; /* by address; dead ones remember use after free */
	uint64_t next, used;
	size_t ndead;
	pthread_mutex_t lock;
};
int em_memory_init(struct em_memory *m, uint64_t bytes, struct err *e);
void em_memory_release(struct em_memory *m);
int em_memory_alloc(struct em_memory *m, uint64_t bytes, bool fill, uint64_t *addr);
int em_memory_alloc_pages(struct em_memory *m, uint64_t bytes, uint64_t *addr);
/* From now on kernels must not write the block that starts at addr. */
void em_memory_protect(struct em_memory *m, uint64_t addr);
int em_memory_free(struct em_memory *m, uint64_t addr);
void em_memory_share(struct em_memory *m, uint64_t addr, bool link); /* with the host, who changes it any time */
/* The live blocks that are the host's, by address; *n of them, to be freed. NULL when there is none. */
struct em_mem_block *em_memory_links(struct em_memory *m, size_t *n);
void em_memory_mark(struct em_memory *m, uint64_t addr);    /* as the heap's */
bool em_memory_marked(struct em_memory *m, uint64_t *addr); /* any live one */
bool em_memory_find(struct em_memory *m, uint64_t addr, struct em_mem_block *out);
/* For messages: the live or dead block nearest to addr. False when there is none at all. */
bool em_memory_nearest(struct em_memory *m, uint64_t addr, struct em_mem_block *out);

struct em_pool; /* pool.c */
struct em_device {
	struct em_memory mem;
	struct em_pool *pool;
	int threads;
	bool v3; /* AVX2 and FMA handlers */
	const struct em_table *table;
	struct buf printed;
	pthread_mutex_t print_lock;
	uint64_t grids;
	uint64_t cycles; /* clock.c: the latest that any warp has come to */
	struct em_check *check;
	uint64_t param_addr; /* 64 KB for parameter blocks */
	uint64_t grid_sync;  /* what cooperative groups synchronise a grid with: its size, then a barrier word;
				%envreg1:%envreg2 */
	struct em_module *modules;
	_Atomic uint64_t heap_used; /* heap.c */
	uint64_t heap_limit;
	_Atomic bool heap_touched;
	struct em_l2 *l2; /* cache.h; NULL until a launch is timed */
};

struct em_kernel {
	struct em_module *m;
	const struct ptx_func *f;
	struct em_program *p;
};
struct em_module {
	struct em_device *d;
	struct ptx_module *ptx;
	struct arena arena;
	uint64_t *addr;  /* of module variables (global, const); 0 for others */
	bool *elsewhere; /* of these: the memory is the caller's (em_symbol_place) */
	struct em_kernel *kernels;
	size_t nkernels;
	struct em_module *next;
};

/* ---- heap.c */
int em_heap_alloc(struct em_device *d, uint64_t bytes, uint64_t *addr); /* -1: no room in it */
int em_heap_free(struct em_device *d, uint64_t addr); /* -1: not the start of a live allocation of the heap */

/* ---- program.c, decode.c */
struct em_program *em_program_new(struct em_module *m, const struct ptx_func *kernel);
void em_program_free(struct em_program *p);
int em_program_decode(struct em_program *p, struct err *e);
/* clock.c: what clock(), clock64() and %globaltimer read. A warp's clock goes on by what the time model charges for
 * each basic block that it runs, with every load answered by the L1, and a barrier sets all that met to the latest; so
 * who spins for N cycles takes about N cycles of modelled time, and what is read does not depend on the host's threads.
 * Each launch begins where the last one ended. */
bool em_clock_reads(const struct em_program *p);      /* does the program read one, or sleep? */
void em_clock_begin(struct em_run *r);                /* before the first block; after em_costs_new */
void em_clock_block(struct em_block *b);              /* starts */
void em_clock_meet(struct em_block *b, uint32_t bar); /* a barrier opens */
void em_clock_block_end(struct em_block *b);
void em_clock_end(struct em_run *r);
uint64_t em_clock_ns(const struct em_run *r, uint64_t cycles);
void em_clock_sleep(struct em_warp *w, uint32_t ns);
/* flow/register_estimate.c: for blocks of at most max_threads. */
uint32_t em_estimate_registers(const struct ptx_func *f, uint32_t max_threads);
/* The source place of an instruction: the innermost line of the program's own file. */
void em_source_of(const struct em_module *m, const struct ptx_func *f, int32_t inst, const char **file, int *line);

/* ---- block.c */
enum em_block_end { EM_BLOCK_DONE, EM_BLOCK_YIELD, EM_BLOCK_FAULT };
struct em_block *em_block_new(struct em_worker *t);
void em_block_free(struct em_block *b);
void em_block_start(struct em_block *b, uint64_t linear);
enum em_block_end em_block_run(struct em_block *b);
/* For schedule.c: has a warp a group that can run; barriers that exits complete. */
bool em_warp_runnable(const struct em_warp *w);
void em_block_settle(struct em_block *b);

/* launch.c: the block that is the k-th of the launch's order. */
uint64_t em_block_at(const struct em_run *r, uint64_t k);
/* launch.c: report progress now and then; true when the launch is to stop (budget used up, cancelled). */
bool em_worker_poll(struct em_worker *t);

/* ---- warp.c: groups of lanes. */
/* The group to run next: merges groups that meet, sets mask and stop. NULL: nothing can run. */
const struct em_inst *em_warp_pick(struct em_warp *w);
/* For schedule.c: wakes the groups whose lanes have come and merges those that have met; which of two groups goes first
 * in the natural order. */
void em_warp_settle(struct em_warp *w);
bool em_warp_before(const struct em_group *x, const struct em_group *y);
/* The current group goes on at pc (and is put back in line). Returns NULL for the handler to return. */
const struct em_inst *em_warp_resched(struct em_warp *w, const struct em_inst *pc);
const struct em_inst *em_warp_split(
	struct em_warp *w, uint32_t taken, const struct em_inst *target, const struct em_inst *next);
/* The conditional branch i is taken by some lanes and not by others: split, and the pick that follows, which mostly
 * finds that those of the lower pc go on. Returns that, or NULL. */
const struct em_inst *em_warp_part(struct em_warp *w, const struct em_inst *i, uint32_t taken);
/* The current group has come to where another one waits, the head i of a basic block: resched, and the pick that
 * follows, which mostly merges them. Returns i if it did, or NULL. */
const struct em_inst *em_warp_join(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_warp_exit(struct em_warp *w);
const struct em_inst *em_warp_tick(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_warp_spin(struct em_warp *w, const struct em_inst *next);
/* The warp goes on at pc, not at once but when it is picked again: behind an access that a watcher wants it to stop at
 * (observe.h). Under a guard it stops behind the guarded instruction. */
const struct em_inst *em_warp_leave(struct em_warp *w, const struct em_inst *pc);
const struct em_inst *em_warp_wait_sync(struct em_warp *w, const struct em_inst *i, uint32_t need);
const struct em_inst *em_warp_bar(struct em_warp *w, const struct em_inst *i, uint32_t id, uint32_t count, bool wait);
/* Whoever waits at this barrier goes on. */
void em_barrier_open(struct em_block *b, uint32_t id);
const struct em_inst *em_warp_call(
	struct em_warp *w, const struct em_inst *i, uint32_t fn, const struct em_inst *entry);
const struct em_inst *em_warp_calli(struct em_warp *w, const struct em_inst *i, uint32_t fn);
/* Programs that recurse or grow the stack: keep the caller's rows and stack before the arguments are copied. */
const struct em_inst *em_warp_save(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_warp_ret(struct em_warp *w);
void em_frame_unref(struct em_frame *f);

/* Runs the slot i and nothing of what is behind it. */
static inline const struct em_inst *em_step(struct em_warp *w, const struct em_inst *i)
{
	const struct em_program *p = w->t->p;
	return p->own[i - p->code](w, i);
}

#define EM_SLICE 400000 /* instructions of a warp before it must let others run */

/* A warp's turn in the natural order begins, ends. */
static inline void em_turn_begin(struct em_warp *w)
{
	w->why = EM_WHY_PICK;
	w->left = w->slice = EM_SLICE;
}
static inline void em_turn_end(struct em_warp *w)
{
	w->t->steps += (uint64_t)(w->slice - w->left);
}

/* em_warp_pick of a warp whose only group can run. */
static inline const struct em_inst *em_warp_lone(struct em_warp *w)
{
	w->rotate = 0;
	w->cur = 0;
	w->mask = w->g[0].mask;
	w->stop = UINTPTR_MAX;
	return w->g[0].pc;
}

/* ---- check/taint.c: a warp some of whose registers hold bytes that nobody wrote runs here. */
bool em_taint_on(const struct em_warp *w);
/* Until none does any more; returns the instruction to go on with, or NULL as executors do. */
const struct em_inst *em_taint_run(struct em_warp *w, const struct em_inst *i);
/* For schedule.c, where w->taint is not NULL: one slot, marks or not; another group's turn begins. */
const struct em_inst *em_taint_step(struct em_warp *w, const struct em_inst *i);
void em_taint_turn(struct em_warp *w);

/* ---- fault.c: record a fault of the current instruction; returns NULL for the handler to return. */
const struct em_inst *em_fault_mem(struct em_warp *w, const struct em_inst *i, int lane, enum ptx_space space,
	uint64_t addr, unsigned bytes, int access /* 0 read, 1 write, 2 atomic */);
const struct em_inst *em_fault_set(struct em_warp *w, const struct em_inst *i, int lane, enum em_fault_kind kind,
	const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* ---- builtin.c: functions that nvcc declares and the device provides. */
int em_builtin_find(const char *name); /* -1: none */
const struct em_inst *em_builtin_call(struct em_warp *w, const struct em_inst *i, unsigned which);

/* ---- access.c: lanes' addresses to sectors and wavefronts. */
unsigned em_count_sectors(const uint64_t *addr, uint32_t mask, unsigned bytes);
/* The wavefronts of 32 words at these offsets (at[0] is 0, all multiples of 4); remembers patterns in ms->memo, which
 * begins with the offsets and the wavefronts of the last one. */
unsigned em_pattern_waves(struct em_memstat *ms, const uint32_t *at);
/* As em_count_wavefronts, of 8 or 16 bytes a lane; remembers the last pattern in ms->memo. */
unsigned em_pattern_wide(struct em_memstat *ms, const uint32_t *addr, uint32_t mask, unsigned bytes, unsigned *ideal);
unsigned em_count_wavefronts(const uint32_t *addr, uint32_t mask, unsigned bytes, unsigned *ideal);

/* ---- count.c */
void em_count_result(const struct em_run *r, struct em_result *out);

#endif
