/* fields: stores that come right after another one of their warp, as those of a record's fields do. The L1 keeps what a
 * warp stores for a moment, and what the next stores write of the same sectors goes to the L2 with it: three stores of
 * one word each, to records of three words, are as cheap there as one of all twelve bytes (tests/bench/hard, stores.*).
 * Here is which stores come soon enough; whether they meet in a line is seen when they run (exec/exec_follow.c).
 *
 * Soon enough: in one basic block, with no wait for the memory between them. A load may stand there if it has the
 * store's own register for its address, or reads what nobody writes: ptxas moves it up to the others. */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

static bool is_global(const struct ptx_inst *in)
{
	return in->space == PTX_GLOBAL || in->space == PTX_GENERIC;
}

static bool is_plain_store(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ST && is_global(in) && in->noperands > 1 && in->ops[0].kind == PTX_ADDR &&
		!ptx_has(in, PTX_MOD_VOLATILE) && !ptx_has(in, PTX_MOD_RELAXED) && !ptx_has(in, PTX_MOD_RELEASE);
}

/* Does the warp wait here, so that what it has stored is on its way before the next store comes? `reg`: the address of
 * the last store. */
static bool waits(const struct ptx_inst *in, int32_t reg)
{
	switch (in->op) {
	case PTX_OP_LD:
	case PTX_OP_LDU:
		return is_global(in) && !ptx_has(in, PTX_MOD_NC) &&
			(in->noperands < 2 || in->ops[1].kind != PTX_ADDR || in->ops[1].reg != reg ||
				ptx_has(in, PTX_MOD_VOLATILE));
	case PTX_OP_ATOM:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE:
	case PTX_OP_NANOSLEEP:
	case PTX_OP_CALL: return true;
	default: return in->op == PTX_OP_ST && is_global(in) && !is_plain_store(in);
	}
}

void em_fields(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	bool stored = false, loaded = false;
	int32_t reg = -1, block = -1;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (block_of[k] >= 0 && block_of[k] != block) {
			block = block_of[k];
			stored = loaded = false;
		}
		loaded |= in->op == PTX_OP_LD && is_global(in);
		if (is_plain_store(in)) {
			cost[k].after_store = (uint8_t)(stored * (1 + loaded));
			stored = true;
			reg = in->ops[0].reg;
		} else if (stored && (waits(in, reg) || em_reg_written(f, in, reg))) {
			stored = false;
		}
	}
}
