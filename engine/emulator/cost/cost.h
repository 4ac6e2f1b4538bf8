/* cost: what one PTX instruction costs the machine (cost.def), and the chains of instructions that wait for each other
 * (cost/critical_path.c). Both are worked out once for a program and multiplied by how often its basic blocks ran
 * (work.c). */
#ifndef EMULATOR_COST_H
#define EMULATOR_COST_H

#include "emulator/core/program.h"
#include "emulator/work.h"

struct em_cost {
	uint8_t pipe[EM_PIPE_COUNT];
	uint8_t wait[EM_WAIT_COUNT]; /* for its result; of memory and barriers too */
	bool past_l1;                /* a load that does not look into the L1 */
	bool moves_up;               /* a load of what nobody writes (.nc): ptxas may have it before earlier stores */
	bool one_place;  /* an atomic whose address is the same for all lanes, whatever the data: the compiler adds them
			    up first */
	bool one_if_all; /* likewise, but only where all lanes of a warp are on */
	bool counts_one; /* one in shared memory that adds 1: the hardware counts the lanes of a word at once */
	bool loops;      /* em_atomic_loops */
	bool halves;     /* em_atomic_halves */
	uint8_t retries; /* a compare-and-swap in global memory, or a bit claimed there, in a loop that asks what it
			    found; 2: a swap of a number by a number, as locks are taken */
	bool gives_way;  /* where blocks wait for each other, one that draws a number in a loop; in shared memory
			    wherever one does (lanes/drawn.h) */
	bool draws;      /* an atomic whose result decides whether its loop goes on: a ticket (flow/decides.c) */
	bool adds_float; /* an atomic that adds floats: lanes on one word of global memory take longer than integers */
	uint8_t wide;    /* joined with neighbours (joined.c), the first of them: bytes of the one access that they are;
			    0: not joined, or not the first */
	bool follows;    /* joined, not the first: it is a part of that one's access */
	bool reloads;    /* a load that ptxas leaves out, as an earlier one has its word (reloaded.c) */
	uint8_t idle_loads;  /* of an asynchronous copy, or a fence: loads from shared memory without any lane in front
				of it (copy_loads.c) */
	uint8_t after_store; /* a store to global memory right after another one (fields.c); 2: and after loads */
	uint8_t picks; /* of local memory, where it is in registers (picked.c): 1: a place that is known, else 1 and the
			  words of which it is one; 0: not local memory */
	uint8_t turns; /* 1, or 4: control of a loop that ptxas unrolls once more; of a loop that is none in the machine
			  code its branch has how many they are, and a load how many need it once */
	int32_t runs_as; /* under a predicate (predicated.c): issued whenever this basic block runs; stored plus 1, 0:
			    whenever its own does */
	bool enters;     /* the last one before a loop that ptxas unrolls once more: what comes after it waits for three
			    comparisons and the branches after them (unrolled.c) */
	bool both;       /* likewise: of an `if` with an `else`, whose parts are one block of machine code */
	bool meets;      /* the first one where lanes that may have parted wait for each other (joins.c) */
	int32_t either;  /* of an `if` with an `else` that use more than that: issued whenever this basic block runs, if
			    the machine code says so (run/guarded.c). Stored plus 1, 0: whenever its own does */
	bool lengthy;    /* of an `if` without an `else` that issues more than a body under a predicate mostly does: it
			    has `either`, and the machine code has to have one with just the same accesses */
	int32_t asks;    /* of an atomic that is only tried where a look at its word says so (asks.c): the basic block
			    that ends with the branch, plus 1; 0: none */
	bool asks_l2, asks_lanes;  /* ... the look passes the L1 by; lanes are not added up first, each is a pass */
	bool asks_words;           /* ... each lane at a word of its own */
	int32_t asks_reg, asks_at; /* ... where it is: the register and how far from it */
	uint8_t saves;     /* words that a function which is called saves at its first instruction, and fetches at each
			      `ret` (frames.c) */
	bool then_ends;    /* of such a body: the kernel only ends after it */
	int32_t wanted_by; /* of a load that only lanes want for which this predicate register does not hold, plus 1; 0:
			      all do (wanted.c) */
};
/* Do these lanes of an atomic go as one? */
static inline bool em_adds_up(const struct em_cost *c, uint32_t mask)
{
	return c->one_place || (c->one_if_all && mask == EM_FULL);
}
struct em_cost em_cost_of(const struct ptx_inst *in);
/* It needs no instruction of its own, and nobody waits for it; it is one IMAD.WIDE, as two numbers of 32 bits are
 * multiplied. What else is known of it stays. */
