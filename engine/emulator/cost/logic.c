/* logic: what ptxas makes of logical operations and shifts together.
 *
 * LOP3 takes three values, so `a ^ b ^ c` is one instruction, and of 64 bits two. It also says whether its result is
 * zero. A rotation, written as two shifts and what joins them, is one funnel shift for each 32 bits.
 */
#include "base/buf.h"
#include "emulator/core/program.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

enum { VALUES = 3 }; /* that a LOP3 takes; more: it is none */

static bool is_logic(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_AND || in->op == PTX_OP_OR || in->op == PTX_OP_XOR || in->op == PTX_OP_NOT) &&
		ptx_type_bits(in->types[0]) >= 32;
}

/* Who made the operand for this instruction alone, as index + 1; 0: nobody. */
static size_t maker_of(const struct ptx_func *f, const struct em_use *u, size_t k, unsigned operand)
{
	const struct ptx_operand *o = &f->insts[k].ops[operand];
	const struct em_use *x = o->kind == PTX_REG && o->reg >= 0 ? &u[o->reg] : NULL;

	return x && x->made_by > 0 && x->reads == 1 && (size_t)x->made_by <= k && f->insts[x->made_by - 1].guard < 0 ?
		(size_t)x->made_by :
		0;
}

/* Of which the halves are worked on alike. */
static bool whole(const struct ptx_inst *in, const struct em_cost *c)
{
	return c->pipe[EM_PIPE_ISSUE] == ptx_type_bits(in->types[0]) / 32;
}

/* values: that an instruction takes, with those of the ones that became part of it. */
static void threes(const struct ptx_func *f, const struct em_use *u, size_t k, uint8_t *values, struct em_cost *cost)
{
	const struct ptx_inst *in = &f->insts[k];

	values[k] = (uint8_t)(in->noperands - 1);
	for (unsigned o = 1; o < in->noperands && o < 3 && whole(in, &cost[k]); o++) {
		const size_t m = maker_of(f, u, k, o);

		if (!m || !is_logic(&f->insts[m - 1]) || !whole(&f->insts[m - 1], &cost[m - 1]) ||
			values[k] + values[m - 1] - 1 > VALUES)
			continue;
		em_cost_nothing(&cost[m - 1]);
		values[k] = (uint8_t)(values[k] + values[m - 1] - 1);
	}
}

/* `if (a & b)`: the comparison is part of the LOP3, that of 64 bits takes both halves' results. */
static void test(
	const struct ptx_func *f, const struct em_use *u, size_t k, const uint8_t *values, struct em_cost *cost)
{
	const struct ptx_inst *in = &f->insts[k];
	const size_t m = maker_of(f, u, k, 1);

	if (!m || in->noperands != 3 || in->ops[2].kind != PTX_IMM || in->ops[2].imm ||
		!(ptx_has(in, PTX_MOD_EQ) || ptx_has(in, PTX_MOD_NE)) || !is_logic(&f->insts[m - 1]) ||
		values[m - 1] > VALUES ||
		ptx_type_bits(f->insts[m - 1].types[0]) != ptx_type_bits(in->types[in->ntypes - 1]))
		return;
	em_cost_nothing(&cost[m - 1]);
}

static bool shifts(const struct ptx_inst *in, enum ptx_op op)
{
	return in->op == op && in->ops[1].kind == PTX_REG && in->ops[1].reg >= 0 && in->ops[2].kind == PTX_IMM &&
		ptx_type_class(in->types[0]) != PTX_CLS_SIGNED;
}

static bool rotation(const struct ptx_func *f, const struct em_use *u, size_t k, struct em_cost *cost)
{
	const struct ptx_inst *in = &f->insts[k];
	const size_t a = maker_of(f, u, k, 1), b = maker_of(f, u, k, 2);
	const unsigned bits = ptx_type_bits(in->types[0]);
	const struct ptx_inst *left, *right;

	if (!a || !b || bits < 32)
		return false;
	left = &f->insts[(f->insts[a - 1].op == PTX_OP_SHL ? a : b) - 1];
	right = &f->insts[(f->insts[a - 1].op == PTX_OP_SHL ? b : a) - 1];
	if (!shifts(left, PTX_OP_SHL) || !shifts(right, PTX_OP_SHR) || left->ops[1].reg != right->ops[1].reg ||
		left->ops[2].imm + right->ops[2].imm != (int64_t)bits || ptx_type_bits(left->types[0]) != bits ||
		ptx_type_bits(right->types[0]) != bits ||
		em_reg_written_in(f, a < b ? a : b, (a < b ? b : a) - 1, left->ops[1].reg))
		return false;
	em_cost_nothing(&cost[a - 1]);
	em_cost_nothing(&cost[b - 1]);
	em_cost_nothing(&cost[k]);
	if (left->ops[2].imm == 32) /* the halves change their names */
		return true;
	cost[k].pipe[EM_PIPE_ISSUE] = cost[k].pipe[EM_PIPE_ALU] = (uint8_t)(bits / 32);
	cost[k].wait[EM_WAIT_ALU] = 1;
	return true;
}

void em_logic(const struct ptx_func *f, struct em_cost *cost)
{
	struct em_use *u = em_uses_of(f);
	uint8_t *values = xcalloc(f->ninsts + 1, sizeof *values);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->guard >= 0)
			continue;
		if ((in->op == PTX_OP_ADD || in->op == PTX_OP_OR || in->op == PTX_OP_XOR) && rotation(f, u, k, cost))
			values[k] = VALUES + 1;
		else if (is_logic(in))
			threes(f, u, k, values, cost);
		else if (in->op == PTX_OP_SETP)
			test(f, u, k, values, cost);
	}
	free(values);
	free(u);
}
