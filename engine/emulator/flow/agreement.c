/* agreement: registers that all threads of a block surely agree on: made of nothing but parameters, constants and such
 * registers. */
#include "base/buf.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

bool em_sreg_agreed(int sreg)
{
	switch (sreg) {
	case PTX_SREG_TID_X:
	case PTX_SREG_TID_Y:
	case PTX_SREG_TID_Z:
	case PTX_SREG_LANEID:
	case PTX_SREG_LANEMASK_EQ:
	case PTX_SREG_LANEMASK_LT:
	case PTX_SREG_LANEMASK_LE:
	case PTX_SREG_LANEMASK_GT:
	case PTX_SREG_LANEMASK_GE:
	case PTX_SREG_WARPID:
	case PTX_SREG_CLOCK:
	case PTX_SREG_CLOCK_HI:
	case PTX_SREG_CLOCK64:
	case PTX_SREG_GLOBALTIMER:
	case PTX_SREG_GLOBALTIMER_LO:
	case PTX_SREG_GLOBALTIMER_HI: return false;
	default: return true;
	}
}

/* All lanes get the same of what they give: a vote, a sum of all, what one of them has. Not what one of each half has.
 */
static bool gives_all_one(const struct ptx_func *f, const struct ptx_inst *in, const bool *same)
{
	const struct ptx_operand *clamp, *from;
	int64_t last;

	if (in->op == PTX_OP_VOTE || in->op == PTX_OP_REDUX || in->op == PTX_OP_ACTIVEMASK)
		return true;
	if (in->op != PTX_OP_SHFL || !ptx_has(in, PTX_MOD_IDX))
		return false;
	clamp = &in->ops[in->noperands - 1 - ptx_has(in, PTX_MOD_SYNC)]; /* the mask comes last */
	from = clamp - 1;
	return em_number(f, clamp, &last) && last == 31 &&
		(from->kind == PTX_IMM || (from->kind == PTX_REG && same[from->reg]));
}

/* as_ptxas: what all load from one place counts, and what all are given alike. */
static bool agreed(const struct ptx_func *f, const struct ptx_inst *in, const bool *same, bool as_ptxas)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_read(f, in, regs);

	if (as_ptxas && gives_all_one(f, in, same))
		return true;
	if (in->op == PTX_OP_LD ? in->space != PTX_PARAM && (!as_ptxas || in->space == PTX_LOCAL) :
				  in->op == PTX_OP_ATOM || in->op == PTX_OP_CALL || ptx_lanes_differ(in))
		return false;
	for (unsigned o = 0; o < in->noperands; o++)
		if (in->ops[o].kind == PTX_SPECIAL && !em_sreg_agreed(in->ops[o].vec))
			return false;
	for (unsigned r = 0; r < n; r++)
		if (!same[regs[r]])
			return false;
	return true;
}

/* The registers that [from, to] hands from turn to turn: what is read there before it is written. */
static bool carry(const struct ptx_func *f, size_t from, size_t to, bool *same)
{
	uint8_t *seen = xcalloc(f->nregs + 1, sizeof *seen);
	enum { READ_FIRST = 1, WRITTEN_FIRST };
	bool changed = false;

	for (size_t k = from; k <= to; k++) {
		int32_t regs[EM_REGS_MOST];
		unsigned n = em_regs_read(f, &f->insts[k], regs);

		for (unsigned r = 0; r < n; r++)
			if (!seen[regs[r]])
				seen[regs[r]] = READ_FIRST;
		n = em_regs_written(f, &f->insts[k], regs);
		for (unsigned r = 0; r < n; r++) {
			if (!seen[regs[r]])
				seen[regs[r]] = WRITTEN_FIRST;
			else if (seen[regs[r]] == READ_FIRST && same[regs[r]])
				changed = !(same[regs[r]] = false);
		}
	}
	free(seen);
	return changed;
}

/* Some lanes leave a loop before others: what it counts is not one number any more, though those that are left have
 * the same one. */
static bool carried(const struct ptx_func *f, bool *same)
{
	bool changed = false;

	for (size_t k = 0; k < f->ninsts; k++) {
		const int32_t begin = em_target(&f->insts[k]), guard = f->insts[k].guard;

		if (begin >= 0 && begin <= (int32_t)k && guard >= 0 && !same[guard])
			changed |= carry(f, (size_t)begin, k, same);
	}
	return changed;
}

static bool *agreement(const struct ptx_func *f, bool as_ptxas)
{
	bool *same = xcalloc(f->nregs + 1, sizeof *same), changed = true;

	memset(same, 1, f->nregs);
	for (int pass = 0; pass < 8 && changed; pass++) {
		changed = as_ptxas && carried(f, same);
		for (size_t k = 0; k < f->ninsts; k++) {
			int32_t regs[EM_REGS_MOST];
			unsigned n = em_regs_written(f, &f->insts[k], regs);

			for (unsigned r = 0; r < n; r++)
				if (same[regs[r]] && !agreed(f, &f->insts[k], same, as_ptxas))
					changed = !(same[regs[r]] = false);
		}
	}
	if (changed)
		memset(same, 0, f->nregs);
	return same;
}

