/* predicated: where ptxas puts a short `if` of the source under a predicate instead of branching around it. Then every
 * warp that comes by issues the body, also one that has no lane in it.
 *
 * The counters of shared-memory instructions (run/count.c) and the time model (run/work.c) ask for the same thing, so
 * the rule stands here for both: a branch forward over at most MOST issue slots without a label, a jump, a barrier, a
 * returning atomic or anything warp-wide. It agrees with what ptxas 13.0 did for sm_90 in all 21 places of
 * tests/conformance/counters that have such a body, and with the counts of tests/bench/model (matmul.*.columns32,
 * reduce.*.banks, kind.filter.columns). */
#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"
#include "emulator/flow/flow.h"

#define MOST 11 /* issue slots of a body; ptxas counts eight machine instructions, after it has shared some of them */
#define MOST_ASKED 64 /* of a body that may yet be under a predicate, where the machine code has just this one so */

static bool never(const struct ptx_inst *in)
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
	case PTX_OP_REFUSED: return true;
	default: return ptx_has_members(in);
	}
}

bool em_can_be_predicated(const struct ptx_inst *in)
{
	return in->guard < 0 && in->op != PTX_OP_DIV && in->op != PTX_OP_REM && !never(in);
}

static bool only_ends(const struct ptx_func *f, size_t at)
{
	return at >= f->ninsts ||
		(f->insts[at].guard < 0 && (f->insts[at].op == PTX_OP_RET || f->insts[at].op == PTX_OP_EXIT));
}

bool em_body_of(const struct ptx_func *f, size_t k, size_t *from, size_t *end)
{
	const int32_t to = em_target(&f->insts[k]);
	const bool turned = to == (int32_t)k + 2 && f->insts[k + 1].guard < 0 && em_target(&f->insts[k + 1]) > to;

	*from = turned ? k + 2 : k + 1;
	*end = turned ? (size_t)em_target(&f->insts[k + 1]) : to > (int32_t)k ? (size_t)to : 0;
	return turned;
}

/* Is there a body without a label in it, which might be under a predicate, between the branch at k and the label after
 * it? The branch may lead to the body, and what follows it is a jump over the body: *turned. led_to: another branch
 * leads to the body. */
static bool straight(const struct ptx_func *f, size_t k, const uint8_t *leader, const int32_t *ways_in,
	const int32_t *block_of, bool led_to, size_t *from, size_t *end, bool *turned)
{
	*turned = em_body_of(f, k, from, end);
	if (*end > f->ninsts || *end <= *from || block_of[k] < 0 || (*turned && ways_in[*from] != 1))
		return false;
	for (size_t j = *from; j < *end; j++)
		if ((leader[j] && !((*turned || led_to) && j == *from)) || !em_can_be_predicated(&f->insts[j]))
			return false;
	return true;
}

/* `if (a || b) body` is a branch to the body and, after what b takes, the one at k around it. Where b only computes
 * ptxas makes one predicate of both (SASS of folding_block of tests/bench/hard), and the body is as the first branch.
 * Returns where that stands; k: it is another branch. */
static size_t first_of_either(const struct ptx_func *f, size_t k, const uint8_t *leader, const int32_t *ways_in)
{
	size_t begin = k;

	if (em_target(&f->insts[k]) <= (int32_t)k + 1 || !leader[k + 1] || ways_in[k + 1] != 1)
		return k;
	while (begin && !leader[begin] && em_computes(&f->insts[begin - 1]))
		begin--;
	if (!begin || leader[begin] || f->insts[begin - 1].op != PTX_OP_BRA || f->insts[begin - 1].guard < 0 ||
		em_target(&f->insts[begin - 1]) != (int32_t)k + 1)
		return k;
	return begin - 1;
}

/* `if (a && b) body` is a branch around what b takes and the body, and the one at k around the body. Where b only
 * computes, and little, ptxas makes one predicate of both (44 kernels for ptxas 13.0), and the body is as the first
 * branch. Returns where that stands; k: it is another branch. */
