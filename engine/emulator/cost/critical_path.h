/* critical_path: the state of the walk over a function's code, for critical_path.c and pending_loads.c. */
#ifndef EMULATOR_CRITICAL_PATH_H
#define EMULATOR_CRITICAL_PATH_H

#include "emulator/cost/cost.h"

/* A time under nominal latencies, and how many waits of each kind led to it. */
struct em_moment {
	int64_t t;
	int32_t n[EM_WAIT_COUNT];
};

#define MOST_LOADS 256 /* of a basic block that are told apart */
#define MOST_GROUPS 8  /* of asynchronous copies on their way; who waits for all but more than these waits for none */

/* A load of the current block: how many words it brings, and when they are used for the first time. */
struct pending {
	int32_t words;
	bool used;
	enum em_asked kind;
	struct em_moment at;
};

/* A register's load: its number in the current block plus 1. What stands there from an earlier epoch counts as 0. */
struct mark {
	uint32_t epoch;
	int32_t load;
};

/* Pipes between which a result goes the longer way. */
enum pipe { OTHER, ARITHMETIC, INTEGER };

/* Kinds of memory that are no other kind's. */
enum memory { SHARED, LOCAL, ELSEWHERE, MEMORIES };

/* So many shuffles that do not need each other are on their way together: SASS of `ldl.warp_a_matrix` of blind9 has
 * three to six of 31, and what they are for in between. */
#define EM_SHUFFLES_BESIDE 4

struct em_walk {
	const struct ptx_func *f;
	const int32_t *block_of;
	const struct em_cost *cost;
	const struct em_level *level;
	struct em_steps *steps;
	int32_t *ways_in; /* of each instruction: branches that lead to it */
	bool *hoisted; /* loads that the machine code begins where a turn of their loop begins (hoisted.c); NULL: none
			*/
	struct em_moment turn;    /* of a loop with such loads: when its turn began, */
	struct em_moment *before; /* and when each register was ready then */
	int32_t *loop_end;        /* of a loop's first instruction: its last one, else -1 */
	struct em_moment *ready;  /* of each register */
	uint8_t *made_by;         /* of each register: which pipe (enum pipe) made what is in it */
	int32_t *made_at;         /* of each register: which instruction wrote it, and 1; 0: none has */
	int32_t *branch_to;       /* of each instruction: the last branch forward to it, and 1; 0: none */
	float *waited; /* of each instruction whose result who uses it more often than it runs waits for: this part of
			  the times; else 0 */
	/* Code that some warps go through, or other code in its stead, which begins at `other` and ends before
	 * parted_to. */
	int32_t parted, other, parted_to;
	int32_t loop;                  /* the first instruction of the innermost loop that is being walked */
	const int32_t *alive;          /* words of registers at each instruction; NULL: there are enough */
	int32_t registers, spare;      /* in all; those that the current block leaves to loads on their way */
	struct em_under_way under_way; /* em_critical_path */
	struct pending *load;          /* of the current block */
	int32_t loads;
	struct mark *mark; /* of each register */
	uint32_t epoch;
	int32_t together;      /* lines from memory that are on their way since the first of them was asked for, in
				* units of 1 / 16 */
	int64_t answered;      /* when that one is answered */
	uint8_t *from_load;    /* of each register: its words, if loads write it */
	struct em_moment base; /* nothing of the current block starts before */
	/* Where shuffles follow each other, and end no block of the machine code: when all before the last of them had
	 * started, before the last but one, and so on. */
	struct em_moment shuffled[EM_SHUFFLES_BESIDE];
	struct em_moment last;             /* when the last instruction of the block has started */
	struct em_moment stored[MEMORIES]; /* of each kind of memory: when the last store has started */
	struct em_moment passing;          /* when the words of loads so far have come to the registers, */
	int64_t passing_from;              /* of those that came one right after the other: since when */
	struct em_moment constant; /* when constant memory is through with the words before: a warp's go one by one */
	struct em_moment began;    /* the block's begin */
	struct em_moment copied;   /* when all copies of cp.async so far have arrived */
	struct em_moment groups[MOST_GROUPS]; /* when those have that were begun before each of the last commits; the
					      last one first */
	int32_t block;                        /* current block */
	int32_t into;                         /* of which it is a part (em_cost's `both`), or -1 */
	struct em_moment issued;              /* its instructions so far, one after the other */
	int turns, again;                     /* of a loop that are walked as one block; which of these it is */
	int32_t first;                        /* instruction of that loop */
	int stages;                           /* of asynchronous copies, one after the other: turns_of_copies */
	bool unrolled;                        /* in one of those turns but the last: its branch back is not there */
};

static inline void em_later(struct em_moment *a, const struct em_moment *b)
{
	if (b->t > a->t)
		*a = *b;
}

/* The loop that ends with this branch is none in the machine code (spelled_out.c), so nothing is issued for it. */
static inline bool em_is_spelled_out(const struct em_walk *w, int32_t branch)
{
	return !w->cost[branch].pipe[EM_PIPE_ISSUE];
}

static inline bool em_is_load(const struct ptx_inst *in)
{
	return in->op == PTX_OP_LD && in->space != PTX_PARAM;
}

/* pending_loads.c. A walk with `alive`: room for its loads; a block begins with instruction k. */
void em_loads_open(struct em_walk *w);
void em_loads_begin(struct em_walk *w, int32_t k);
/* Who reads registers uses what was loaded there. */
void em_loads_use(struct em_walk *w, const int32_t *regs, unsigned n, const struct em_moment *start);
/* A load, which writes these registers, waits until there is room for its words. */
void em_loads_find_room(
	struct em_walk *w, const struct ptx_inst *in, const int32_t *regs, unsigned n, struct em_moment *start);
