/* decode: what decode.c (the driver and operands), bind.c (arithmetic, moves, comparisons), bind_mem.c, bind_flow.c
 * and bind_async.c share while a
 * program's functions become code. */
#ifndef EMULATOR_DECODE_H
#define EMULATOR_DECODE_H

#include "emulator/code/table.h"
#include "emulator/exec/chains.h"
#include "emulator/flow/flow.h"

struct dec_fix {
	uint32_t slot, base;
	int32_t target;
}; /* code[slot].x = (slot of the target's block) - base */
/* A loop whose ways back are one (bind_ways.c): its first and its last block, and the slot that they lead to. */
struct dec_ways {
	uint32_t top, last, slot;
};
struct dec_post {
	uint32_t from, to;
	uint8_t helper;
}; /* conversion after an instruction */
/* Of a sum: the product at `mul` that it takes into one rounding, and which operand that is (0: none). Of a product:
 * the last sum that takes it (0: none), and the rows of what it multiplies; copies_factors: what it multiplies may
 * change before the sum in another place than between the two. */
struct dec_contract {
	uint32_t mul, last, factor[2];
	uint8_t operand;
	bool negative, copies_factors;
};
struct dec_shape {
	uint32_t row, acc, slot;
}; /* an access of this block whose addresses' shape can be used again */
#define DEC_SHAPES 16
/* The last product and the chain (exec/chains.h) that it may be part of: its first slot, the one after its last (0:
 * none); chain: NULL: it is alone. What its registers hold, in the order in which they got it. */
#define DEC_VALUES 24
struct dec_value {
	struct em_chain_at at;
	uint32_t row, reads; /* reads: instructions of the chain that read it */
	int32_t reg;         /* which an addition of the chain set to it; -1: it was there before */
};
struct dec_chain {
	size_t begin, end;
	bool shared;
	unsigned nvalues;
	struct dec_value value[DEC_VALUES];
	struct em_chain *chain;
};
struct dec {
	struct em_program *p;
	const struct em_table *t;
	struct em_fplace *place;
	const struct ptx_func *f;
	const struct ptx_inst *in;
	int32_t pin;                /* current pinst, or -1 */
	uint32_t block, block_slot; /* current block and its head */
	uint32_t cc;                /* carry flags of this function, 0 = none yet */
	uint32_t pred_chunk, pred_left;
	struct dec_contract *contract; /* of each instruction (contract.c) */
	bool *waits;                   /* of each block, as em_flow_waiting says */
	struct em_flow_meets meets;    /* opens NULL: no function calls itself (bind_meets.c) */
	uint8_t joined;                /* enum em_joined: of the branch that comes */
	uint8_t *once;                 /* registers that constant.c may replace */
	uint8_t *reads;                /* of each register: how many instructions read it; 255: that many or more */
	const struct em_flow *flow;
	struct em_liveness *liveness; /* code/call_saves.c; NULL: no call has asked */
	uint8_t *set;                 /* bind_mem.c: what each register is set to; NULL: nobody has asked */
	uint32_t *begins;             /* block (flow.h) -> slot of its head */
	uint32_t *head;               /* instruction -> slot of its block's head, for branch targets */
	struct dec_fix *fix;
	size_t nfix, cfix;
	struct dec_ways *ways;
	size_t nways, cways;
	struct dec_fix *calls;
	size_t ncalls, ccalls; /* target: place index; code[slot].a = entry */
	struct dec_post post[8];
	size_t npost;
	uint32_t compared;           /* the slot of a comparison, 0: none; */
	em_fn compared_branch;       /* what does that and the branch after it; NULL: nothing does */
	struct dec_polling *polling; /* of this function (bind_poll.c); NULL: nobody has asked */
	bool *swapping;              /* bind_swaps.c: by function of the module */
	uint32_t *loses;             /* of each instruction EM_K_LOSES and its like (bind_loses.c); NULL: nothing */
	struct dec_shape shape[DEC_SHAPES];
	size_t nshapes, next_shape;
	struct dec_chain chain; /* bind_chain.c */
	size_t nchains;         /* that have ended */
	bool *agreed;           /* registers of the kernel (em_agreed_in_step), where it calls no function; else NULL */
	struct err *e;
};