bool *em_agreed(const struct ptx_func *f)
{
	return agreement(f, false);
}

bool *em_agreed_by_ptxas(const struct ptx_func *f)
{
	return agreement(f, true);
}

/* ---- ... and that are set where all threads are in step */
bool em_hands_out(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ATOM && (ptx_has(in, PTX_MOD_ADD) || ptx_has(in, PTX_MOD_INC));
}

bool em_computes(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_MUL:
	case PTX_OP_MAD:
	case PTX_OP_FMA:
	case PTX_OP_MIN:
	case PTX_OP_MAX:
	case PTX_OP_AND:
	case PTX_OP_OR:
	case PTX_OP_XOR:
	case PTX_OP_NOT:
	case PTX_OP_NEG:
	case PTX_OP_ABS:
	case PTX_OP_SHL:
	case PTX_OP_SHR:
	case PTX_OP_MOV:
	case PTX_OP_CVT:
	case PTX_OP_CVTA:
	case PTX_OP_SETP:
	case PTX_OP_SELP: return true;
	default: return false;
	}
}

static bool may_agree(const struct ptx_inst *in)
{
	return em_computes(in) || in->op == PTX_OP_DIV || in->op == PTX_OP_REM ||
		(in->op == PTX_OP_LD && in->space == PTX_PARAM);
}

static bool is_barrier(const struct ptx_inst *in)
{
	return in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER;
}

/* Does the block lead to the end alone, and past no barrier? Who goes there is gone. */
static bool leaves(const struct ptx_func *f, const struct em_flow *w, uint32_t b)
{
	if (b == w->n)
		return true;
	for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
		if (w->to[e] != w->n)
			return false;
	for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++)
		if (is_barrier(&f->insts[k]))
			return false;
	return true;
}

/* Some threads go from block b to one block and others to another: until they meet they are out of step. */
static bool part(const struct ptx_func *f, const struct em_flow *w, uint32_t b, uint32_t meet, bool *apart)
{
	uint32_t *list = xcalloc((size_t)w->n + 1, sizeof *list), n = 0, ways = 0;
	bool changed = false, *seen = xcalloc((size_t)w->n + 1, sizeof *seen);

	for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++)
		ways += !leaves(f, w, w->to[e]);
	for (uint32_t e = w->edge[b]; e < w->edge[b + 1]; e++) {
		const uint32_t to = w->to[e];

		if (to != meet && to != w->n && !seen[to] && (ways > 1 || leaves(f, w, to)))
			seen[list[n++] = to] = true;
	}
	while (n) {
		const uint32_t at = list[--n];

		changed |= !apart[at];
		apart[at] = true;
		for (uint32_t e = w->edge[at]; e < w->edge[at + 1]; e++) {
			const uint32_t to = w->to[e];

			if (to != meet && to != w->n && !seen[to])
				seen[list[n++] = to] = true;
		}
	}
	free(list);
	free(seen);
	return changed;
}

static bool one_pass(const struct ptx_func *f, const struct em_flow *w, const uint32_t *meet, bool *same, bool *apart)
{
	bool changed = false;

	for (uint32_t b = 0; b < w->n; b++) {
		for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++) {
			const struct ptx_inst *in = &f->insts[k];
			int32_t regs[EM_REGS_MOST];
			const unsigned n = em_regs_written(f, in, regs);
			const bool agrees = !apart[b] && may_agree(in) && agreed(f, in, same, false) &&
				(in->guard < 0 || same[in->guard]);

			for (unsigned r = 0; r < n; r++) {
				changed |= same[regs[r]] && !agrees;
				same[regs[r]] &= agrees;
			}
		}
		const struct ptx_inst *last = &f->insts[w->first[b + 1] - 1];
		if ((last->op == PTX_OP_BRA && last->guard >= 0 && !same[last->guard]) || last->op == PTX_OP_BRX)
			changed |= part(f, w, b, meet[b], apart);
	}
	return changed;
}

bool *em_agreed_in_step(const struct ptx_func *f, const struct em_flow *w)
{
	bool *same = xcalloc(f->nregs + 1, sizeof *same), *apart = xcalloc((size_t)w->n + 1, sizeof *apart);
	uint32_t *meet = em_flow_reconvergence(w);

	memset(same, 1, f->nregs);
	while (one_pass(f, w, meet, same, apart))
		;
	for (uint32_t b = 0; b < w->n; b++)
		for (uint32_t k = w->first[b]; k < w->first[b + 1]; k++) {
			const struct ptx_inst *in = &f->insts[k];

			if (is_barrier(in) && (apart[b] || (in->guard >= 0 && !same[in->guard])))
				memset(same, 0, f->nregs);
		}
	free(apart);
	free(meet);
	return same;
}
