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
		place_of(in)->kind == PTX_ADDR && (c->retries == 1 || in->guard < 0);
}

/* The place as the register that it is computed from and a number: atomics whose place is not the first of a record
 * have an addition of their own for it, where loads name both. */
static struct ptx_operand spelled_as(const struct ptx_func *f, const struct ptx_operand *place)
{
	struct ptx_operand out = *place;

	while (out.reg >= 0) {
		int32_t by = em_only_writer(f, 0, f->ninsts, out.reg);
		const struct ptx_inst *in = by >= 0 ? &f->insts[by] : NULL;

		if (!in || in->op != PTX_OP_ADD || in->guard >= 0 || in->ops[1].kind != PTX_REG ||
			in->ops[2].kind != PTX_IMM)
			break;
		out.reg = in->ops[1].reg;
		out.imm += in->ops[2].imm;
	}
	return out;
}

/* Does the predicate of the branch hang on what the load found? found: room for f's registers, all false. */
static bool compares(const struct ptx_func *f, size_t load, size_t branch, bool *found)
{
	found[f->insts[load].ops[0].reg] = true;
	for (size_t k = load + 1; k < branch; k++) {
		int32_t regs[EM_REGS_MOST];
		const struct ptx_inst *in = &f->insts[k];
		const bool reads = in->op != PTX_OP_LD && in->op != PTX_OP_ATOM && em_reads_one_of(f, in, found);
		const unsigned n = em_regs_written(f, in, regs);

		for (unsigned r = 0; r < n; r++)
			found[regs[r]] = reads;
	}
	return found[f->insts[branch].guard];
}

/* The nearest look at the place before the atomic k; k: there is none. */
static size_t look_of(const struct ptx_func *f, size_t k, const struct ptx_operand *place)
{
	for (size_t j = k; j-- > 0;) {
		const struct ptx_inst *in = &f->insts[j];
		struct ptx_operand from;

		if (place->reg >= 0 && em_reg_written(f, in, place->reg))
			return k;
		if (in->op != PTX_OP_LD || in->ops[0].kind != PTX_REG || in->ops[1].kind != PTX_ADDR)
			continue;
		from = spelled_as(f, &in->ops[1]);
		if (em_same_place(place, &from))
			return j;
	}
	return k;
}

void em_asks(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	bool *same = em_agreed_by_ptxas(f), *found = xcalloc(f->nregs + 1, sizeof *found);

	for (size_t k = 0; k < f->ninsts; k++) {
		struct ptx_operand place;
		size_t load;

		if (!tries(&f->insts[k], &cost[k]))
			continue;
		place = spelled_as(f, place_of(&f->insts[k]));
		load = look_of(f, k, &place);
		cost[k].asks_l2 = cost[load].past_l1;
		cost[k].asks_lanes = !cost[k].one_place;
		cost[k].asks_words = place.reg >= 0 && !same[place.reg];
		cost[k].asks_reg = place.reg;
		cost[k].asks_at = (int32_t)place.imm;
		for (size_t j = load + 1; j < k; j++)
			if (f->insts[j].op == PTX_OP_BRA && f->insts[j].guard >= 0 && block_of[j] >= 0 &&
				f->insts[j].ops[0].kind == PTX_LABEL && f->insts[j].ops[0].vec > (int32_t)k &&
				compares(f, load, j, memset(found, 0, f->nregs + 1)))
				cost[k].asks = block_of[j] + 1;
	}
	free(same);
	free(found);
}

/* ---- threads that walk to where they compare and swap, or put the smaller of two numbers: from a node to the one that
 * it names, as edges that join parts of a graph look for the roots of both */
/* What hangs on the result of the load, within the loop [from, to], other loads included. */
static void follow(const struct ptx_func *f, size_t load, size_t from, size_t to, bool *found)
{
	int32_t regs[EM_REGS_MOST];
	const unsigned n = em_regs_written(f, &f->insts[load], regs);

	for (unsigned r = 0; r < n; r++)
		found[regs[r]] = true;
	while (n && em_spread(f, from, to + 1, false, found))
		;
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

/* A smaller, or a larger, number is put there, and somebody asks what was there: who only shortens ways for those that
 * come later does not try again. */
static bool asks_who_was_first(const struct ptx_func *f, const struct ptx_inst *in)
{
	if (in->op != PTX_OP_ATOM || in->space == PTX_SHARED || in->ops[0].kind != PTX_REG ||
		!(ptx_has(in, PTX_MOD_MIN) || ptx_has(in, PTX_MOD_MAX)))
		return false;
	for (size_t k = 0; k < f->ninsts; k++)
		if (em_reg_read(f, &f->insts[k], in->ops[0].reg))
			return true;
	return false;
}

bool em_walks(const struct ptx_func *f, size_t k, const struct em_cost *c, size_t *from, size_t *to)
{
	const struct ptx_operand *place = place_of(&f->insts[k]);

	if (c->retries != 1 && !asks_who_was_first(f, &f->insts[k]))
		return false;
	*to = em_loop_around(f, k, from);
	if (*to == f->ninsts || place->kind != PTX_ADDR || place->reg < 0)
		return false;
	return is_found(f, *from, *to, place->reg);
}
