/* wanted: loads that only some lanes want. Of `x = condition ? a->left : a->right` the PTX loads both and selects;
 * where nobody else wants the second one, ptxas loads the first into x, and the second over it under a predicate (SASS
 * of forest and of the three decision trees of tests/bench/hard). So it waits for the comparison, and is not joined
 * with its neighbour. Seen of global and constant memory. */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

/* How often each register is read. */
static uint32_t *reads_of(const struct ptx_func *f)
{
	uint32_t *reads = xcalloc(f->nregs + 1, sizeof *reads);
	int32_t regs[EM_REGS_MOST];

	for (size_t k = 0; k < f->ninsts; k++) {
		unsigned n = em_regs_read(f, &f->insts[k], regs);

		for (unsigned r = 0; r < n; r++)
			reads[regs[r]]++;
	}
	return reads;
}

static bool is_reg(const struct ptx_operand *o)
{
	return o->kind == PTX_REG && o->reg >= 0;
}

void em_wanted(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	uint32_t *reads = reads_of(f);

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		size_t at = k;

		if (in->op != PTX_OP_SELP || in->guard >= 0 || in->noperands < 4 || !is_reg(&in->ops[1]) ||
			!is_reg(&in->ops[2]) || !is_reg(&in->ops[3]) || reads[in->ops[2].reg] != 1)
			continue;
		/* In the same basic block, and not before the comparison. */
		while (at > 0 && (block_of[at] < 0 || block_of[at] == block_of[at - 1]) &&
			!em_reg_written(f, &f->insts[at], in->ops[2].reg) &&
			!em_reg_written(f, &f->insts[at], in->ops[3].reg))
			at--;
		if (em_reg_written(f, &f->insts[at], in->ops[2].reg) && f->insts[at].op == PTX_OP_LD &&
			f->insts[at].guard < 0 && f->insts[at].vec <= 1 &&
			(f->insts[at].space == PTX_GLOBAL || f->insts[at].space == PTX_CONST) &&
			!ptx_has(&f->insts[at], PTX_MOD_VOLATILE))
			cost[at].wanted_by = in->ops[3].reg + 1;
	}
	free(reads);
}
