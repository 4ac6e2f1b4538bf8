/* sweeps: what the warps of a block do between a barrier of all and their next access to memory, with registers alone,
 * for all of them together: a step is done for one warp after the other, before the next step. Who counts, compares and
 * branches after each barrier, as reductions and scans do, mostly has nothing else to do until the next one. The code
 * after such a barrier is cut into nodes, a basic block each, when the program is decoded (code/bind_sweep.c).
 *
 * When a barrier has opened and all warps stand behind it, they go along the nodes as far as they get. Each then has a
 * part of its next turn behind it, w->swept instructions, and goes on from where it came to when that turn comes:
 * accesses, arrivals at barriers, exits and faults keep the order that they have without this. What is counted is
 * counted at once, or where nobody asks before the launch is over, once the block's memory goes; of a warp whose turn
 * never comes, since the block has ended with a fault or the launch was stopped, it is taken back.
 *
 * Where all that a sweep works with are numbers on which all lanes of all warps agree, and what warps keep as long as a
 * launch runs, it goes the same way as one that began with the same numbers: loops over strides do so in each block
 * anew. A block remembers a few and what they did. Needs AVX2. */
#ifndef EMULATOR_SWEEPS_H
#define EMULATOR_SWEEPS_H

#include "emulator/core/machine.h"

/* Does the slot i for those of a block's warps whose bits are set, all lanes of each of them. Of a step that decides a
 * branch: which warps take it with all lanes, and with none; of others, nothing. */
struct em_sweep_ways {
	uint32_t all, none;
};
typedef struct em_sweep_ways (*em_sweep_fn)(struct em_warp *const *warp, uint32_t warps, const struct em_inst *i);

struct em_sweep_step {
	const struct em_inst *i;
	em_sweep_fn fn; /* NULL: the slot's own form does it */
	em_fn own;
	/* All warps agree on what it works with: done for one, and these rows, of words and of a predicate, are copied;
	 * 0: none. */
	bool agreed;
	uint32_t row, predicate;
	/* A comparison of what the block's em_range number range - 1 holds with a row on which all warps agree: mostly
	 * the least and the most of a warp's lanes say all. range 0: it is none. how: PTX_MOD_LT and so on, as if the
	 * range were the first operand. */
	uint8_t range, how;
	bool is_signed, complement; /* complement: the branch is taken where it does not hold */
	uint32_t with;
};
struct em_sweep_node {
	uint32_t head, instructions, counts; /* slot; instructions, and where they are counted (EM_BLOCK_COUNTS) */
	uint32_t first, nsteps;              /* of the program's sweep_step */
	uint32_t branch, guard; /* slot of the conditional branch that it ends with, which the last step decides, or 0;
				   where it is counted (EM_GUARD_COUNTS) */
	uint32_t barrier;       /* slot of the barrier of all that it ends with, or 0 */
	uint32_t exit;          /* ... of the kernel's end */
	uint32_t taken, otherwise; /* nodes: where the branch leads; what comes next without one */
	bool stops;                /* there is more in it: warps go on from its head by themselves */
};

/* Executors that there is a step for: what counts; what compares, with the branch after it; both, one after the other.
 * EM_NO: no such. */
struct em_sweep {
	uint16_t op;
	uint8_t type, compared_as, how;
	em_sweep_fn fn;
};
struct em_sweeps {
	const struct em_sweep *row;
	size_t n;
};
extern const struct em_sweeps em_sweeps_v3;
/* A branch, i, on a predicate that was set before. */
struct em_sweep_ways em_sweep_branch(struct em_warp *const *warp, uint32_t warps, const struct em_inst *i);

/* Of a row that a warp keeps as long as a launch runs, and whose numbers are small: each warp's least and most. */
#define EM_SWEEP_RANGES 4
struct em_range {
	int32_t least[EM_WARP], most[EM_WARP];
};
void em_sweep_ranges(struct em_block *b);

/* The barrier b->opened has opened in the turn of b->now. Returns whether that turn has ended in it (lanes/asleep.h).
 */
bool em_sweep(struct em_block *b);
void em_sweep_undo(struct em_block *b);

#endif