static size_t first_of_both(
	const struct ptx_func *f, size_t k, const uint8_t *leader, const int32_t *ways_in, const struct em_cost *cost)
{
	enum { MOST_OF_CONDITION = 5 };
	const int32_t end = em_target(&f->insts[k]);
	unsigned issued = 0;
	size_t begin = k;

	if (end <= (int32_t)k + 1 || end >= (int32_t)f->ninsts || ways_in[end] != 2)
		return k;
	while (begin && !leader[begin] && em_computes(&f->insts[begin - 1]))
		issued += cost[--begin].pipe[EM_PIPE_ISSUE];
	if (!begin || leader[begin] || f->insts[begin - 1].op != PTX_OP_BRA || f->insts[begin - 1].guard < 0 ||
		em_target(&f->insts[begin - 1]) != end || issued > MOST_OF_CONDITION)
		return k;
	return begin - 1;
}

/* It only computes, perhaps with constants. */
static bool bare(const struct ptx_func *f, size_t from, size_t end)
{
	for (size_t j = from; j < end; j++)
		if ((f->insts[j].op == PTX_OP_LD && f->insts[j].space != PTX_CONST && f->insts[j].space != PTX_PARAM) ||
			f->insts[j].op == PTX_OP_ST || f->insts[j].op == PTX_OP_RED || f->insts[j].op == PTX_OP_CP)
			return false;
	return !only_ends(f, end);
}

/* From the branch at k over its body to the label after it: they run as often as the branch. Or the branch leads to the
 * body, and what follows it is a jump over the body. */
static void body(const struct ptx_func *f, size_t k, const uint8_t *leader, const int32_t *ways_in,
	const int32_t *block_of, bool around, struct em_cost *cost)
{
	const size_t either = first_of_either(f, k, leader, ways_in),
		     first = either != k ? either : first_of_both(f, k, leader, ways_in, cost);
	size_t from, end;
	bool turned;
	unsigned issued = 0;

	if (!straight(f, k, leader, ways_in, block_of, either != k, &from, &end, &turned) ||
		(around && bare(f, from, end)))
		return;
	for (size_t j = from; j < end; j++) {
		issued += cost[j].pipe[EM_PIPE_ISSUE];
		if (issued > MOST_ASKED)
			return;
	}
	if (issued > MOST) { /* a loop's, whose turns ptxas puts side by side (dither_diffused of blind8) */
		for (size_t j = from; j < end && !only_ends(f, end); j++) {
			cost[j].either = block_of[first] + 1;
			cost[j].lengthy = true;
		}
		return;
	}
	cost[k].pipe[EM_PIPE_ISSUE] = 0; /* the branch is gone */
	if (turned)
		cost[k + 1].pipe[EM_PIPE_ISSUE] = 0;
	for (size_t j = from; j < end; j++) {
		cost[j].runs_as = block_of[first] + 1;
		cost[j].then_ends = only_ends(f, end);
	}
}

static bool only_loads(const struct ptx_inst *in)
{
	return in->op != PTX_OP_ST && in->op != PTX_OP_RED && in->op != PTX_OP_CP &&
		(in->op != PTX_OP_LD || in->space == PTX_GLOBAL || in->space == PTX_PARAM);
}

/* The end of the part of an `if` that begins at k, if it is short up to a jump or a label; else 0. *issued
 * goes on by what it issues, *plain: it only loads, from global memory. */
static size_t part(const struct ptx_func *f, size_t k, const uint8_t *leader, const struct em_cost *cost,
	unsigned *issued, bool *plain)
{
	for (size_t j = k; j < f->ninsts; j++) {
		const struct ptx_inst *in = &f->insts[j];

		if ((j > k && leader[j]) || in->op == PTX_OP_BRA)
			return j;
		*issued += cost[j].pipe[EM_PIPE_ISSUE];
		*plain &= only_loads(in);
		if (!em_can_be_predicated(in) || *issued > (*plain ? MOST : 2 * MOST))
			return 0;
	}
	return 0;
}

