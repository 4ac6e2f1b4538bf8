/* chains: products (products.h) of which each adds to the sum of the one before, with nothing between them but
 * additions that move addresses: the unrolled body of a loop over rows and columns, a tile's sum. In quick form alone
 * (exec_flow.h), for whole warps and words of runs: the whole chain is one step, whose first slot has this executor.
 * The additions are done once, when the program is decoded (code/bind_chain.c): each load's address is a base, that is
 * a row which holds an address when the chain begins, and a number of bytes, and so many times a stride, which is a row
 * that has one number in all lanes. So bounds and the order of lanes are looked at once for each base. Neither sums on
 * the way nor addresses that only the chain reads come to their rows.
 *
 * All or nothing: where anything is unusual, nothing has happened yet, and the products go one by one. */
#ifndef EMULATOR_CHAINS_H
#define EMULATOR_CHAINS_H

#include "emulator/core/program.h"

enum { EM_CHAIN_BASES = 4, EM_CHAIN_PRODUCTS = 32, EM_CHAIN_WRITES = 12, EM_CHAIN_TIMES = 255 };
/* Bytes are added up to this many, and a stride has no more. */
#define EM_CHAIN_FAR (1 << 28)

/* Where the chain's first access by this base keeps its counts; the least and the most of bytes and times. */
struct em_chain_base {
	uint32_t row, shape; /* shape: where an earlier access of the block has kept it, or 0 (exec_ldst.h) */
	uint32_t counts;
	int32_t at_least, at_most;
	uint8_t times_least, times_most;
	bool loaded; /* something is loaded from there */
};
/* An address. */
struct em_chain_at {
	int32_t bytes;
	uint8_t base, times;
};
struct em_chain_load {
	struct em_chain_at at;
	uint32_t counts, slot; /* slot: from the chain's first */
};
/* What comes to a row in the end: the address, or, for accesses after the chain, its shape. */
struct em_chain_write {
	struct em_chain_at at;
	uint32_t row;
	bool shape;
};
struct em_chain {
	size_t first;                    /* slot */
	em_fn single;                    /* what it would do without the chain */
	uint32_t slots, sum, to, stride; /* rows of what is added to and of the result; stride: 0: none */
	bool stride_agreed;              /* it is known to be one number */
	bool pairs;                      /* all first loads have one base, and all second ones */
	uint32_t nbases, nloads, nwrites;
	struct em_chain_base base[EM_CHAIN_BASES];
	struct em_chain_load load[2 * EM_CHAIN_PRODUCTS]; /* two for each product */
	struct em_chain_write write[EM_CHAIN_WRITES];
};

/* Of the first product's last slot: bits of x above those of products.h; the chain's number in the program. */
#define EM_CHAIN_NUMBER 2

/* All loads from shared memory, from global memory. */
const struct em_inst *em_chain_shared(struct em_warp *w, const struct em_inst *i);
const struct em_inst *em_chain_global(struct em_warp *w, const struct em_inst *i);

#endif
