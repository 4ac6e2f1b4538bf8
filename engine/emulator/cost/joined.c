/* joined: accesses to neighbours in shared memory, which ptxas makes one of 8 or 16 bytes (4 or 8 where they are of 16
 * bits), and in constant memory one of 8, where their address is known to be aligned: a row of a tile is read four
 * words at a time. The time model and the counters of shared memory both follow from it (run/work.c, run/count.c; the
 * banks: em_memory_counts.wide).
 *
 * Tried with ptxas 13.0 for sm_90, 60 kernels of a few loads and stores each, and counted on an H200 with Nsight
 * Compute (tests/unit/emulator/check_emulator_joined.c): of four words that begin at a multiple of 16 bytes three are
 * enough for a load, all are needed for a store; of two both. In which order they stand in the code does not matter,
 * nor whether they are integers or floats, nor what else is between them, other than a barrier (of a warp, too), a
 * fence, or what may change the same memory: for loads a store, for stores an access of any kind. Loads are joined over
 * branches, too, that lead away: `if (t >= many) return; x = at;` loads many and at together, for all. Elements of 16
 * bits are joined where they are kept in registers of 16 bits, bytes never; two pairs of words are four words. */
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/core/program.h"
#include "emulator/cost/cost.h"
#include "emulator/cost/slow_ways.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

#define UNKNOWN 63 /* nothing is known against any alignment: zero, or not looked at yet */

/* ---- alignment: the number of low bits of each register that are zero */
static unsigned zeros(uint64_t v)
{
	return v ? (unsigned)__builtin_ctzll(v) : UNKNOWN;
}

static unsigned of_operand(const struct em_program *p, const struct ptx_operand *o, const uint8_t *low)
{
	unsigned a, b;

	switch (o->kind) {
	case PTX_REG: return o->reg >= 0 ? low[o->reg] : 0;
	case PTX_IMM: return zeros((uint64_t)o->imm);
	case PTX_SYM:
		if (o->sym < 0)
			return 0;
		if (p->m->ptx->vars[o->sym].space == PTX_CONST)
			a = zeros(p->m->addr[o->sym]);
		else if (p->m->ptx->vars[o->sym].space == PTX_SHARED)
			a = zeros(p->var_addr[o->sym]);
		else
			return 0;
		b = zeros((uint64_t)o->imm);
		return a < b ? a : b;
	default: return 0;
	}
}

static unsigned of_result(const struct em_program *p, const struct ptx_inst *in, const uint8_t *low)
{
	unsigned a = in->noperands > 1 ? of_operand(p, &in->ops[1], low) : 0,
		 b = in->noperands > 2 ? of_operand(p, &in->ops[2], low) : 0, c;

	switch (in->op) {
	case PTX_OP_MOV:
	case PTX_OP_CVTA: return a;
	case PTX_OP_CVT:
		return in->ntypes == 2 && ptx_type_class(in->types[0]) != PTX_CLS_FLOAT &&
				ptx_type_class(in->types[1]) != PTX_CLS_FLOAT ?
			a :
			0;
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_OR:
	case PTX_OP_XOR: return a < b ? a : b;
	case PTX_OP_AND: return a > b ? a : b;
	case PTX_OP_SHL:
		return in->noperands > 2 && in->ops[2].kind == PTX_IMM ? a + (unsigned)(in->ops[2].imm & 63) : a;
	case PTX_OP_MUL: return ptx_has(in, PTX_MOD_HI) ? 0 : a + b;
	case PTX_OP_MAD:
		c = in->noperands > 3 ? of_operand(p, &in->ops[3], low) : 0;
		return ptx_has(in, PTX_MOD_HI) ? 0 : a + b < c ? a + b : c;
	default: return 0;
	}
}

static void alignments(const struct em_program *p, const struct ptx_func *f, uint8_t *low)
{
	bool changed = true;

	memset(low, UNKNOWN, f->nregs + 1);
	/* Registers that are written in several places know what all of them know; each pass only forgets. */
	for (int pass = 0; pass < 8 && changed; pass++) {
		changed = false;
		for (size_t k = 0; k < f->ninsts; k++) {
			int32_t regs[EM_REGS_MOST];
			unsigned n = em_regs_written(f, &f->insts[k], regs), z = of_result(p, &f->insts[k], low);

			if (z > UNKNOWN)
				z = UNKNOWN;
			for (unsigned r = 0; r < n; r++)
				if (z < low[regs[r]]) {
					low[regs[r]] = (uint8_t)z;
					changed = true;
				}
		}
	}
	if (changed)
		memset(low, 0, f->nregs + 1);
}

