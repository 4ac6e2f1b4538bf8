/* parted: what it costs that lanes of a warp go different ways. Each branch at which they part makes one more group of
 * lanes; where all meet again (BSYNC), the group that comes first waits, and the warp goes on with the other one's
 * instructions. How often each branch parted lanes is counted (em_guard_counts); what they then execute twice, the
 * counts of the basic blocks have. A branch that ptxas puts a predicate in place of parts nobody. */
#include "emulator/core/device.h"
#include "emulator/cost/cost.h"
#include "emulator/run/count.h"

/* Calls through a pointer whose lanes want different functions: one after the other, each with a jump of its own and
 * the place of its code, which is another word of constant memory. */
static void called_apart(const struct em_run *r, struct em_work *out)
{
	static const enum em_wait waits[] = { EM_WAIT_PART, EM_WAIT_CONSTANT_WORD, EM_WAIT_BRANCH, EM_WAIT_CALL };
	int64_t apart = 0;

	for (int t = 0; t < r->nworkers; t++)
		apart += (int64_t)r->workers[t].apart;
	out->pipe[EM_PIPE_ISSUE] += (uint64_t)apart * EM_MEET_ISSUED;
	for (size_t k = 0; k < sizeof waits / sizeof *waits; k++) {
		out->wait[waits[k]] += apart * EM_WAIT_UNIT;
		out->wait_first[waits[k]] += apart * EM_WAIT_UNIT / (int64_t)r->nwarps;
	}
}

void em_parted_result(const struct em_run *r, struct em_work *out)
{
	const struct em_program *p = r->p;

	for (size_t k = 0; k < p->npinst; k++) {
		const struct em_pinst *pi = &p->pinst[k];
		uint64_t parted = 0, first = 0, all = 0;

		if (!(pi->kind & EM_K_CBRA) || pi->guard < 0 || !p->costs->cost[k].pipe[EM_PIPE_ISSUE])
			continue;
		for (int t = 0; t < r->nworkers; t++) {
			parted += r->workers[t].guard_counts[pi->guard].divergent;
			first += r->workers[t].block_counts_first[pi->block].execs;
		}
		all = em_execs_of(r, pi->block);
		if (!parted || !all)
			continue;
		out->pipe[EM_PIPE_ISSUE] += parted;
		out->wait[EM_WAIT_PART] += (int64_t)parted * EM_WAIT_UNIT;
		out->wait_first[EM_WAIT_PART] += (int64_t)((double)parted * (double)first / (double)all * EM_WAIT_UNIT);
	}
	called_apart(r, out);
}
