/* joins: where lanes that part at a branch wait for each other. Wherever a condition may differ between lanes, ptxas
 * puts an instruction in front of the branch that says where they meet (BSSY) and one at that place (BSYNC), whether
 * they then part or not; one pair for all branches that meet there. None where all lanes of a kernel surely agree,
 * where the branch became a predicate, or where the kernel only ends (seen in SASS: nested, drunkard of
 * tests/bench/hard). */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

static bool only_ends(const struct em_flow *w, const struct ptx_func *f, uint32_t b)
{
	const struct ptx_inst *in = b < w->n ? &f->insts[w->first[b]] : NULL;

	return !in || (in->guard < 0 && (in->op == PTX_OP_RET || in->op == PTX_OP_EXIT));
}

void em_joins(const struct ptx_func *f, struct em_cost *cost)
{
	uint8_t *leader = xcalloc(f->ninsts + 1, 1);
	bool *same = em_agreed(f);
	struct em_flow w = { 0 };
	uint32_t *meet;

	em_flow_leaders(f, leader);
	em_flow_init(&w, f, leader);
	meet = em_flow_reconvergence(&w);
	for (uint32_t b = 0; b < w.n; b++) {
		uint32_t end = w.first[b + 1] - 1;
		const struct ptx_inst *in = &f->insts[end];

		if (in->op == PTX_OP_BRA && in->guard >= 0 && cost[end].pipe[EM_PIPE_ISSUE] &&
			!(f->is_entry && same[in->guard]) && !only_ends(&w, f, meet[b]))
			cost[w.first[meet[b]]].meets = true;
	}
	free(meet);
	em_flow_release(&w);
	free(same);
	free(leader);
}
