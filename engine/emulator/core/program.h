/* program: one kernel and all that it may call, as decoded code: slots that the executors run, and what there is to
 * know of each.
 *
 *   em_module   PTX with addresses given to its variables        core/device.h, code/module.c
 *   em_program  a kernel's code                                  here, code/program.c (layout), code/decode.c (slots)
 *   em_run      a launch in progress                             core/machine.h, run/launch.c
 *   em_worker   a host thread that runs blocks of one launch     run/worker.c
 *   em_block    one thread block: shared memory, barriers, warps run/block.c
 *   em_warp     32 lanes: groups of lanes that agree on a pc, and the registers of all of them
 *
 * Invariants. A register is a row of 32 lanes: 4 bytes a lane (types up to 32 bits), 8 (64 bits), 16 (128 bits), or one
 * 32-bit mask (predicates). A row is named by its byte offset from the start of struct em_warp, so that an operand of
 * any kind (register, constant, parameter, special register) is one number. A program gives every function rows of its
 * own: a recursive call saves the caller's rows. Decoded code is read-only while a launch runs; counts live in the
 * workers. */
#ifndef EMULATOR_PROGRAM_H
#define EMULATOR_PROGRAM_H

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
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

/* A slot. d, a, b and c are rows of operands unless another name stands beside them: then the executor says which of
 * the two it reads. What an instruction has more of lies in the slot after it (fn NULL). */
struct em_inst {
	em_fn fn;
	union {
		uint32_t d;
		uint32_t complement_of_c; /* arrival at bar.red: `complement` of the predicate in row c */
		uint32_t sweep;           /* a barrier of all: the node after it (exec/sweeps.h), 0: none */
		uint32_t calm; /* where others may get a turn: nobody can wait by this access (bind_poll.c) */
	};
	union {
		uint32_t a;
		uint32_t instructions; /* head of a basic block: so many are in it */
		uint32_t predicate;    /* guards and branches: its row */
		uint32_t callee;       /* calls: the slot in which the function begins */
	};
	union {
		uint32_t b;
		uint32_t met; /* waits of lanes for each other: what they do then is so many slots after this one */
	};
	union {
		uint32_t c;
		uint32_t access;     /* of memory: what it is, EM_ACC_* (core/access.h) */
		uint32_t complement; /* guards and branches: all ones, the lanes whose predicate is false; else 0 */
		uint32_t shown; /* waits of lanes for each other: the letter of what others see of a lane (exec.h), or 0
				 */
	};
	union {
		uint32_t x;            /* by any name, as the binders write it (struct em_row) */
		uint32_t row;          /* of one more operand */
		uint32_t displacement; /* of memory: added to the address, as 32 bits or extended by its sign to 64 */
		uint32_t mode;         /* conversions and the like: the modifiers, as the executor's file names them */
		uint32_t one;          /* set on pairs of halves: what is written for true */
		uint32_t alignment;    /* alloca: of the memory; 0: 16 */
		uint32_t shift;        /* clocks of 32 bits: which half of the count */
		uint32_t barrier;      /* its number */
		uint32_t pending;      /* waits for cp.async: so many groups may still be on their way */
		uint32_t orders;       /* waits of lanes for each other: whether they order memory as well */
		uint32_t block_only;   /* fences: whether they reach the block alone */
		uint32_t no_predicate; /* a comparison with its branch: whether nobody else reads the predicate */
		uint32_t function;     /* calls: which one */
		uint32_t functions;    /* indirect calls: so many slots after this one name a function and a distance */
		int32_t distance;      /* branches: to the target, in slots from this one */
		uint32_t guarded;      /* guards: so many slots after this one are predicated */
		uint32_t entries;      /* indexed branches: so many slots after this one have a distance each */
	};
	uint32_t id; /* heads, guards, branches: where their counts lie (EM_BLOCK_COUNTS, EM_GUARD_COUNTS); of memory:
			index of its counts */
};

/* What a slot is, for those who follow a program slot by slot and treat some of them differently. */
enum em_slot_kind {
	EM_SLOT_OTHER,
	EM_SLOT_HEAD,    /* a basic block begins */
	EM_SLOT_COPY32,  /* a row of 32 bits is copied */
	EM_SLOT_COPY64,  /* ... of 64 bits */
	EM_SLOT_SKIP,    /* lanes that a guard keeps out jump over the instruction */
	EM_SLOT_WAIT,    /* for the lanes of a member mask */
	EM_SLOT_SPIN,    /* others may get a turn here */
	EM_SLOT_CLOCK,   /* reads a clock */
	EM_SLOT_BUILTIN, /* calls a function of the device's (exec/builtin.h) */
};

struct em_costs;      /* cost.h */
struct em_chain;      /* exec/chains.h */
struct em_sweep_node; /* exec/sweeps.h */
struct em_sweep_step;
struct em_block_cache;
struct em_cache_run;
struct em_l2;
struct em_stream; /* cache.h */
struct em_row;    /* exec.h: a row of the executor table */