/* Bind an instruction: emit its slots. 0, or -1 with an error. */
typedef int (*dec_bind)(struct dec *d, const struct em_row *r);
int dec_alu(struct dec *d, const struct em_row *r);
int dec_mov(struct dec *d, const struct em_row *r);
int dec_setp(struct dec *d, const struct em_row *r);
int dec_set(struct dec *d, const struct em_row *r);
int dec_setpair(struct dec *d, const struct em_row *r);
int dec_slct(struct dec *d, const struct em_row *r);
int dec_cvta(struct dec *d, const struct em_row *r);
int dec_ld(struct dec *d, const struct em_row *r);
int dec_st(struct dec *d, const struct em_row *r);
int dec_atom(struct dec *d, const struct em_row *r);
int dec_red(struct dec *d, const struct em_row *r);
int dec_atomv(struct dec *d, const struct em_row *r);
int dec_cpasync(struct dec *d, const struct em_row *r);
int dec_cpgroup(struct dec *d, const struct em_row *r);
int dec_mbar(struct dec *d, const struct em_row *r);
int dec_bra(struct dec *d, const struct em_row *r);
int dec_brx(struct dec *d, const struct em_row *r);
int dec_call(struct dec *d, const struct em_row *r);
int dec_exit(struct dec *d, const struct em_row *r);
int dec_ret(struct dec *d, const struct em_row *r);
int dec_bar(struct dec *d, const struct em_row *r);
int dec_sync(struct dec *d, const struct em_row *r);
int dec_nop(struct dec *d, const struct em_row *r);
int dec_lop3p(struct dec *d, const struct em_row *r);
int dec_min3(struct dec *d, const struct em_row *r);
int dec_video(struct dec *d, const struct em_row *r);
int dec_packed(struct dec *d, const struct em_row *r);

/* A new slot. The pointer is good until the next one. */
struct em_inst *dec_emit(
	struct dec *d, em_fn fn, uint32_t dst, uint32_t a, uint32_t b, uint32_t c, uint32_t x, uint32_t id);
struct em_inst *dec_help(
	struct dec *d, enum em_helper h, uint32_t dst, uint32_t a, uint32_t b, uint32_t c, uint32_t x, uint32_t id);
void dec_block(struct dec *d);                /* a basic block begins here */
uint32_t dec_temp(struct dec *d, char width); /* a fresh row */
uint32_t dec_const(struct dec *d, unsigned bits, uint64_t v);
/* The number of the code that this row holds; NULL: it holds none. (Of a register in PTX: em_number.) */
const struct em_const *dec_const_at(const struct em_program *p, uint32_t row);
uint32_t dec_carry(struct dec *d);
/* The row of a source operand as `width` wants it; emits conversions. 0: error. */
uint32_t dec_source(struct dec *d, const struct ptx_operand *o, char width);
/* The row to write for a destination; conversions that follow come with dec_finish. */
uint32_t dec_dest(struct dec *d, const struct ptx_operand *o, char width, bool is_signed);
void dec_finish(struct dec *d);
/* An address: the row of its register or constant (width w or l) and a displacement. */
int dec_address(
	struct dec *d, const struct ptx_operand *o, enum ptx_space space, char width, uint32_t *row, uint32_t *disp);
/* bind_poll.c: does the volatile load d->in wait for what others write? At the end of a function what was found out for
 * that goes. */
bool dec_polls(struct dec *d);
/* bind_round.c. May the value of the load at `at` lead back to the same place, with nothing written and nobody met? */
bool dec_looks_again(const struct dec *d, size_t at);
bool dec_updates(const struct dec *d);
/* bind_loses.c: fills d->loses of the function. */
void dec_find_losses(struct dec *d);
/* Instruction k of the function is of this kind (EM_K_*), too: where d->loses says so. */
void dec_add_kind(struct dec *d, size_t k, uint32_t kind);
/* bind_swaps.c: adds the looks of compare-and-swaps. */
void dec_find_swaps(struct dec *d);
/* bind_again.c: adds the accesses that count only if nobody wrote meanwhile. */
void dec_find_again(struct dec *d);
/* bind_bids.c: adds the stores of which is asked whether they came last. */
void dec_find_bids(struct dec *d);
/* bind_locks.c: adds what stands under a lock, and beside one. */
void dec_find_locks(struct dec *d);
/* bind_keeps.c: may the store d->in leave its place as it was, by what it computes? */
bool dec_keeps(const struct dec *d);
/* own_number.c: has the thread waited for its turn at the word that d->in writes? */
bool dec_has_turn(const struct dec *d);
/* May a lane wait for others by the access d->in? Not if what it finds decides nowhere where a thread goes. */
bool dec_may_wait(struct dec *d);
void dec_polls_end(struct dec *d);
/* The program has an access of so many bytes: granules of the checkers' shadow are no bigger. */
void dec_granule(struct dec *d, enum ptx_space space, unsigned bytes);
/* contract.c: an array for the function's instructions, to be freed; then, bind_contract.c, what becomes of a product
 * and of a sum that takes one. */
