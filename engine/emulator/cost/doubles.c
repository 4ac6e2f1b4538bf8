/* doubles: constants of 64 bits. An instruction holds the upper 32 bits of one; where the lower ones are not zero, too,
 * ptxas makes it in two registers, nearly always uniform ones (UMOV), by two instructions. It does so where it is
 * wanted, loop or not, once in a basic block, and not once for many turns: SASS of ptxas 13.0 of exp, log, sin and erf,
 * and of six loops with one to six coefficients. */
#include "base/buf.h"
#include "emulator/cost/cost.h"

enum { HALVES = 2, MOST = 64 };

/* The constant that an operand is, or a register that is only ever that (the code of exp and its like has those); NULL:
 * none, or one that the instruction holds. */
static const struct ptx_operand *made(const struct ptx_func *f, const struct em_use *u, const struct ptx_operand *o)
{
	const int32_t by = o->kind == PTX_REG && o->reg >= 0 ? u[o->reg].made_by : 0;

	if (by > 0 && f->insts[by - 1].op == PTX_OP_MOV)
		o = &f->insts[by - 1].ops[1];
	return o->kind == PTX_FIMM && !o->f32 && (uint32_t)o->imm != 0 ? o : NULL;
}

/* Is instruction k in a loop that ptxas unrolls once more? Its constants are made once in four turns. */
static bool *in_unrolled(const struct ptx_func *f, const struct em_cost *cost)
{
	bool *out = xcalloc(f->ninsts + 1, sizeof *out);

	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_BRA && cost[k].turns > 1 && f->insts[k].ops[0].kind == PTX_LABEL)
			for (size_t j = f->insts[k].ops[0].vec >= 0 ? (size_t)f->insts[k].ops[0].vec : k; j < k; j++)
				out[j] = true;
	return out;
}

void em_doubles(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	bool *unrolled = in_unrolled(f, cost);
	struct em_use *u = em_uses_of(f);
	int64_t there[MOST];
	size_t n = 0;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (!k || block_of[k] != block_of[k - 1])
			n = 0;
		for (unsigned o = 1; o < in->noperands && cost[k].pipe[EM_PIPE_F64]; o++) {
			const struct ptx_operand *c = made(f, u, &in->ops[o]);
			size_t i = 0;

			if (!c || unrolled[k])
				continue;
			while (i < n && there[i] != c->imm)
				i++;
			if (i < n)
				continue;
			if (n < MOST)
				there[n++] = c->imm;
			cost[k].pipe[EM_PIPE_ISSUE] = (uint8_t)(cost[k].pipe[EM_PIPE_ISSUE] + HALVES);
			cost[k].pipe[EM_PIPE_UNIFORM] = (uint8_t)(cost[k].pipe[EM_PIPE_UNIFORM] + HALVES);
		}
	}
	free(u);
	free(unrolled);
}
