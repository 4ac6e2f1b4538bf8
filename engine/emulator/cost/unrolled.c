/* unrolled: loops that ptxas unrolls once more, by four. The compiler has unrolled those that it wants to; ptxas takes
 * those of one basic block (short code under predicates in it) that count by a fixed step up or down to a bound, but
 * not where the code says nounroll (as it does where the program asked for a number of turns). Of the instructions that
 * only control the loop one in four is left, and the loads of four turns are on their way together.
 *
 * How long a loop may be was tried with ptxas 13.0 for sm_90: loops of each kind of instruction and n sums beside it,
 * and the size of the code that became of them. A loop without loads may have 18 instructions beside its control, one
 * with shared loads five more for each, and one that loads from elsewhere 46; an access to global memory counts as two.
 */
#include "emulator/cost/cost.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

/* Instructions with which the code finds out how many turns there are, for the part of four, that of two and that of
 * one: SASS of fibonacci and trapezoid (tests/bench/hard). */
enum { ENTRY = 8 };
enum { MOST_PLAIN = 18, MOST_LOADING = 46, MORE_FOR_SHARED = 5, ACCESS = 2 };

/* x += step, in which nothing else of the loop [from, to) takes part. */
static bool is_step(const struct ptx_func *f, size_t from, size_t to, const struct ptx_inst *in)
{
	const struct ptx_operand *by = &in->ops[2];

	return in->op == PTX_OP_ADD && in->guard < 0 && ptx_type_class(in->types[0]) != PTX_CLS_FLOAT &&
		in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_REG && in->ops[0].reg == in->ops[1].reg &&
		in->ops[0].reg >= 0 && em_only_writer(f, from, to, in->ops[0].reg) == in - f->insts &&
		(by->kind == PTX_IMM ||
			(by->kind == PTX_REG && by->reg >= 0 && !em_reg_written_in(f, from, to, by->reg)));
}

/* Of a loop [from, k] with the branch k: the comparison that ends it, if it is one of a counter with a bound; else k.
 */
static size_t counts_to(const struct ptx_func *f, size_t from, size_t k)
{
	const int32_t test = em_only_writer(f, from, k, f->insts[k].guard);
	const struct ptx_inst *in = &f->insts[test < 0 ? (int32_t)k : test];
	const struct ptx_operand *bound = &in->ops[2];
	int32_t step;

	if (test < 0 || in->op != PTX_OP_SETP || in->guard >= 0 || in->noperands < 3 ||
		ptx_type_class(in->types[in->ntypes - 1]) == PTX_CLS_FLOAT || ptx_has(in, PTX_MOD_EQ) ||
		in->ops[1].kind != PTX_REG || in->ops[1].reg < 0)
		return k;
	if (bound->kind != PTX_IMM &&
		(bound->kind != PTX_REG || bound->reg < 0 || em_reg_written_in(f, from, k, bound->reg)))
		return k;
	step = em_only_writer(f, from, k, in->ops[1].reg);
	return step >= 0 && f->insts[step].ops[2].kind == PTX_IMM && is_step(f, from, k, &f->insts[step]) ?
		(size_t)test :
		k;
}

bool em_one_block(size_t from, size_t k, const int32_t *block_of, const int32_t *ways_in, const struct em_cost *cost)
{
	for (size_t j = from + 1; j <= k; j++)
		if (block_of[j] >= 0 && block_of[j] != block_of[j - 1] && !cost[j].runs_as &&
			!(cost[j - 1].runs_as && ways_in[j] == 1))
			return false;
	return true;
}

static bool accesses(const struct ptx_inst *in, bool store)
{
	return in->op == (store ? PTX_OP_ST : PTX_OP_LD) && in->space != PTX_PARAM && in->space != PTX_CONST;
}

/* Machine instructions, about, as ptxas counts them. */
static unsigned length_of(const struct ptx_inst *in, const struct em_cost *c)
{
	if ((accesses(in, false) || accesses(in, true)) && in->space != PTX_SHARED)
		return ACCESS;
	/* Neighbours in shared memory are joined later. */
	return in->op == PTX_OP_FMA || accesses(in, false) || accesses(in, true) ? 1 : c->pipe[EM_PIPE_ISSUE];
}

/* Is it in the code how often the loop turns? */
static bool turns_known(const struct ptx_func *f, size_t from, size_t k, size_t test)
{
	const struct ptx_inst *in = &f->insts[test];

	if (in->ops[2].kind != PTX_IMM)
		return false;
	for (size_t j = 0; j < f->ninsts; j++)
		if ((j < from || j > k) && em_reg_written(f, &f->insts[j], in->ops[1].reg) &&
			(f->insts[j].op != PTX_OP_MOV || f->insts[j].ops[1].kind != PTX_IMM))
			return false;
	return true;
}

static void unroll(
	const struct ptx_func *f, size_t k, const int32_t *block_of, const int32_t *ways_in, struct em_cost *cost)
{
	const struct ptx_inst *bra = &f->insts[k];
	size_t begin = bra->ops[0].vec >= 0 ? (size_t)bra->ops[0].vec : f->ninsts, test;
	unsigned length = 0, shared = 0;
	bool far = false;

	if (cost[k].turns > 1 || begin >= k || block_of[begin] < 0 || ways_in[begin] != 1 || f->insts[begin].nounroll ||
		!em_one_block(begin, k, block_of, ways_in, cost))
		return;
	test = counts_to(f, begin, k);
	if (test == k)
		return;
	for (size_t j = begin; j < k; j++) {
		const struct ptx_inst *in = &f->insts[j];

		if (in->op == PTX_OP_DIV || in->op == PTX_OP_REM || in->op == PTX_OP_CALL || in->op == PTX_OP_CP)
			return;
		if (j != test && !is_step(f, begin, k, in))
			length += length_of(in, &cost[j]);
		shared += accesses(in, false) && in->space == PTX_SHARED;
		far |= accesses(in, false) && in->space != PTX_SHARED;
	}
	if (length > (far ? MOST_LOADING : MOST_PLAIN + MORE_FOR_SHARED * shared) || length > MOST_LOADING)
		return;
	cost[k].turns = 4;
	if (begin && block_of[begin - 1] >= 0 && !cost[begin - 1].runs_as && !turns_known(f, begin, k, test)) {
		cost[begin - 1].enters = true;
		cost[begin - 1].pipe[EM_PIPE_ISSUE] = (uint8_t)(cost[begin - 1].pipe[EM_PIPE_ISSUE] + ENTRY);
	}
	for (size_t j = begin; j < k; j++)
		if (j == test || (is_step(f, begin, k, &f->insts[j]) && f->insts[j].ops[2].kind == PTX_IMM))
			cost[j].turns = 4;
}

void em_unrolled(const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	int32_t *ways_in = em_flow_ways_in(f);

	for (size_t k = 0; k < f->ninsts; k++)
		if (f->insts[k].op == PTX_OP_BRA && f->insts[k].guard >= 0 && f->insts[k].ops[0].kind == PTX_LABEL)
			unroll(f, k, block_of, ways_in, cost);
	free(ways_in);
}
