/* predicated: where ptxas makes a short `if` of the source a predicate instead of a branch, so that its instructions
 * execute (and count) in every warp that comes by, lanes or not. Only the counts of shared-memory instructions show it;
 * wavefronts and sectors come from active lanes.
 *
 * The rule is what ptxas 13.0 did for sm_90 in all 21 places of tests/conformance/counters that have such a body
 * (docs/counters.md): a branch forward over at most MOST instructions without a label, a jump, a barrier, a global,
 * generic or local access, an atomic or anything warp-wide; and after it the kernel does not just end, for then ptxas
 * lets those threads exit. Longer bodies are in no recording and are taken as branched around. */
#include "emulator/flow/flow.h"

#define MOST 9 /* PTX instructions of a body; the time model counts issue slots (cost/ptxas_fusions.c) */

bool em_never_predicated(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_BRA:
	case PTX_OP_BRX:
	case PTX_OP_CALL:
	case PTX_OP_RET:
	case PTX_OP_EXIT:
	case PTX_OP_TRAP:
	case PTX_OP_BRKPT:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_ATOM:
	case PTX_OP_SHFL:
	case PTX_OP_VOTE:
	case PTX_OP_MATCH:
	case PTX_OP_REDUX:
	case PTX_OP_ELECT:
	case PTX_OP_REFUSED: return true;
	default: return false;
	}
}

/* May it stand in a body whose shared accesses every warp counts? */
static bool plain(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_MBARRIER:
	case PTX_OP_CP:
	case PTX_OP_FENCE:
	case PTX_OP_MEMBAR:
	case PTX_OP_RED:
	case PTX_OP_NANOSLEEP: return false;
	case PTX_OP_LD:
	case PTX_OP_ST: return in->space == PTX_SHARED || in->space == PTX_PARAM || in->space == PTX_CONST;
	default: return !em_never_predicated(in);
	}
}

static bool only_ends(const struct ptx_func *f, size_t at)
{
	return at >= f->ninsts ||
		(f->insts[at].guard < 0 && (f->insts[at].op == PTX_OP_RET || f->insts[at].op == PTX_OP_EXIT));
}

void em_predicated(const struct ptx_func *f, const uint8_t *leader, uint32_t *branch)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		if (in->op != PTX_OP_BRA || in->guard < 0 || in->ops[0].vec <= (int32_t)k)
			continue;
		size_t to = (size_t)in->ops[0].vec, n = k + 1;
		while (n < to && n <= k + MOST && !leader[n] && plain(&f->insts[n]))
			n++;
		if (n != to || only_ends(f, to))
			continue;
		for (n = k + 1; n < to; n++)
			branch[n] = (uint32_t)k + 1;
	}
}