struct dec_contract *dec_contracted(const struct ptx_func *f, const struct em_flow *w);
int dec_product(struct dec *d, const struct em_row *r);
int dec_sum(struct dec *d, const struct dec_contract *c);
/* call_saves.c: what the call d->in saves of its caller, as ranges of the program's call_saves from *first on; returns
 * how many. At the end of a function what was found out goes. */
uint32_t dec_call_saves(struct dec *d, uint32_t *first);
void dec_liveness_end(struct dec *d);
/* constant.c: a byte for each register, to be freed; then, after an instruction that became the slots from this one
 * on: may they go? */
uint8_t *dec_once(const struct ptx_func *f, const struct em_flow *w);
void dec_constant(struct dec *d, size_t slot);
/* bind_product.c: after an instruction whose slot this is: do it and what stands before it go together
 * (exec/products.h)? */
void dec_joined(struct dec *d, size_t slot);
uint8_t *dec_reads(const struct ptx_func *f); /* as struct dec's, to be freed */
/* bind_chain.c: after that made a product of this slot and the two before it: may it go on with the product before it?
 * At the end of a function: its chains get to know which shapes of addresses are wanted after them. */
void dec_chain(struct dec *d, size_t slot, bool shared);
void dec_chains_end(struct dec *d);
/* Does the row surely hold one value for all lanes, as long as a block runs? */
bool dec_uniform(const struct em_program *p, uint32_t row);
/* bind_sweep.c. Has the code so far barriers of all, and are there steps for what comes after them? */
bool dec_may_sweep(const struct dec *d);
/* Once all code is there: what warps do together after its barriers of all (exec/sweeps.h). */
void dec_sweeps(struct dec *d);
/* bind_link.c: before and after the access d->in, in a program that waits for other blocks: what keeps its time
 * (cost/links.h). 0, or -1 with an error. */
int dec_link_before(struct dec *d);
int dec_link(struct dec *d);
/* bind_ways.c: once the function's blocks are in order: finds such loops. Does one end with block b? The slot that
 * their ways back lead to, behind that block. The slot where a branch goes that is laid down. */
void dec_ways_back(struct dec *d);
bool dec_ends_ways(const struct dec *d, uint32_t b);
void dec_way_back(struct dec *d, uint32_t b);
uint32_t dec_by_way(const struct dec *d, const struct dec_fix *fix);
/* Of each block: 0, or the slot where lanes that came there one after the other meet again (flow/reconvergence.c). To
 * be freed. */
uint32_t *dec_apart(const struct dec *d);
/* bind_meets.c: of a function, once its blocks are in order: where lanes meet that parted. Behind the head of block b:
 * the slot where they wait, and the block's own head. In front of its last instruction: the slot that opens the barrier
 * of its branch. Behind that instruction, whose slots begin at `slot`: which barrier that is. */
void dec_meets(struct dec *d);
void dec_meet(struct dec *d, uint32_t b);
void dec_opens(struct dec *d, uint32_t b);
void dec_parts(struct dec *d, uint32_t b, uint32_t slot);
/* bind_turns.c: block b, whose head comes next, after the block before it: if it is a loop whose turns can be counted,
 * a slot that does so. */
void dec_turns(struct dec *d, uint32_t b);
/* ... of a comparison that asks for this alone: PTX_MOD_LT, LE, GT, GE or NE; else 0. */
uint8_t dec_relation(const struct ptx_inst *in);
int dec_fail(struct dec *d, const char *what); /* "what: instruction" with its place; returns -1 */
uint32_t dec_guard_counts(struct dec *d);
uint32_t dec_memory_counts(struct dec *d);

#endif