/* What one PTX instruction became, for counting and for messages. */
/* code/bind_loses.c: a store that loses what others have stored since its thread looked; one that does so where it was
 * asked for; the look. code/bind_swaps.c: the look of a compare-and-swap. code/bind_again.c: a read between
 * two looks, which is done again where they differ. code/bind_bids.c: a store of which is asked whether it came last,
 * and that look; with fences on both sides of the store, which reach its block, or all blocks. code/bind_locks.c:
 * under a lock; ahead of one; where only some of the threads that come there have taken it. */
enum {
	EM_K_CBRA = 1,
	EM_K_BAR = 2,
	EM_K_ATOM = 4,
	EM_K_MEM = 8,
	EM_K_STORE = 16,
	EM_K_COPY = 32,
	EM_K_RED = 64,
	EM_K_LOSES = 128,
	EM_K_ASKS = 256,
	EM_K_LOOKS = 512,
	EM_K_SWAPS = 1024,
	EM_K_AGAIN = 2048,
	EM_K_BID = 4096,
	EM_K_BID_NEAR = 8192,
	EM_K_BID_FAR = 16384,
	EM_K_UNDER = 32768,
	EM_K_AHEAD = 65536,
	EM_K_APART = 131072
};
/* A load that only decides whether its thread waits on: the branch in its function that goes by it, and whether it is
 * taken by who waits no longer. branch 0: it is no such load. */
