/* upper_halves: numbers of 64 bits of which one half is known. Machine code has them in two registers, so half of such
 * a number is another name for one of these, and needs no instruction: `x >> 32`, `x & 0xffffffff`, `x << 32`. A
 * product of two whose upper halves are zero is one instruction (IMAD.WIDE.U32), as of two numbers of 32 bits.
 * (Montgomery products of 256 bits, `modular.squares256` of tests/bench/hard: 519 instructions a turn, of which 128 are
 * such products.) */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

static const uint64_t LOW = 0xffffffff;

static bool is_wide(const struct ptx_inst *in)
{
	return in->ntypes && in->noperands > 1 && ptx_type_bits(in->types[in->ntypes - 1]) == 64 &&
		ptx_type_class(in->types[in->ntypes - 1]) != PTX_CLS_FLOAT;
}

static bool is_imm(const struct ptx_inst *in, unsigned operand, uint64_t value)
{
	return operand < in->noperands && in->ops[operand].kind == PTX_IMM && (uint64_t)in->ops[operand].imm == value;
}

/* A number of 32 bits. */
static bool is_low(const struct ptx_operand *o)
{
	return o->kind == PTX_IMM && (uint64_t)o->imm <= LOW;
}

/* Does it only take one of the two registers? */
static bool takes_half(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_AND: return is_imm(in, 1, LOW) || is_imm(in, 2, LOW);
	case PTX_OP_SHR: return is_imm(in, 2, 32) && ptx_type_class(in->types[0]) != PTX_CLS_SIGNED;
	case PTX_OP_SHL: return is_imm(in, 2, 32);
	default: return false;
	}
}

/* Is the upper half of what it writes zero? */
static bool upper_is_zero(const struct ptx_inst *in)
{
	if (in->guard >= 0 || !is_wide(in))
		return false;
	switch (in->op) {
	case PTX_OP_AND: return is_low(&in->ops[1]) || is_low(&in->ops[2]);
	case PTX_OP_SHR:
		return in->ops[2].kind == PTX_IMM && in->ops[2].imm >= 32 &&
			ptx_type_class(in->types[0]) != PTX_CLS_SIGNED;
	default: return false;
	}
}

/* Conversions name the wide type first: cvt.u64.u32. Loads of a narrow number into a wide register name the narrow one.
 */
static bool widens(const struct ptx_inst *in)
{
	const enum ptx_type from = in->ntypes ? (enum ptx_type)in->types[in->ntypes - 1] : PTX_PRED;

	return in->guard < 0 && (in->op == PTX_OP_CVT || in->op == PTX_OP_LD) && in->noperands > 1 &&
		ptx_type_bits(from) <= 32 && ptx_type_class(from) != PTX_CLS_SIGNED &&
		ptx_type_class(from) != PTX_CLS_FLOAT && from != PTX_PRED &&
		(in->op == PTX_OP_LD || ptx_type_bits(in->types[0]) == 64);
}

/* By register: the upper half is zero, whoever wrote it. */
static bool *zeros_of(const struct ptx_func *f)
{
	bool *zero = xcalloc(f->nregs + 1, sizeof *zero), *other = xcalloc(f->nregs + 1, sizeof *other);
	int32_t regs[EM_REGS_MOST];

	for (size_t k = 0; k < f->ninsts; k++) {
		const bool is = upper_is_zero(&f->insts[k]) || widens(&f->insts[k]);
		const unsigned n = em_regs_written(f, &f->insts[k], regs);

		for (unsigned r = 0; r < n; r++)
			*(is ? &zero[regs[r]] : &other[regs[r]]) = true;
	}
	for (size_t k = 0; k < f->nregs; k++)
		zero[k] &= !other[k];
	free(other);
	return zero;
}

static bool is_zero(const bool *zero, const struct ptx_operand *o)
{
	return (o->kind == PTX_REG && o->reg >= 0 && zero[o->reg]) || is_low(o);
}

void em_upper_halves(const struct ptx_func *f, struct em_cost *cost)
{
	bool *zero = zeros_of(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (!is_wide(in) || in->guard >= 0)
			continue;
		if (takes_half(in)) {
			em_cost_nothing(&cost[k]);
		} else if (in->op == PTX_OP_MUL && !ptx_has(in, PTX_MOD_HI) && !ptx_has(in, PTX_MOD_WIDE) &&
			is_zero(zero, &in->ops[1]) && is_zero(zero, &in->ops[2])) {
			em_cost_wide(&cost[k]);
		}
	}
	free(zero);
}
