/* registers: what an instruction does to registers, and what follows from it for a function: which of them all threads
 * agree on, how many are needed where. */
#ifndef EMULATOR_REGISTERS_H
#define EMULATOR_REGISTERS_H

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "ptx/module.h"

/* The registers that an instruction writes and reads, in `regs` (room for EM_REGS_MOST); returns how many. */
#define EM_REGS_MOST 40
unsigned em_regs_written(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs);
unsigned em_regs_read(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs);

bool em_reg_read(const struct ptx_func *f, const struct ptx_inst *in, int32_t reg);
bool em_reg_written(const struct ptx_func *f, const struct ptx_inst *in, int32_t reg);
/* By any instruction of [from, to)? */
bool em_reg_written_in(const struct ptx_func *f, size_t from, size_t to, int32_t reg);
/* The only instruction of [from, to) that writes it; -1: none, or several. */
int32_t em_only_writer(const struct ptx_func *f, size_t from, size_t to, int32_t reg);

/* The number that an operand is: by itself, or a register that only one instruction ever sets, to that number. False:
 * it is none, and *number stays. */
bool em_number(const struct ptx_func *f, const struct ptx_operand *o, int64_t *number);
static inline bool em_is_number(const struct ptx_func *f, const struct ptx_operand *o)
{
	int64_t number;

	return em_number(f, o, &number);
}

/* Does it read, or write, one of these? found: by register. */
bool em_reads_one_of(const struct ptx_func *f, const struct ptx_inst *in, const bool *found);
/* The registers that it writes, or reads, are found, too. True: there were more. */
bool em_add_written(const struct ptx_func *f, const struct ptx_inst *in, bool *found);
bool em_add_read(const struct ptx_func *f, const struct ptx_inst *in, bool *found);
/* One pass over the instructions [from, to): what one of them computes from `found` is found, too; atoms: what an
 * atomic brings as well. True: there were more, so another pass may find others. */
bool em_spread(const struct ptx_func *f, size_t from, size_t to, bool atoms, bool *found);
bool em_writes_one_of(const struct ptx_func *f, const struct ptx_inst *in, const bool *found);
/* Both operands name one address, by the same register and the same number. */
static inline bool em_same_place(const struct ptx_operand *a, const struct ptx_operand *b)
{
	return a->kind == PTX_ADDR && b->kind == PTX_ADDR && a->reg == b->reg && a->sym == b->sym && a->imm == b->imm;
}
/* ... or by registers that are computed in the same way, each by the only instruction that writes it. */
bool em_same_address(const struct ptx_func *f, const struct ptx_operand *a, const struct ptx_operand *b);

/* The instruction that a branch goes to; -1: it is no branch, or goes to none that the code names. */
static inline int32_t em_target(const struct ptx_inst *in)
{
	return in->op == PTX_OP_BRA && in->ops[0].kind == PTX_LABEL ? in->ops[0].vec : -1;
}

/* The branch that ends the innermost loop around instruction k: the nearest one, from k on, that leads back to k or to
 * before it. f->ninsts: there is none. *from: where the loop begins. */
size_t em_loop_around(const struct ptx_func *f, size_t k, size_t *from);

/* agreement.c: is the special register one value for all threads of a block, as long as it runs? */
bool em_sreg_agreed(int sreg);
/* agreement.c. Does it make registers of registers, in a few machine instructions, and nothing else? */
bool em_computes(const struct ptx_inst *in);
/* An atomic that hands out numbers: whoever adds something finds another one than all others. */
bool em_hands_out(const struct ptx_inst *in);
/* Of each register, whether all threads of a block surely agree on it; malloc'd. */
bool *em_agreed(const struct ptx_func *f);
/* ... whether ptxas 13.0 takes it to be one for all lanes of a warp, so that it adds up the lanes of an atomic there
 * (seen in the machine code of 50 kernels): also what they load from one place, a vote, `redux`, and what one lane of
 * all 32 shows the others; not what a loop counts that some lanes
 * leave before others by the branch at its end. malloc'd. */
bool *em_agreed_by_ptxas(const struct ptx_func *f);
/* ... and it holds one value for all of them whenever they all stand behind the same barrier: it is set only where all
 * threads that live are in step. None, where a barrier stands elsewhere. malloc'd. */
struct em_flow;
bool *em_agreed_in_step(const struct ptx_func *f, const struct em_flow *w);
/* decides.c: does what the instruction writes to its registers decide what the thread does next? */
bool em_decides(const struct ptx_func *f, const struct ptx_inst *in);
/* ... is it compared with something, or does it hold a guard's truth? A sum is not. */
bool em_asked(const struct ptx_func *f, const struct ptx_inst *in);
/* decides.c: ... how much it has to do: not where it only claims one thing more, which it does once. */
bool em_deals(const struct ptx_func *f, const struct ptx_inst *in);
/* ... whether a loop around it goes on, as a ticket does? `atomic`: its number. */
bool em_decides_loop(const struct ptx_func *f, size_t atomic);
/* An atomic in a loop that hands out places at which something is read: a queue's next one. */
bool em_draws_a_place(const struct ptx_func *f, size_t atomic);
/* An atomic that only looks, as `atomicAdd(p, 0)`. */
bool em_only_reads(const struct ptx_inst *in);

/* The words of 32 bits that it takes in the register file; predicates have registers of their own: 0. */
static inline int32_t em_reg_words(const struct ptx_func *f, size_t reg)
{
	return (int32_t)(ptx_type_bits(f->regs[reg].type) + 16) / 32;
}

/* register_estimate.c: the registers of a thread in the machine code, for blocks of at most max_threads. */
uint32_t em_estimate_registers(const struct ptx_func *f, uint32_t max_threads);

#endif
