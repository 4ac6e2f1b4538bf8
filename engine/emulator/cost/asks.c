/* asks: atomics that are only tried where a look at the same word promises something: `if (v > *best) atomicMax(best,
 * v)`, and loops of compare-and-swap that do the same. Here a block runs when those before it have ended, and finds
 * what they have left; on a device all that run side by side look before the first of them has succeeded
 * (run/asks.c). */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

static const struct ptx_operand *place_of(const struct ptx_inst *in)
{
	return &in->ops[in->op == PTX_OP_RED ? 0 : 1];
}

/* An atomic that may be tried in vain. */
static bool tries(const struct ptx_inst *in, const struct em_cost *c)
{
	return (in->op == PTX_OP_RED || in->op == PTX_OP_ATOM) && in->space != PTX_SHARED &&
		((c->one_place && (ptx_has(in, PTX_MOD_MAX) || ptx_has(in, PTX_MOD_MIN))) || c->retries == 1);
}

/* Does the predicate of the branch compare what the load found, or a copy of it? */
static bool compares(const struct ptx_func *f, size_t load, size_t branch)
{
	int32_t found = f->insts[load].ops[0].reg, copy = -1;

	for (size_t k = load + 1; k < branch; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_MOV && em_reg_read(f, in, found) && in->ops[0].kind == PTX_REG)
			copy = in->ops[0].reg;
		if (in->op == PTX_OP_SETP && em_reg_written(f, in, f->insts[branch].guard))
			return em_reg_read(f, in, found) || (copy >= 0 && em_reg_read(f, in, copy));
	}
	return false;
}

void em_asks(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_operand *place = place_of(&f->insts[k]);
		size_t load = k;

		if (!tries(&f->insts[k], &cost[k]))
			continue;
		for (size_t j = k; j-- > 0 && load == k;) {
			const struct ptx_inst *in = &f->insts[j];

			if (place->reg >= 0 && em_reg_written(f, in, place->reg))
				break;
			if (in->op == PTX_OP_LD && in->ops[0].kind == PTX_REG && em_same_place(place, &in->ops[1]))
				load = j;
		}
		for (size_t j = load + 1; j < k; j++)
			if (f->insts[j].op == PTX_OP_BRA && f->insts[j].guard >= 0 && block_of[j] >= 0 &&
				f->insts[j].ops[0].kind == PTX_LABEL && f->insts[j].ops[0].vec > (int32_t)k &&
				compares(f, load, j))
				cost[k].asks = block_of[j] + 1;
	}
}

/* ---- threads that walk to where they compare and swap, or put the smaller of two numbers: from a node to the one that
 * it names, as edges that join parts of a graph look for the roots of both */
/* What hangs on the result of the load, within the loop [from, to], other loads included. */
static void follow(const struct ptx_func *f, size_t load, size_t from, size_t to, bool *found)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_written(f, &f->insts[load], regs);
	bool more = n > 0;

	for (unsigned r = 0; r < n; r++)
		found[regs[r]] = true;
	while (more) {
		more = false;
		for (size_t k = from; k <= to; k++) {
			const struct ptx_inst *in = &f->insts[k];

			n = in->op != PTX_OP_ATOM && em_reads_one_of(f, in, found) ? em_regs_written(f, in, regs) : 0;
			for (unsigned r = 0; r < n; r++) {
				more |= !found[regs[r]];
				found[regs[r]] = true;
			}
		}
	}
}

/* Does a load of the loop [from, to] say where it looks next, and where to try? (Who goes through a list of neighbours
 * tries at one after the other, but does not look elsewhere by what was there.) */
static bool is_found(const struct ptx_func *f, size_t from, size_t to, int32_t place)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), walks = false;

	for (size_t k = from; k <= to && !walks; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op != PTX_OP_LD || in->space == PTX_PARAM || in->ops[1].kind != PTX_ADDR || in->ops[1].reg < 0)
			continue;
		memset(found, 0, f->nregs + 1);
		follow(f, k, from, to, found);
		walks = found[in->ops[1].reg] && found[place];
	}
	free(found);
	return walks;
}

bool em_walks(const struct ptx_func *f, size_t k, const struct em_cost *c, size_t *from, size_t *to)
{
	const struct ptx_operand *place = place_of(&f->insts[k]);

	if (c->retries != 1 &&
		(f->insts[k].op != PTX_OP_ATOM || f->insts[k].space == PTX_SHARED ||
			!(ptx_has(&f->insts[k], PTX_MOD_MIN) || ptx_has(&f->insts[k], PTX_MOD_MAX))))
		return false;
	*to = em_loop_around(f, k, from);
	if (*to == f->ninsts || place->kind != PTX_ADDR || place->reg < 0)
		return false;
	return is_found(f, *from, *to, place->reg);
}
