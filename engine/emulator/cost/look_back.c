/* look_back: blocks that wait for the blocks before them, one after the other, as a scan in one pass does ("decoupled
 * look-back", Merrill and Garland, 2016). A block goes back from its neighbour over what those before it have put up,
 * until it comes to one that knows the sum of all. On a device the blocks of a wave begin together, so they find
 * little; here a block runs when those before it have ended, and finds all at its first look. What the time model adds
 * for that is in device/time/time_kernel.c; here is how such code looks: a loop that does nothing but load a word past
 * the L1 and compare it, within a loop that goes on to another word. */
#include "emulator/cost/cost.h"

/* The instruction that goes back to `to` or before it, the first after `from` in [from, f->ninsts); f->ninsts: none.
 */
static size_t goes_back(const struct ptx_func *f, size_t from, size_t to)
{
	for (size_t k = from; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].ops[0].kind == PTX_LABEL &&
			f->insts[k].ops[0].vec >= 0 && (size_t)f->insts[k].ops[0].vec <= to)
			return k;
	return f->ninsts;
}

static bool only_looks(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ST:
	case PTX_OP_RED:
	case PTX_OP_ATOM:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_CALL: return false;
	default: return true;
	}
}

bool em_looks_back(const struct ptx_func *f, size_t k, const struct em_cost *cost)
{
	const struct ptx_inst *in = &f->insts[k];
	size_t end, begin, outer;

	if (in->op != PTX_OP_LD || (in->space != PTX_GLOBAL && in->space != PTX_GENERIC) || !cost->past_l1 ||
		ptx_has(in, PTX_MOD_CG))
		return false;
	end = goes_back(f, k, k);
	if (end == f->ninsts)
		return false;
	begin = (size_t)f->insts[end].ops[0].vec;
	for (size_t j = begin; j < end; j++)
		if (!only_looks(&f->insts[j]))
			return false;
	outer = begin ? goes_back(f, end + 1, begin - 1) : f->ninsts;
	return outer < f->ninsts && f->insts[end].guard >= 0;
}