void em_cost_nothing(struct em_cost *c);
void em_cost_wide(struct em_cost *c);
/* Is it an atomic in shared memory that the hardware has no instruction for? ptxas makes a loop of a load, the
 * operation, and a compare and swap. */
bool em_atomic_loops(const struct ptx_inst *in);
/* Is it one on 16 bits elsewhere? Then ptxas loads the 32 bits that they lie in, and makes a loop of the operation and
 * a compare and swap of 32 bits (blind6, cuobjdump and Nsight Compute: a request to load, and one more atomic in each
 * turn). */
bool em_atomic_halves(const struct ptx_inst *in);
#define EM_LOOP_ISSUED 5 /* instructions of such a loop: load, operation, compare and swap, comparison, branch */
#define EM_PICK_ISSUED 2 /* for each word of which one is picked: a comparison, and a move under its predicate */
#define EM_LOOP_PASSES \
	4 /* wavefronts of its compare and swap: atomic_shared_f64, 32,768 for 8192 of them (h200.csv) \
	   */

/* A copy of each lane from global to shared memory that goes on by itself: cp.async, no bulk copy. */
bool em_is_copy(const struct ptx_inst *in);

/* How often a warp that runs through a basic block waits for what, on the longest chain. Signed: what one block saves
 * by starting a load early, the next one pays. */
struct em_steps {
	int32_t wait[EM_WAIT_COUNT];
}; /* in units of 1 / EM_WAIT_UNIT */

/* Where a load instruction finds its data, in parts of EM_LEVEL_UNIT, which they are in all; late: in the L2, or on its
 * way there from the memory. Of constant memory instead: how many words beside the first its lanes want, and how many
 * of all of them the nearest cache does not have, in units of 1 / EM_WAIT_UNIT. Of an atomic that is a loop: words is
 * how many turns it takes beside the first. lines: that one load brings from memory, where it has to wait for it, in
 * sixteenths; 0: one. passes: of a load beside the first, through the L1 or shared memory, in sixteenths. picks:
 * em_cost's, where the array is in registers. ran: of every instruction, how often it was issued, as a logarithm, less
 * that of the one that was issued most often, which has 255: so it is the same in launches that do the same; 0:
 * unknown.
 */
#define EM_LEVEL_UNIT 64
#define EM_RAN_OCTAVE 6 /* twice as often */
struct em_level {
	uint8_t l1, l2, late, dram, picks, ran;
	uint16_t words, far, lines, passes;
};

struct em_costs {               /* of a program */
	struct em_cost *cost;   /* of each pinst */
	struct em_steps *steps; /* of each basic block, under `level` */
	struct em_level *level; /* of each pinst that loads */
	uint32_t registers;     /* likewise: em_timing's registers and under_way */
	struct em_under_way under_way;
	const struct em_code *code;
	int32_t **alive; /* of each function, from em_words_alive; made when registers are first known */
	size_t nfn;
	uint32_t *weight; /* of each basic block: cycles that it keeps a warp, where loads find their data in the L1 */
	uint32_t *asks_for; /* ... its loads */
	uint32_t *rounds;   /* ... how often it waits where all of these miss the L1, in units of 1 / EM_ROUND_UNIT */
	bool walked, shared_atomics, asks; /* asks: an instruction has such */
};
struct em_costs *em_costs_new(const struct em_program *p, const struct em_guarded *code);
#define EM_ROUND_UNIT 16
/* Fills in weight[], asks_for[] and rounds[]. */
void em_costs_weigh(const struct em_program *p, const struct em_timing *timing);
void em_costs_free(struct em_costs *c);
/* The steps of all blocks, where loads find their data as `level` (of each pinst) says, with the registers and the
 * loads on their way that the machine code has (NULL: as many as are wanted). */
