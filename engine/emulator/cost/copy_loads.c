/* copy_loads: in front of asynchronous copies ptxas puts three loads from shared memory that no lane makes (`@!PT LDS
 * RZ, [RZ]`), and four in front of a fence of a function with such copies. The hardware counts them as instructions,
 * once for each warp, whatever lanes the copy itself has.
 *
 * Tried with ptxas 13.0 for sm_90 (SASS of 26 kernels): each copy wants three of them, and each fence four, behind the
 * begin of its basic block of the machine's code, the last access to shared memory and the last barrier (that of a
 * warp, too). What stands there already counts, behind a copy three: a fence after one has one more, a copy after a
 * fence none. Groups of copies, waits for them, and accesses to global memory are nothing to them. Of `if (k + 2 < n)`
 * with a copy only the copy stands under a predicate, however long the arithmetic is that finds its place: the three
 * loads are made by all.
 */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

enum { FOR_COPY = 3, FOR_FENCE = 4, MOST_BODY = 64 };

static bool comes_between(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_MBARRIER:
	case PTX_OP_CALL: return true;
	case PTX_OP_LD:
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED: return in->space == PTX_SHARED || in->space == PTX_GENERIC;
	default: return false;
	}
}

/* Of a body that the branch at k jumps over, or leads to where a jump over it follows: marks its instructions, if it
 * copies and else only computes. */
static void mark_body(const struct ptx_func *f, size_t k, const uint8_t *leader, const int32_t *block_of,
	struct em_cost *cost, bool *in_body)
{
	size_t from, end;
	const bool turned = em_body_of(f, k, &from, &end);
	bool copies = false;

	if (end <= from || end > f->ninsts || end - from > MOST_BODY || block_of[k] < 0)
		return;
	for (size_t j = from; j < end; j++) {
		const struct ptx_inst *in = &f->insts[j];
		const bool copy = em_is_copy(in);

		if ((leader[j] && !(turned && j == from)) || (!copy && !em_can_be_predicated(in)) ||
			in->op == PTX_OP_ST || in->op == PTX_OP_RED || (in->op == PTX_OP_LD && in->space != PTX_PARAM))
			return;
		copies |= copy;
	}
	if (!copies)
		return;
	for (size_t j = turned ? k + 1 : from; j < end; j++) {
		in_body[j] = true;
		if (em_is_copy(&f->insts[j]) && !cost[j].runs_as)
			cost[j].either = block_of[k] + 1;
	}
}

/* Does a basic block of the machine's code begin here, too? Not where a body stands under a predicate, nor after one.
 */
static bool begins(
	size_t k, const int32_t *block_of, const int32_t *ways_in, const struct em_cost *cost, const bool *in_body)
{
	if (!k || block_of[k] < 0 || block_of[k] == block_of[k - 1] || in_body[k] || cost[k].runs_as)
		return false;
	return !((in_body[k - 1] || cost[k - 1].runs_as) && ways_in[k] == 1);
}

void em_copy_loads(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	uint8_t *leader = xcalloc(f->ninsts + 1, 1);
	bool *in_body = xcalloc(f->ninsts + 1, sizeof *in_body);
	int32_t *ways_in = em_flow_ways_in(f);
	unsigned there = 0;
	bool copies = false;

	em_flow_leaders(f, leader);
	for (size_t k = 0; k < f->ninsts; k++)
		if (em_is_copy(&f->insts[k])) { /* an `else` that waits, too, is branched to (SASS) */
			cost[k].either = 0;
			copies = true;
		}
	for (size_t k = 0; k + 1 < f->ninsts; k++)
		if (f->insts[k].guard >= 0 && em_target(&f->insts[k]) > (int32_t)k)
			mark_body(f, k, leader, block_of, cost, in_body);
	for (size_t k = 0; copies && k < f->ninsts; k++) {
		const unsigned wants = em_is_copy(&f->insts[k]) ? FOR_COPY : ptx_is_fence(&f->insts[k]) ? FOR_FENCE : 0;

		if (begins(k, block_of, ways_in, cost, in_body) || comes_between(&f->insts[k]))
			there = 0;
		cost[k].idle_loads = (uint8_t)(wants > there ? wants - there : 0);
		there = wants ? wants : there;
	}
	free(ways_in);
	free(in_body);
	free(leader);
}
