/* harmless: two kinds of races that mostly change no result, by what stands in the code: an atomic operation that only
 * reads (atomicOr(p, 0)), and a place that is set once somebody has found it not to be (a level of a breadth-first
 * search). Their advice is another one than a barrier. */
#include "emulator/check/check.h"

static const struct ptx_inst *inst_of(const struct em_program *p, int32_t pin, const struct ptx_func **f)
{
	if (pin < 0)
		return NULL;
	*f = &p->m->ptx->funcs[p->pinst[pin].func];
	return &(*f)->insts[p->pinst[pin].inst];
}

bool em_check_only_reads(const struct em_program *p, int32_t pin)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *in = inst_of(p, pin, &f);
	const struct ptx_operand *o = in && in->op == PTX_OP_ATOM ? &in->ops[2] : NULL;

	if (!o || o->kind != PTX_IMM)
		return false;
	if (ptx_has(in, PTX_MOD_AND))
		return (uint32_t)o->imm == UINT32_MAX;
	return o->imm == 0 && (ptx_has(in, PTX_MOD_OR) || ptx_has(in, PTX_MOD_ADD) || ptx_has(in, PTX_MOD_XOR)) &&
		ptx_type_class(in->types[0]) != PTX_CLS_FLOAT;
}

/* Does the instruction read the register but to compare it? */
static bool other_use(const struct ptx_func *f, const struct ptx_inst *in, int32_t reg)
{
	if (in->op == PTX_OP_SETP)
		return false;
	if (in->guard == reg)
		return true;
	for (unsigned n = in->nwritten; n < in->noperands; n++) {
		const struct ptx_operand *o = &in->ops[n];

		if ((o->kind == PTX_REG || o->kind == PTX_ADDR) && o->reg == reg)
			return true;
		for (unsigned k = 0; o->kind == PTX_VEC && k < o->nvec; k++)
			if (f->operands[o->vec + (int)k].reg == reg)
				return true;
	}
	return false;
}

/* A load whose value decides something and is nothing else. */
static bool only_asks(const struct ptx_func *f, const struct ptx_inst *in)
{
	if (in->op != PTX_OP_LD || in->ops[0].kind != PTX_REG)
		return false;
	for (size_t k = 0; k < f->ninsts; k++)
		if (other_use(f, &f->insts[k], in->ops[0].reg))
			return false;
	return true;
}

bool em_check_asks_then_sets(const struct em_program *p, int32_t read, int32_t write)
{
	const struct ptx_func *f = NULL, *g = NULL;
	const struct ptx_inst *ld = inst_of(p, read, &f), *st = inst_of(p, write, &g);
	const struct ptx_operand *to;

	if (!ld || !st || f != g || st->op != PTX_OP_ST || st->ops[0].kind != PTX_ADDR || !only_asks(f, ld))
		return false;
	to = &st->ops[0];
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const struct ptx_operand *from = &in->ops[1];

		if (in->op == PTX_OP_LD && in->space == st->space && from->kind == PTX_ADDR && from->reg >= 0 &&
			from->reg == to->reg && from->imm == to->imm && in < st && only_asks(f, in))
			return true;
	}
	return false;
}