void em_costs_walk(const struct em_program *p, const struct em_level *level, const struct em_timing *timing);
/* cost/critical_path.c: the steps of one function's blocks. block_of: the basic block of each instruction, or -1; cost,
 * level: of each instruction; alive: likewise the words of registers that it needs (em_words_alive), or NULL when there
 * are enough registers; under_way, loops: as em_timing's, loops NULL: unknown. */
void em_critical_path(const struct ptx_func *f, const int32_t *block_of, const struct em_cost *cost,
	const struct em_level *level, uint32_t registers, struct em_under_way under_way, const struct em_loops *loops,
	const int32_t *alive, struct em_steps *steps);

/* An exact division, reciprocal or root jumps over a call for unusual numbers, and a division of 64-bit integers is a
 * call: ptxas moves nothing across it, so what comes after it waits, and of several the next one begins when this one
 * is done. */
bool em_jumps(const struct ptx_inst *in);

/* The nominal cycles of these waits. */
uint32_t em_steps_clk(const struct em_steps *s);
/* Of these, what a load that the L2 answers takes longer than one that the L1 does. */
uint32_t em_far_clk(void);

/* look_back.c: is the access `k`, a load or an atomic that changes nothing, one with which a block waits for the blocks
 * before it, one after the other? *loop: the loop that goes from one to the next. */
struct em_vigil;
bool em_looks_back(const struct ptx_func *f, size_t k, const struct em_cost *cost, struct em_vigil *loop);

/* look_back.c: an access of global memory that may be a link's. Does the access k wait for what other blocks write
 * (then *look says where), in a way that makes their times a chain (links.h)? */
bool em_link_may(const struct ptx_inst *in);
bool em_link_waits(const struct ptx_func *f, size_t k, struct em_vigil *look);
/* Is k an atomic that counts those who come to a place, of whom the last goes on, in a loop, to another place? */
bool em_link_last(const struct ptx_func *f, size_t k);
/* ... an atomic that takes one of several places: its word, in which a loop looks for one, says how many are free, or
 * which (a bit each)? */
enum em_permits { EM_PERMITS_NONE, EM_PERMITS_COUNT, EM_PERMITS_BITS };
enum em_permits em_link_permits(const struct ptx_func *f, size_t k);
/* ... a compare-and-swap that takes a lock, in a function that takes another one as well? */
bool em_link_takes(const struct ptx_func *f, size_t k);
/* ... of access k, by which a loop waits: how it waits for a lock (em_vigil.lock). EM_LOCK_TICKET is not told here: it
 * hangs on what the word is compared with (code/bind_link.c). */
int em_link_lock(const struct ptx_func *f, size_t k);

/* picked.c: fills in `picks`. */
void em_picked(const struct ptx_module *m, const struct ptx_func *f, struct em_cost *cost);
/* fields.c: fills in `after_store`. */
void em_fields(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost);
/* wanted.c: fills in `wanted_by`. */
void em_wanted(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost);
/* joined.c: fills in `wide` and `follows`; those that follow cost nothing. cost[]: with `wanted_by`. */
void em_joined(const struct em_program *p, const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost);
/* copy_loads.c: fills in `idle_loads`. cost[]: with em_predicated's part. */
void em_copy_loads(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost);
/* reloaded.c: fills in `reloads`. cost[]: with em_joined's part. */
void em_reloaded(const struct ptx_func *f, struct em_cost *cost);
/* predicated.c. The body [*from, *end) that the branch at k jumps over, or (true) that it leads to, while what follows
 * it jumps over the body; *end 0: it goes back. */
bool em_body_of(const struct ptx_func *f, size_t k, size_t *from, size_t *end);
/* Is it an instruction that ptxas puts under a predicate where it stands in a short body? */
bool em_can_be_predicated(const struct ptx_inst *in);
/* ptxas_fusions.c. Of each register: its only writer's index + 1, or -1 where there are several; how many read it, and
 * how many of these are sums of integers. To be freed. */