struct ck_look {
	int32_t branch;
	bool leaves;
};
struct em_pinst {
	int32_t func, inst; /* indices into the module */
	uint32_t block;     /* basic block: how often it ran */
	int32_t guard;      /* which guard's counts, or -1: all active lanes */
	int32_t access;     /* which access's counts (em_memory_counts), or -1: it is none */
	uint32_t slow; /* the first of EM_SLOW_WAYS basic blocks without code (cost/slow_ways.h), or 0: it has none */
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

/* A warp's convergence barriers (lanes/meets.h). */
#define EM_MEETS_NONE 255
enum {
	EM_MEETS_KEPT = 8,       /* barriers that functions keep for those who call them, */
	EM_MEETS_FIRST_KEPT = 8, /* from this one on; as many that are not kept come before them */
	EM_MEETS_ALL = EM_MEETS_FIRST_KEPT + EM_MEETS_KEPT
};

/* A function's place in a program. Rows: [r64, r32) of 256 bytes, [r32, rp) of 128, [rp, rend) of 4. */
struct em_fplace {
	int32_t func;   /* index into module->funcs */
	uint32_t entry; /* first code slot */
	uint32_t r64, r32, rp, rend;
	uint32_t *reg; /* row of each PTX register */
	uint32_t local_base, local_bytes;
	bool recursive, uses_stack;
	uint8_t meets; /* a bit for each kept convergence barrier that it uses (lanes/meets.h) */
};

/* In a program whose functions call themselves, the slots of a branch whose lanes may part, from `from` to before `to`:
 * the convergence barrier that they are to meet at (lanes/meets.h). In the order of slots. */
struct em_meets_at {
	uint32_t from, to;
	uint8_t barrier;
};

/* A block's head where lanes that came at different times run one after the other, and the head of the block where they
 * meet again (flow/reconvergence.c). */
struct em_apart {
	uint32_t slot, until;
};

/* A loop that waits for a word which other blocks write (cost/links.h): its instructions, in function `func` of the
 * module; whether it looks by atomics. */
#define EM_NAPS 16
struct em_vigil {
	int32_t func, from, to;
	enum { EM_BY_LOADS, EM_BY_ATOMICS, EM_BY_SHARED } by; /* as em_timing's hop_clk */
	/* Where it waits until the word, of 32 bits, has got as far as a row's number (code/bind_link.c): the loop is
	 * over once `word compares number`, or number compares word, is `over`. compares: PTX_MOD_LT and the like; 0:
	 * it waits for something else. */
	uint32_t number;
	uint8_t compares;
	bool is_signed, number_first, over;
	bool each_lane; /* its lanes wait each for itself: the others go on meanwhile */
	/* How long it sleeps after the first looks in vain, in ns; all later ones as long as the last (cost/naps.h). */
	uint32_t nap[EM_NAPS];
	unsigned nnaps;
	bool permits; /* it waits until one of several places is free, which another access takes (em_link_permits) */
	/* It waits for a lock: takes: who has done so by an exchange has it; ticket: whose number it is (`number`);
	 * watches: it waits until the lock is free, which another access takes. */
	enum { EM_LOCK_NONE, EM_LOCK_TAKES, EM_LOCK_TICKET, EM_LOCK_WATCHES } lock;
};

/* A loop of one basic block whose turns can be counted before the first (code/bind_turns.c): its instructions in the
 * kernel, the slot of its head; it goes on while `at`, after each turn `step` more, compares so with `end` (rows of as
 * many bits). */
struct em_counted {
	int32_t from, to;
	uint32_t head, at, end;
	uint32_t rest;  /* a basic block without code: turns that parts of fewer turns than a whole one lack, */
	uint32_t alike; /* and where all lanes take as many turns */
	uint32_t idle;  /* likewise: last turns, under a predicate, that were issued without a lane */
	int64_t step;
	uint8_t bits, compares; /* compares: PTX_MOD_LT and the like */
	bool is_signed;
};

/* Rows of one width, one after the other, that a call keeps for its caller (code/call_saves.c). */
struct em_call_save {
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
	/* A device function's parameter whose address is taken is copied into the function's local memory as it begins
	 * (PTX ISA, "Device Function Parameters"): 1 + where, or 0, by module variable. */
	uint32_t *home;
	uint32_t static_shared, local_bytes, dynamic_at; /* dynamic_at: where dynamic shared memory begins */
	uint32_t regs;                                   /* estimate (flow/register_estimate.c) */
	uint32_t *param_offset, *param_size, param_bytes;
	bool order_sensitive; /* the result may depend on the order of blocks: run them one after another */
	/* Of these, blocks that may deal out the work themselves: by counters whose old value they use, by flags. Not
	 * by compare-and-swap, as keys are put into a table, nor by sums, nor by places that they only write to. */
	bool deals;
	/* Launches of it in several threads: how many not to try, because the last attempts failed; warp instructions
	 * of a block of the last one */
	uint32_t in_order, failed;
	uint64_t block_steps;
	bool whole_blocks; /* a block's warps are not dealt out: that went wrong (run/parts.h) */
	/* run/repeat.c: launches to let go by without a look, and looks that found nothing */
	uint32_t repeat_pass, repeat_misses;
	uint16_t *operations; /* check/attempt.c */
	bool needs_stack;
	bool calls_itself; /* a function of it does, or several do in a ring: by name, not by pointers */
	/* for the checkers */
	bool orders;    /* has barriers, or warp-wide instructions that order lanes */
	bool fences;    /* has fences, or accesses that release or acquire */
	bool publishes; /* ... or relaxed ones: blocks may rely on each other, warps on each other without a barrier of
			   all */
	bool polls;     /* a volatile load waits for what another thread writes */
	bool sends;     /* has bulk copies out of shared memory */
	bool narrow;    /* has strong accesses of global memory that reach its block only */
	bool library;   /* a kernel of thrust or cub: what it does in shared memory is not the program's doing */
	uint8_t granule_shared, granule_global; /* log2 of the smallest access, at most 2 */
	uint32_t code_loops; /* so many its machine code has, each with one jump back; 0: not so, or unknown */
	bool decoded;
	bool waits;         /* has loops that may wait for other lanes of their warp (flow/waiting.c) */
	bool clocked;       /* reads a clock: its warps keep one (clock.c) */
	bool linked;        /* has loops that wait for other blocks: likewise (links.h) */
	bool linked_shared; /* ... for other warps of the block, in shared memory */
	/* filled by decode */
	struct em_inst *code;
	size_t ncode, ccode;
	int32_t *origin;
	size_t norigin, corigin; /* code slot -> pinst, or -1 */
	em_fn *own;
	size_t nown, cown; /* code slot -> its own form (exec_flow.h) */
	uint8_t *kind;
	size_t nkind, ckind; /* code slot -> enum em_slot_kind */
	struct em_pinst *pinst;
	size_t npinst, cpinst;
	struct em_const *consts;
	size_t nconsts, cconsts;
	struct em_sreg_row *sregs;
	size_t nsregs, csregs;
	struct em_param_row *prows;
	size_t nprows, cprows;
	int32_t *accesses;               /* of each access (em_pinst.access) its pinst, or -1 */
	const struct ck_look *looks_for; /* of each pinst (check/looked_for.c); NULL: nobody polls */
	uint32_t *block_slot;
	size_t nblock_slots, cblock_slots; /* block -> slot of its head */
	struct em_apart *apart;
	size_t napart, capart;
	struct em_meets_at *meets_at;
	size_t nmeets_at, cmeets_at;
	struct em_call_save *call_saves;
	size_t ncall_saves, ccall_saves;
	struct em_chain **chain;
	size_t nchains, cchains;
	struct em_sweep_node *sweep;
	size_t nsweeps, csweeps;
	uint32_t sweep_range[4], nsweep_ranges; /* rows of special registers that warps keep (EM_SWEEP_RANGES) */
	struct em_sweep_step *sweep_step;
	size_t nsweep_steps, csweep_steps;
	struct em_vigil *looks;
	size_t nlooks, clooks;
	struct em_counted *counted;
	size_t ncounted, ccounted;
	uint32_t nbasic_blocks, nguards, naccesses;
	uint32_t fp_row, sp_row; /* of each lane, 64 bits: the running function's frame, the end of the stack */
	uint32_t copies_at;      /* the warp's struct em_copies (copies.h), 0: no cp.async */
	uint32_t scratch;        /* a 512-byte row that nobody reads */
	uint32_t warp_bytes;     /* struct em_warp and all rows */
	const uint8_t *mark;     /* of each slot, where a seeded launch may stop; NULL before the first (schedule.c) */
	struct em_costs *costs;  /* cost.h; with the code */
	const struct em_inst **entry_of; /* module function index -> code or NULL, for indirect calls */
};

#endif