/* An `if` with an `else`, neither of which stores or uses shared memory: all warps issue both (SASS of triangles and
 * merge_pairs of tests/bench/hard). The code of the one jumps over the other's: a branch at k, perhaps a jump to the
 * one, then both. Of others ptxas puts both parts under predicates, or one of them, or none: `either` says that the
 * machine code is to be asked (run/guarded.c). */
static void both_parts(const struct ptx_func *f, size_t k, const uint8_t *leader, const int32_t *ways_in,
	const int32_t *block_of, struct em_cost *cost)
{
	size_t one = k + 1, two, over, end;
	int32_t first = em_target(&f->insts[k]),
		jumps = one < f->ninsts && f->insts[one].guard < 0 ? em_target(&f->insts[one]) : -1;
	unsigned issued = 0;
	bool plain = true;

	if (jumps >= 0 && first == (int32_t)k + 2)
		one = k + 2; /* the branch goes to what follows the jump, the jump to the other part */
	else
		jumps = first;
	over = part(f, one, leader, cost, &issued, &plain);
	if (!over || over == one || f->insts[over].op != PTX_OP_BRA || f->insts[over].guard >= 0 || block_of[k] < 0)
		return;
	two = over + 1;
	if (jumps != (int32_t)two || ways_in[two] != 1 || (one == k + 2 && ways_in[one] != 1))
		return;
	end = part(f, two, leader, cost, &issued, &plain);
	if (!end || end == two || f->insts[end - 1].op == PTX_OP_BRA || em_target(&f->insts[over]) != (int32_t)end)
		return;
	if (!plain) {
		for (size_t j = one; j < end; j++) {
			cost[j].either = block_of[k] + 1;
			cost[j].lengthy = false;
		}
		return;
	}
	if (ways_in[end] != 1 || issued > MOST)
		return;
	cost[k].pipe[EM_PIPE_ISSUE] = 0;
	for (size_t j = k + 1; j < end; j++) {
		cost[j].runs_as = block_of[k] + 1;
		cost[j].both = true;
		if (f->insts[j].op == PTX_OP_BRA)
			cost[j].pipe[EM_PIPE_ISSUE] = 0;
	}
}

/* Does the machine code branch around all bodies that only compute? It has as many such branches, or several times as
 * many, where turns of a loop stand side by side. */
static bool all_around(const struct ptx_func *f, const int32_t *block_of, const uint8_t *leader, const int32_t *ways_in,
	const struct em_guarded *code)
{
	unsigned n = 0;

	for (size_t k = 0; code && code->known && k < f->ninsts; k++) {
		size_t from, end;
		bool turned;

		n += f->insts[k].op == PTX_OP_BRA && f->insts[k].guard >= 0 && f->insts[k].ops[0].kind == PTX_LABEL &&
			straight(f, k, leader, ways_in, block_of, false, &from, &end, &turned) && bare(f, from, end);
	}
	return n && code->bare && code->bare % n == 0;
}

void em_predicated(
	const struct ptx_func *f, const int32_t *block_of, const struct em_guarded *code, struct em_cost *cost)
{
	bool around;
	uint8_t *leader = xcalloc(f->ninsts + 1, 1);
	int32_t *ways_in = em_flow_ways_in(f);

	em_flow_leaders(f, leader);
	around = all_around(f, block_of, leader, ways_in, code);
	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].guard >= 0 && f->insts[k].ops[0].kind == PTX_LABEL)
			body(f, k, leader, ways_in, block_of, around, cost);
	for (size_t k = f->ninsts; k-- > 0;)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].guard >= 0 && em_target(&f->insts[k]) > (int32_t)k &&
			!cost[k].runs_as && cost[k].pipe[EM_PIPE_ISSUE])
			both_parts(f, k, leader, ways_in, block_of, cost);
	free(ways_in);
	free(leader);
}
