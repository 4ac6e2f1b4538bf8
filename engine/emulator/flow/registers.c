/* registers: which registers an instruction writes and which it reads. */
#include "emulator/flow/registers.h"

static unsigned operand_regs(const struct ptx_func *f, const struct ptx_operand *o, int32_t *regs, unsigned n)
{
	if ((o->kind == PTX_REG || o->kind == PTX_ADDR) && o->reg >= 0 && n < EM_REGS_MOST)
		regs[n++] = o->reg;
	for (int32_t k = 0; o->kind == PTX_VEC && k < o->nvec; k++)
		n = operand_regs(f, &f->operands[o->vec + k], regs, n);
	return n;
}

/* Operands that are destinations come first. */
static unsigned destinations(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ST:
	case PTX_OP_RED:
	case PTX_OP_BRA:
	case PTX_OP_BRX:
	case PTX_OP_RET:
	case PTX_OP_EXIT:
	case PTX_OP_CALL:
	case PTX_OP_CP:
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE:
	case PTX_OP_PREFETCH:
	case PTX_OP_PREFETCHU:
	case PTX_OP_NANOSLEEP:
	case PTX_OP_STACKRESTORE: return 0;
	case PTX_OP_BAR:
	case PTX_OP_BARRIER: return in->ntypes != 0; /* bar.red */
	case PTX_OP_MBARRIER: return in->noperands && in->ops[0].kind != PTX_ADDR;
	default: return in->noperands ? 1u + in->pair : 0;
	}
}

unsigned em_regs_written(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs)
{
	unsigned n = 0, of = destinations(in);

	for (unsigned o = 0; o < of && o < in->noperands; o++)
		n = operand_regs(f, &in->ops[o], regs, n);
	return n;
}

unsigned em_regs_read(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs)
{
	unsigned n = 0;

	if (in->guard >= 0)
		regs[n++] = in->guard;
	for (unsigned o = destinations(in); o < in->noperands; o++)
		n = operand_regs(f, &in->ops[o], regs, n);
	return n;
}
