/* agreement: registers that all threads of a block surely agree on: made of nothing but parameters, constants and such
 * registers. */
#include "base/buf.h"
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

static bool agreed(const struct ptx_func *f, const struct ptx_inst *in, const bool *same)
{
	int32_t regs[EM_REGS_MOST];
	unsigned n = em_regs_read(f, in, regs);

	if (in->op == PTX_OP_LD ? in->space != PTX_PARAM :
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

bool *em_agreed(const struct ptx_func *f)
{
	bool *same = xcalloc(f->nregs + 1, sizeof *same), changed = true;

	memset(same, 1, f->nregs);
	for (int pass = 0; pass < 8 && changed; pass++) {
		changed = false;
		for (size_t k = 0; k < f->ninsts; k++) {
			int32_t regs[EM_REGS_MOST];
			unsigned n = em_regs_written(f, &f->insts[k], regs);

			for (unsigned r = 0; r < n; r++)
				if (same[regs[r]] && !agreed(f, &f->insts[k], same))
					changed = !(same[regs[r]] = false);
		}
	}
	if (changed)
		memset(same, 0, f->nregs);
	return same;
}
