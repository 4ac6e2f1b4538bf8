/* decides: does what an instruction found decide what its thread does next? A place in a queue that is only written to
 * (next[atomicAdd(tail, 1)] = v) decides nothing; a ticket by which the thread loads, branches or tells other threads
 * of its block does: so blocks deal out work. Followed through registers, over all ways through the function. */
#include "base/buf.h"
#include "emulator/flow/registers.h"

static bool reads_one_of(const struct ptx_func *f, const struct ptx_inst *in, const bool *found)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_read(f, in, regs);

	for (unsigned r = 0; r < n; r++)
		if (found[regs[r]])
			return true;
	return false;
}

/* A branch forward, over nothing but arithmetic and stores to global memory. */
static bool only_stores_behind(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *bra = &f->insts[k];
	size_t end = bra->ops[0].kind == PTX_LABEL && bra->ops[0].vec > (int32_t)k ? (size_t)bra->ops[0].vec : 0;

	for (size_t j = k + 1; j < end; j++) {
		const struct ptx_inst *in = &f->insts[j];

		switch (in->op) {
		case PTX_OP_ST:
			if (in->space != PTX_GLOBAL)
				return false;
			break;
		case PTX_OP_LD:
			if (in->space != PTX_PARAM)
				return false;
			break;
		case PTX_OP_BRA:
		case PTX_OP_BRX:
		case PTX_OP_CALL:
		case PTX_OP_RET:
		case PTX_OP_EXIT:
		case PTX_OP_ATOM:
		case PTX_OP_RED:
		case PTX_OP_BAR:
		case PTX_OP_BARRIER:
		case PTX_OP_CP: return false;
		}
	}
	return end > 0;
}

/* Of an instruction that reads such a value. */
static bool harmless(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];

	switch (in->op) {
	case PTX_OP_ST: return in->space == PTX_GLOBAL;
	case PTX_OP_BRA: return only_stores_behind(f, k);
	case PTX_OP_LD:
	case PTX_OP_LDU:
	case PTX_OP_ATOM:
	case PTX_OP_RED:
	case PTX_OP_BRX:
	case PTX_OP_CALL:
	case PTX_OP_RET:
	case PTX_OP_EXIT:
	case PTX_OP_TRAP:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_CP: return false;
	default: return true;
	}
}

bool em_decides(const struct ptx_func *f, const struct ptx_inst *in)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), changed = true, decides = false;
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_written(f, in, regs);

	for (unsigned r = 0; r < n; r++)
		found[regs[r]] = true;
	while (changed && !decides) {
		changed = false;
		for (size_t k = 0; k < f->ninsts && !decides; k++) {
			if (!reads_one_of(f, &f->insts[k], found))
				continue;
			decides = !harmless(f, k);
			n = em_regs_written(f, &f->insts[k], regs);
			for (unsigned r = 0; r < n; r++) {
				changed |= !found[regs[r]];
				found[regs[r]] = true;
			}
		}
	}
	free(found);
	return decides;
}