void em_loads_close(struct em_walk *w);

/* divided.c: instruction `in` reads a register, which is ready at *m: later than it has to be if it is what is divided.
 * The instruction is done: no block ends before. */
void em_dividend(const struct ptx_inst *in, const struct em_cost *c, int32_t reg, struct em_moment *m);
void em_divided(struct em_walk *w, const struct ptx_inst *in, const struct em_cost *c, const struct em_moment *done);

/* seldom.c: instruction k writes a register; one that it reads is ready earlier where it is seldom made. */
void em_made(struct em_walk *w, int32_t k, int32_t reg);
void em_seldom_made(struct em_walk *w, int32_t k, int32_t reg);
/* A basic block begins with instruction k. What is written in the stead of what other code has asked for is ready at
 * *m, and the latter when that is answered: as often as either. */
void em_parted(struct em_walk *w, int32_t k);
void em_either(const struct em_walk *w, int32_t k, int32_t reg, struct em_moment *m);
/* Such a load (w->waited): what who comes by each time waits for it on average. */
void em_seldom_asked(struct em_level *l, float part);

/* critical_path.c. `times` in units of 1 / EM_WAIT_UNIT. */
void em_delay(struct em_moment *m, enum em_wait what, int times);
/* Is it a division (or a remainder) of 64-bit integers, which is a call of a function? */
bool em_calls_to_divide(const struct ptx_inst *in);

/* answered.c. */
/* A load's level in the turn w->again of w->turns that are side by side. */
struct em_level em_level_in_turn(const struct em_walk *w, const struct em_level *l);
/* A load that is asked for at *m begins to bring its words when those before it are through; so many passes, in
 * sixteenths, of which a part of EM_LEVEL_UNIT keeps those after it waiting. */
void em_pass(struct em_walk *w, struct em_moment *m, int passes, int part);
/* The moment when a load is answered that is asked for at *m. */
void em_load(struct em_walk *w, struct em_moment *m, const struct em_level *l);
/* Likewise an atomic. */
void em_atomic_answer(struct em_moment *m, const struct em_level *l);

/* same_loops.c: an innermost loop of the PTX, and what it became. */
struct em_same_loop {
	int32_t from, to;
	uint32_t words[EM_CODE_KINDS]; /* of a turn */
	bool parts;                    /* not all of it is issued in each turn */
	bool fewest;    /* what the compiler in front of ptxas has left of a loop that it unrolled: the loop itself may
			   come next */
	int32_t found;  /* which of the machine code's, or -1 */
	uint32_t turns; /* how many of its turns are side by side there */
};
#define EM_MOST_UNROLLED 4 /* turns that ptxas puts side by side */
/* A turn has `own` words of some kind, the machine code's `is`: a whole number of turns, and as many as *turns, which
 * others have said (0: none has)? Then *turns says so. */
static inline bool em_are_turns(uint32_t own, uint32_t is, uint32_t *turns)
{
	if (!own != !is || (own && (is % own || (*turns && is / own != *turns))))
		return false;
	*turns = own ? is / own : *turns;
	return true;
}
/* which_load.c: of each load of this kind in the n instructions of the machine code of loop l, which has so many turns
 * side by side: the PTX's instruction by which it finds its data, or -1, and of which turn. False: there are too many.
 */
struct em_which {
	int32_t at[MOST_LOADS];
	uint32_t turn[MOST_LOADS];
};
bool em_which_loads(const struct em_walk *w, const struct em_same_loop *l, const struct em_code *code, uint32_t n,
	enum em_code_kind kind, uint32_t turns, struct em_which *out);
/* Pairs n things with m others, both in their order, so that the pairs together are worth the most: worth(of, i, j) of
 * one, 0 if they are no pair. found[i]: j, or -1. */
void em_pair_in_order(uint32_t n, uint32_t m, uint32_t (*worth)(const void *of, uint32_t i, uint32_t j), const void *of,
	int32_t *found);
/* What it is worth that a loop became one with so many turns. */
#define EM_SAME_LOOP 16
/* How many turns of a loop one of the machine code has; 0: it is not the same. */
uint32_t em_code_turns(const struct em_same_loop *l, const struct em_code_loop *m);
/* Finds what the loops l became, which are in the order of the code. */
void em_same_loops(struct em_same_loop *l, uint32_t n, const struct em_loops *loops);

/* in_order.c: the steps of loops whose machine code is known follow from that. */
void em_in_order(struct em_walk *w, const struct em_loops *loops);
/* ... of one loop, which became m. */
void em_take_code(
	struct em_walk *w, const struct em_same_loop *l, const struct em_loops *loops, const struct em_code_loop *m);
/* The instruction after k that is of this loop, and of no loop in it. */
int32_t em_next_own(const struct em_walk *w, const struct em_same_loop *l, int32_t k);

/* Is it an atomic that is one instruction of the machine code? */
bool em_is_one_atomic(const struct ptx_inst *in, const struct em_cost *c);

/* around.c: likewise of loops around others. */
void em_around(struct em_walk *w, const struct em_loops *loops);

/* hoisted.c: finds w->hoisted; a turn of the loop [from, to] begins; when number k, which is hoisted, may start. */
void em_hoisted(struct em_walk *w, const struct em_loops *loops);
void em_turn_begins(struct em_walk *w, int32_t from, int32_t to);
void em_hoist(const struct em_walk *w, int32_t k, struct em_moment *start);

#endif
