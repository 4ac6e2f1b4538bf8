/* frames: what functions save of registers on their stacks and fetch again (em_cost's `saves`): instructions, and ways
 * through the L1, where what was saved is found again. */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/count.h"

enum { SECTORS = 4 }; /* of a line, which holds one word of each lane */

void em_frames_result(const struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;
	struct em_traffic *x = &out->traffic;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_cost *c = &p->costs->cost[k];
		const struct ptx_inst *in = &p->m->ptx->funcs[p->pinst[k].func].insts[p->pinst[k].inst];
		uint64_t runs = c->saves ? em_execs_of(r, p->pinst[k].block) : 0, words = runs * c->saves;

		out->pipe[EM_PIPE_ISSUE] += runs + words;
		x->passes += words;
		if (in->op == PTX_OP_RET) {
			x->l1_read += words * SECTORS;
			x->l1_hit += words * SECTORS;
		} else {
			x->local_lines += words;
			x->local_stored += words * SECTORS;
			x->l2_write += words * SECTORS;
		}
	}
}
