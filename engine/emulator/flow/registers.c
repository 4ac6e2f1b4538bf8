/* registers: which registers an instruction writes and which it reads, by the roles of its operands (ptx/ops.def). */
#include "emulator/flow/registers.h"

static unsigned operand_regs(const struct ptx_func *f, const struct ptx_operand *o, int32_t *regs, unsigned n)
{
	if ((o->kind == PTX_REG || o->kind == PTX_ADDR) && o->reg >= 0 && n < EM_REGS_MOST)
		regs[n++] = o->reg;
	for (int32_t k = 0; o->kind == PTX_VEC && k < o->nvec; k++)
		n = operand_regs(f, &f->operands[o->vec + k], regs, n);
	return n;
}

unsigned em_regs_written(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs)
{
	unsigned n = 0;

	for (unsigned o = 0; o < in->nwritten; o++)
		n = operand_regs(f, &in->ops[o], regs, n);
	return n;
}

unsigned em_regs_read(const struct ptx_func *f, const struct ptx_inst *in, int32_t *regs)
{
	unsigned n = 0;

	if (in->guard >= 0)
		regs[n++] = in->guard;
	for (unsigned o = in->nwritten; o < in->noperands; o++)
		n = operand_regs(f, &in->ops[o], regs, n);
	return n;
}

static bool is_one_of(const int32_t *regs, unsigned n, int32_t reg)
{
	for (unsigned r = 0; r < n; r++)
		if (regs[r] == reg)
			return true;
	return false;
}

bool em_reg_read(const struct ptx_func *f, const struct ptx_inst *in, int32_t reg)
{
	int32_t regs[EM_REGS_MOST];

	return is_one_of(regs, em_regs_read(f, in, regs), reg);
}

bool em_reg_written(const struct ptx_func *f, const struct ptx_inst *in, int32_t reg)
{
	int32_t regs[EM_REGS_MOST];

	return is_one_of(regs, em_regs_written(f, in, regs), reg);
}

bool em_reg_written_in(const struct ptx_func *f, size_t from, size_t to, int32_t reg)
{
	for (size_t j = from; j < to; j++)
		if (em_reg_written(f, &f->insts[j], reg))
			return true;
	return false;
}

int32_t em_only_writer(const struct ptx_func *f, size_t from, size_t to, int32_t reg)
{
	int32_t found = -1;

	for (size_t k = from; k < to; k++)
		if (em_reg_written(f, &f->insts[k], reg)) {
			if (found >= 0)
				return -1;
			found = (int32_t)k;
		}
	return found;
}

static bool any_of(const int32_t *regs, unsigned n, const bool *found)
{
	for (unsigned r = 0; r < n; r++)
		if (found[regs[r]])
			return true;
	return false;
}

bool em_reads_one_of(const struct ptx_func *f, const struct ptx_inst *in, const bool *found)
{
	int32_t regs[EM_REGS_MOST];

	return any_of(regs, em_regs_read(f, in, regs), found);
}

static bool add(const int32_t *regs, unsigned n, bool *found)
{
	bool more = false;

	for (unsigned r = 0; r < n; r++) {
		more |= !found[regs[r]];
		found[regs[r]] = true;
	}
	return more;
}

bool em_add_written(const struct ptx_func *f, const struct ptx_inst *in, bool *found)
{
	int32_t regs[EM_REGS_MOST];

	return add(regs, em_regs_written(f, in, regs), found);
}

bool em_add_read(const struct ptx_func *f, const struct ptx_inst *in, bool *found)
{
	int32_t regs[EM_REGS_MOST];

	return add(regs, em_regs_read(f, in, regs), found);
}

bool em_spread(const struct ptx_func *f, size_t from, size_t to, bool atoms, bool *found)
{
	bool more = false;

	for (size_t k = from; k < to; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if ((atoms || in->op != PTX_OP_ATOM) && em_reads_one_of(f, in, found))
			more |= em_add_written(f, in, found);
	}
	return more;
}

bool em_writes_one_of(const struct ptx_func *f, const struct ptx_inst *in, const bool *found)
{
	int32_t regs[EM_REGS_MOST];

	return any_of(regs, em_regs_written(f, in, regs), found);
}

size_t em_loop_around(const struct ptx_func *f, size_t k, size_t *from)
{
	for (size_t to = k; to < f->ninsts; to++) {
		const int32_t begin = em_target(&f->insts[to]);

		if (begin >= 0 && begin <= (int32_t)k) {
			*from = (size_t)begin;
			return to;
		}
	}
	return f->ninsts;
}

bool em_number(const struct ptx_func *f, const struct ptx_operand *o, int64_t *number)
{
	const int32_t by = o->kind == PTX_REG && o->reg >= 0 ? em_only_writer(f, 0, f->ninsts, o->reg) : -1;

	if (by >= 0 && f->insts[by].op == PTX_OP_MOV)
		o = &f->insts[by].ops[1];
	if (o->kind != PTX_IMM)
		return false;
	*number = o->imm;
	return true;
}

enum { DEPTH = 6 };

static bool same_value(const struct ptx_func *f, const struct ptx_operand *a, const struct ptx_operand *b, int depth)
{
	int32_t x, y;

	if (a->kind != b->kind || a->sym != b->sym || a->imm != b->imm || a->vec != b->vec || a->neg != b->neg)
		return false;
	if (a->reg == b->reg)
		return true;
	x = a->reg < 0 || b->reg < 0 || depth == 0 ? -1 : em_only_writer(f, 0, f->ninsts, a->reg);
	y = x < 0 ? -1 : em_only_writer(f, 0, f->ninsts, b->reg);
	if (y < 0)
		return false;
	const struct ptx_inst *in = &f->insts[x], *of = &f->insts[y];
	bool same = in->op == of->op && in->noperands == of->noperands && em_computes(in) && in->guard < 0 &&
		of->guard < 0 && in->nmods == of->nmods && !memcmp(in->mods, of->mods, in->nmods) &&
		in->ntypes == of->ntypes && !memcmp(in->types, of->types, in->ntypes) && in->nwritten == 1;

	for (unsigned k = in->nwritten; same && k < in->noperands; k++)
		same = same_value(f, &in->ops[k], &of->ops[k], depth - 1);
	return same;
}

bool em_same_address(const struct ptx_func *f, const struct ptx_operand *a, const struct ptx_operand *b)
{
	return a->kind == PTX_ADDR && b->kind == PTX_ADDR && same_value(f, a, b, DEPTH);
}