/* ---- neighbours */
#define AHEAD 256 /* instructions that are looked at */

static const struct ptx_operand *address_of(const struct ptx_inst *in)
{
	return &in->ops[in->op == PTX_OP_LD];
}

/* The bytes of each lane; 0: it is not joined with others. */
static unsigned joinable(const struct ptx_func *f, const struct ptx_inst *in)
{
	const struct ptx_operand *v = &in->ops[in->op != PTX_OP_LD];
	unsigned bits = in->ntypes ? ptx_type_bits(in->types[in->ntypes - 1]) : 0, vec = in->vec > 1 ? in->vec : 1;

	if ((in->op != PTX_OP_LD && in->op != PTX_OP_ST) || in->guard >= 0 || in->noperands < 2 ||
		address_of(in)->kind != PTX_ADDR || ptx_is_strong(in))
		return 0;
	if (in->space == PTX_CONST)
		return bits == 32 && vec == 1 ? 4 : 0;
	if (in->space != PTX_SHARED || (vec > 1 && bits != 32))
		return 0;
	if (bits == 16 && v->kind == PTX_REG && v->reg >= 0 && ptx_type_bits(f->regs[v->reg].type) != 16)
		return 0;
	return bits >= 16 && vec * bits <= 64 ? vec * bits / 8 : 0;
}

/* A division or a root for which ptxas calls a function where the numbers are not easy: the code behind it is a part of
 * its own (15 kernels for ptxas 13.0). */
static bool calls(const struct ptx_inst *in)
{
	return em_slow_may(in) ||
		((in->op == PTX_OP_DIV || in->op == PTX_OP_REM) && in->ntypes && ptx_type_bits(in->types[0]) == 64);
}

/* What no access is moved across, for a load (or a store) to this space. */
static bool parts(const struct ptx_inst *in, bool store)
{
	bool elsewhere =
		in->space == PTX_GLOBAL || in->space == PTX_LOCAL || in->space == PTX_PARAM || in->space == PTX_CONST;

	switch (in->op) {
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE:
	case PTX_OP_CP:
	case PTX_OP_CALL: return true;
	case PTX_OP_ST:
	case PTX_OP_ATOM:
	case PTX_OP_RED: return !elsewhere;
	case PTX_OP_LD: return !elsewhere && (store || ptx_has(in, PTX_MOD_VOLATILE));
	default: return calls(in);
	}
}

/* To ptxas these end no block of code; here they do, before and after them. */
static bool shuffles(const struct ptx_inst *in)
{
	return in->op == PTX_OP_SHFL && in->guard < 0;
}

/* The part of code in front of `to` ends with a branch, and only who does not take it goes on there: ptxas makes a load
 * from there in front of the branch where it joins one that is there. */
static bool goes_on(const struct ptx_func *f, size_t to, const int32_t *ways_in)
{
	const struct ptx_inst *in = &f->insts[to - 1];

	if (ways_in[to] || in->guard < 0)
		return false;
	return in->op == PTX_OP_EXIT || in->op == PTX_OP_RET ||
		(in->op == PTX_OP_BRA && in->ops[0].kind == PTX_LABEL && in->ops[0].vec > (int32_t)to);
}

/* Where the access is, from its register: variables of shared memory lie side by side. */
static int64_t place_of(const struct em_program *p, const struct ptx_inst *in)
{
	const struct ptx_operand *a = address_of(in);

	return a->imm + (a->reg < 0 && a->sym >= 0 && in->space == PTX_SHARED ? (int64_t)p->var_addr[a->sym] : 0);
}

static bool same_base(const struct ptx_inst *x, const struct ptx_inst *y)
{
	const struct ptx_operand *a = address_of(x), *b = address_of(y);

	return a->reg == b->reg && (a->sym == b->sym || (a->reg < 0 && x->space == PTX_SHARED));
}

static bool two_words(const struct ptx_inst *in)
{
	return in->vec == 2 && in->space == PTX_SHARED && ptx_type_bits(in->types[in->ntypes - 1]) == 32;
}