struct em_use {
	int32_t made_by, reads, sums;
};
struct em_use *em_uses_of(const struct ptx_func *f);
/* predicated.c: fills in runs_as and then_ends of the bodies that ptxas puts under a predicate; their branches cost
 * nothing. cost[]: of the function's instructions, what each issues by itself. */
void em_predicated(
	const struct ptx_func *f, const int32_t *block_of, const struct em_guarded *code, struct em_cost *cost);
/* joins.c: fills in `meets`. cost[]: with what all others do. */
/* doubles.c: what ptxas needs to have constants of 64 bits at hand. */
void em_doubles(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost);
void em_joins(const struct ptx_func *f, struct em_cost *cost);
#define EM_MEET_ISSUED 2 /* instructions for it, one in front of the branch */
/* asks.c: fills in `asks`. cost[]: with one_place and retries. */
void em_asks(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost);
/* Does a thread walk to where instruction k, a compare-and-swap, tries, in a loop [*from, *to] in which it looks for
 * another place when it was too late? */
bool em_walks(const struct ptx_func *f, size_t k, const struct em_cost *c, size_t *from, size_t *to);
/* frames.c: fills in `saves`. cost[]: with `meets`. */
void em_frames(const struct ptx_func *f, struct em_cost *cost);
/* unrolled.c: sets `turns` of what controls the loops that ptxas unrolls once more. cost[]: with em_predicated's part.
 */
void em_unrolled(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost);
/* Does ptxas make one block of the instructions [from, k]: short code under a predicate, and what comes after it? */
bool em_one_block(size_t from, size_t k, const int32_t *block_of, const int32_t *ways_in, const struct em_cost *cost);
/* spelled_out.c: of loops that are none in the machine code, sets `turns` and what needs no instruction. cost[]: with
 * em_predicated's part, without em_unrolled's. */
void em_spelled_out(
	const struct ptx_func *f, const int32_t *block_of, const struct em_guarded *code, struct em_cost *cost);
/* logic.c: logical operations of three values, tests, rotations. cost[]: with em_upper_halves's part. */
void em_logic(const struct ptx_func *f, struct em_cost *cost);
/* upper_halves.c: numbers of 64 bits of which one half is known. Changes cost[] of the function's instructions. */
void em_upper_halves(const struct ptx_func *f, struct em_cost *cost);
/* cost/ptxas_fusions.c: instructions that ptxas joins or puts under a predicate. Changes cost[] of the function's
 * instructions. */
void em_ptxas_fusions(const struct em_program *p, const struct ptx_func *f, const int32_t *block_of,
	const struct em_guarded *code, struct em_cost *cost);

/* in_order.c: how many turns of the loop [from, to] of f the machine code has side by side, if what is left at its end
 * goes by halves (lanes/turns.h); else 0. *guarded, or NULL: which single turns stand under a predicate, the last one
 * and one in front of the loop, of a counter that begins beyond its end. */
enum { EM_LAST_GUARDED = 1, EM_FIRST_GUARDED = 2, EM_HALF_GUARDED = 4 };
uint32_t em_halved(const struct ptx_func *f, int32_t from, int32_t to, const struct em_loops *loops, unsigned *guarded);
/* code_kinds.c: as what an instruction stands in the machine code, and how many words of each lane it loads or stores.
 */
enum em_code_kind em_code_kind_of(const struct ptx_inst *in);
uint32_t em_code_words(const struct ptx_inst *in);
/* The sine, cosine and tangent of a float branch past a loop for large numbers, which keeps words in local memory: the
 * last instruction of what k branches past so, or k. */
int32_t em_past_large(const struct ptx_func *f, int32_t k);
/* Adds those of [from, to] to words[EM_CODE_KINDS], but for such loops'. */
void em_code_add_words(const struct ptx_func *f, int32_t from, int32_t to, uint32_t *words);

#endif