/* How many of the n elements of so many bytes `in` is, to be joined with `first`; 0: it is not. Two words are joined
 * with two words, not with a double or an integer of 64 bits (128 kernels); loads of them also with words, where these
 * are three of four or all (22 kernels). */
static unsigned elements(
	const struct ptx_func *f, const struct ptx_inst *first, const struct ptx_inst *in, unsigned n, unsigned bytes)
{
	const unsigned own = joinable(f, in);

	if (in->op != first->op || in->space != first->space || !same_base(first, in))
		return 0;
	if (own == 8 && two_words(in))
		return bytes == 8 ? two_words(first) : bytes == 4 && n == 4 && in->op == PTX_OP_LD ? 2 : 0;
	return own == bytes && (bytes == 4 || !two_words(first));
}

/* Joins the n accesses of one basic block [k, to) that lie in k's `n * bytes`, if enough of them are there. */
static bool join(const struct em_program *p, const struct ptx_func *f, size_t k, size_t to, unsigned n, unsigned bytes,
	struct em_cost *cost)
{
	const struct ptx_inst *first = &f->insts[k];
	const struct ptx_operand *a = address_of(first);
	int64_t begin = place_of(p, first) & -(int64_t)(n * bytes);
	bool store = first->op == PTX_OP_ST;
	unsigned there = 0, found = 0;
	size_t at[2 * 4];

	for (size_t j = k; j < to && j < k + AHEAD && found < sizeof at / sizeof *at; j++) {
		const struct ptx_inst *in = &f->insts[j];
		const unsigned like = elements(f, first, in, n, bytes);
		int64_t place = like ? place_of(p, in) : 0;

		if (like && !cost[j].wide && !cost[j].follows && !cost[j].wanted_by && place >= begin &&
			place + like * bytes <= begin + (int64_t)(n * bytes) && (place - begin) % bytes == 0) {
			there |= ((1u << like) - 1) << (place - begin) / bytes;
			at[found++] = j;
		} else if (!(like && store) && parts(in, store)) {
			break;
		}
		if (em_reg_written(f, in, a->reg))
			break;
	}
	if ((unsigned)__builtin_popcount(there) < (n == 4 && !store ? 3 : n))
		return false;
	for (unsigned j = 1; j < found; j++) {
		cost[at[j]].follows = true;
		cost[at[j]].pipe[EM_PIPE_ISSUE] = 0;
	}
	cost[k].wide = (uint8_t)(n * bytes);
	return true;
}

void em_joined(const struct em_program *p, const struct ptx_func *f, const int32_t *block_of, struct em_cost *cost)
{
	uint8_t *low = xcalloc(f->nregs + 1, 1);
	int32_t *ways_in = em_flow_ways_in(f);

	alignments(p, f, low);
	for (size_t k = 0; k < f->ninsts; k++) {
		unsigned bytes = cost[k].follows || cost[k].wanted_by ? 0 : joinable(f, &f->insts[k]), base, n;
		const struct ptx_operand *a = address_of(&f->insts[k]);
		size_t to = k + 1;

		if (!bytes)
			continue;
		base = a->sym < 0 || (a->reg < 0 && f->insts[k].space == PTX_SHARED) ? UNKNOWN :
			f->insts[k].space == PTX_CONST                               ? zeros(p->m->addr[a->sym]) :
										       zeros(p->var_addr[a->sym]);
		if (a->reg >= 0 && low[a->reg] < base)
			base = low[a->reg];
		while (to < f->ninsts && to < k + AHEAD &&
			(block_of[to] == block_of[to - 1] || block_of[to] < 0 ||
				(f->insts[k].op == PTX_OP_LD && f->insts[k].space == PTX_SHARED &&
					goes_on(f, to, ways_in)) ||
				(!ways_in[to] && (shuffles(&f->insts[to - 1]) || shuffles(&f->insts[to])))))
			to++;
		n = f->insts[k].space == PTX_CONST ? 2 : bytes < 4 ? 4 : 16 / bytes;
		while (n > 1 && (base < zeros(n * bytes) || !join(p, f, k, to, n, bytes, cost)))
			n /= 2;
		if (n == 1 && two_words(&f->insts[k]) && f->insts[k].op == PTX_OP_LD && base >= zeros(16))
			join(p, f, k, to, 4, 4, cost);
	}
	free(low);
	free(ways_in);
}
