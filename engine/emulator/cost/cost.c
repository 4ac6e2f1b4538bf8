/* cost: see cost.h. The table holds what can be said of an opcode and a type; the few cases that look further are below
 * it. */
#include "emulator/cost/cost.h"
#include "emulator/cost/slow_ways.h"
#include "emulator/flow/liveness.h"
#include "base/buf.h"
#include "emulator/core/device.h"
#include "emulator/core/program.h"
#include "emulator/flow/registers.h"

static const struct row {
	uint16_t op;
	const char *kinds;
	struct em_cost c;
} rows[] = {
#define COST(op, kinds, issue, alu, mul, wide, special, f64, lsu, walu, wspecial, wf64) \
	{ PTX_OP_##op, kinds, \
		{ { [EM_PIPE_ISSUE] = issue, \
			  [EM_PIPE_ALU] = alu, \
			  [EM_PIPE_MULTIPLY] = mul, \
			  [EM_PIPE_WIDE] = wide, \
			  [EM_PIPE_SPECIAL] = special, \
			  [EM_PIPE_F64] = f64, \
			  [EM_PIPE_LSU] = lsu }, \
			{ [EM_WAIT_ALU] = walu, [EM_WAIT_SPECIAL] = wspecial, [EM_WAIT_F64] = wf64 }, .turns = 1 } },
#include "emulator/cost/cost.def"
};

static const struct em_cost nothing = { .turns = 1 };
static const struct em_cost one = { { [EM_PIPE_ISSUE] = 1 }, { [EM_WAIT_ALU] = 1 }, .turns = 1 };

static char kind_of(const struct ptx_inst *in)
{
	enum ptx_type t = in->ntypes ? in->types[in->ntypes - 1] : PTX_B32;
	unsigned bits = ptx_type_bits(t);

	switch (ptx_type_class(t)) {
	case PTX_CLS_PRED: return 'P';
	case PTX_CLS_FLOAT: return bits == 64 ? 'D' : bits == 32 && t != PTX_F16X2 && t != PTX_BF16X2 ? 'F' : 'H';
	default: return bits >= 64 ? 'L' : 'I';
	}
}

static struct em_cost sequence(unsigned issue, unsigned alu, unsigned special, unsigned wait_alu, unsigned wait_special)
{
	struct em_cost c = { { [EM_PIPE_ISSUE] = (uint8_t)issue,
				     [EM_PIPE_ALU] = (uint8_t)alu,
				     [EM_PIPE_SPECIAL] = (uint8_t)special },
		{ [EM_WAIT_ALU] = (uint8_t)wait_alu, [EM_WAIT_SPECIAL] = (uint8_t)wait_special }, .turns = 1 };

	return c;
}

static struct em_cost convert(const struct ptx_inst *in)
{
	enum ptx_type to = in->types[0], from = in->ntypes > 1 ? in->types[1] : to;
	bool to_float = ptx_type_class(to) == PTX_CLS_FLOAT, from_float = ptx_type_class(from) == PTX_CLS_FLOAT;
	unsigned tb = ptx_type_bits(to), fb = ptx_type_bits(from);

	if (!to_float && !from_float) /* between integers: the upper half is made, or nothing */
		return tb > 32 && fb <= 32 && ptx_type_class(from) == PTX_CLS_SIGNED ? sequence(1, 1, 0, 1, 0) :
			tb >= 32 && fb >= 32                                         ? sequence(0, 0, 0, 0, 0) :
										       sequence(1, 1, 0, 1, 0);
	if (to_float && !from_float && tb <= 32 && fb <= 32)
		return sequence(1, 1, 0, 1, 0);
	if (to_float && from_float && tb <= 32 && fb <= 32 && !ptx_has(in, PTX_MOD_RNI) && !ptx_has(in, PTX_MOD_RZI) &&
		!ptx_has(in, PTX_MOD_RMI) && !ptx_has(in, PTX_MOD_RPI))
		return sequence(1, 1, 0, 1, 0);
	return sequence(1, 0, 1, 0, 1);
}

bool em_is_copy(const struct ptx_inst *in)
{
	return in->op == PTX_OP_CP && ptx_has(in, PTX_MOD_ASYNC) && !ptx_has(in, PTX_MOD_BULK) && in->noperands >= 3;
}

/* There are instructions for integers of 32 bits, for exchanges, and for compare and swap. */
bool em_atomic_loops(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED) && in->space == PTX_SHARED && in->ntypes &&
		!ptx_has(in, PTX_MOD_EXCH) && !ptx_has(in, PTX_MOD_CAS) &&
		(ptx_type_class(in->types[0]) == PTX_CLS_FLOAT || ptx_type_bits(in->types[0]) != 32);
}

/* There is none for a number of 16 bits, except to compare and swap. */
bool em_atomic_halves(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED) && in->space != PTX_SHARED && in->ntypes &&
		!ptx_has(in, PTX_MOD_CAS) && ptx_type_bits(in->types[0]) == 16;
}

/* The word is loaded once; a compare and swap that fails brings what is there now. */
static void halves_loop(struct em_cost *c)
{
	c->halves = true;
	c->wait[EM_WAIT_L2] = c->wait[EM_WAIT_ATOMIC] = 1;
	c->wait[EM_WAIT_ALU] = 3;
	c->wait[EM_WAIT_GUARD] = c->wait[EM_WAIT_BRANCH] = 1;
}

/* Load, operation, compare and swap, comparison and branch: the warp goes on when all lanes are through. */
static void atomic_loop(const struct ptx_inst *in, struct em_cost *c)
{
	bool wide = in->types[0] == PTX_F64;

	c->loops = true;
	c->wait[EM_WAIT_SHARED] = 3;
	c->wait[EM_WAIT_ALU] = wide ? 1 : 2;
	c->wait[EM_WAIT_F64] = wide;
	c->wait[EM_WAIT_GUARD] = c->wait[EM_WAIT_BRANCH] = 1;
}

/* Memory: what a reader of the result waits for. */
static void memory(const struct ptx_inst *in, struct em_cost *c)
{
	bool near = in->space == PTX_SHARED;

	switch (in->op) {
	case PTX_OP_CP:
		c->past_l1 = ptx_has(in, PTX_MOD_CG);
		c->wait[EM_WAIT_L1] = em_is_copy(in); /* for who waits for its group */
		break;
	case PTX_OP_LD:
	case PTX_OP_LDU:
		if (in->space == PTX_PARAM ||
			(in->space == PTX_CONST && in->ops[1].kind == PTX_ADDR && in->ops[1].reg < 0)) {
			*c = nothing; /* read where it is used */
			return;
		}
		c->past_l1 = ptx_has(in, PTX_MOD_CG) || ptx_is_strong(in);
		c->moves_up = ptx_has(in, PTX_MOD_NC);
		c->wait[in->space == PTX_CONST ? EM_WAIT_CONSTANT :
				near           ? EM_WAIT_SHARED :
						 EM_WAIT_L1] = 1; /* or farther away: em_level */
		break;
	case PTX_OP_ATOM:
	case PTX_OP_RED:
		c->adds_float = ptx_type_class(in->types[0]) == PTX_CLS_FLOAT;
		if (em_atomic_loops(in))
			atomic_loop(in, c);
		else if (em_atomic_halves(in))
			halves_loop(c);
		else if (in->op == PTX_OP_ATOM)
			c->wait[near ? EM_WAIT_SHARED : EM_WAIT_ATOMIC] = near ? 2 : 1;
		break;
	case PTX_OP_SHFL: c->wait[EM_WAIT_SHARED] = 1; break;
	case PTX_OP_CALL: /* through a pointer: where the function's code is stands in a table (LDC) */
		c->wait[EM_WAIT_CONSTANT] = in->noperands && in->ops[0].kind == PTX_REG;
		c->pipe[EM_PIPE_ISSUE] = (uint8_t)(c->pipe[EM_PIPE_ISSUE] + c->wait[EM_WAIT_CONSTANT]);
		break;
	case PTX_OP_MEMBAR:
	case PTX_OP_FENCE: c->wait[EM_WAIT_FENCE] = !ptx_has(in, PTX_MOD_CTA); break;
	case PTX_OP_BAR:
	case PTX_OP_BARRIER: c->pipe[EM_PIPE_BARRIER] = c->wait[EM_WAIT_BARRIER] = !ptx_has(in, PTX_MOD_WARP); break;
	}
}

void em_cost_nothing(struct em_cost *c)
{
	memset(c->pipe, 0, sizeof c->pipe);
	memset(c->wait, 0, sizeof c->wait);
}

static void add_wide(struct em_cost *c)
{
	c->pipe[EM_PIPE_ISSUE] = c->pipe[EM_PIPE_MULTIPLY] = c->pipe[EM_PIPE_WIDE] = 1;
	c->wait[EM_WAIT_ALU] = 2;
}

void em_cost_wide(struct em_cost *c)
{
	em_cost_nothing(c);
	add_wide(c);
}

/* Products of which more than the lower half is kept: the upper half, or all of it. */
static void wide_product(const struct ptx_inst *in, char kind, struct em_cost *c)
{
	if (ptx_has(in, PTX_MOD_HI) && kind == 'L') { /* four partial products and their carries */
		c->pipe[EM_PIPE_ISSUE] = 7;
		c->pipe[EM_PIPE_ALU] = 1;
		c->pipe[EM_PIPE_MULTIPLY] = 6;
		c->pipe[EM_PIPE_WIDE] = 4;
		c->wait[EM_WAIT_ALU] = 7;
	} else if (ptx_has(in, PTX_MOD_HI) || ptx_has(in, PTX_MOD_WIDE)) {
		add_wide(c);
	}
}

/* A signed division makes its numbers positive first, and then gives the result its sign. */
static void signed_division(const struct ptx_inst *in, char kind, struct em_cost *c)
{
	bool wide = kind == 'L';

	if (ptx_type_class(in->types[0]) != PTX_CLS_SIGNED || (kind != 'I' && !wide))
		return;
	c->pipe[EM_PIPE_ISSUE] = (uint8_t)(c->pipe[EM_PIPE_ISSUE] + (wide ? 11 : 5));
	c->pipe[EM_PIPE_ALU] = (uint8_t)(c->pipe[EM_PIPE_ALU] + (wide ? 8 : 3));
	c->pipe[EM_PIPE_MULTIPLY] = (uint8_t)(c->pipe[EM_PIPE_MULTIPLY] + (wide ? 3 : 2));
	c->wait[EM_WAIT_ALU] = (uint8_t)(c->wait[EM_WAIT_ALU] + (wide ? 5 : 2));
}

static bool is_clock(int32_t sreg)
{
	return sreg == PTX_SREG_CLOCK || sreg == PTX_SREG_CLOCK_HI || sreg == PTX_SREG_CLOCK64;
}

struct em_cost em_cost_of(const struct ptx_inst *in)
{
	struct em_cost c = one;
	char kind = kind_of(in);
	bool exact = !ptx_has(in, PTX_MOD_APPROX) && !ptx_has(in, PTX_MOD_FULL), ftz = ptx_has(in, PTX_MOD_FTZ);

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		if (rows[k].op == in->op && (rows[k].kinds[0] == '*' || strchr(rows[k].kinds, kind))) {
			c = rows[k].c;
			break;
		}
	switch (in->op) {
	case PTX_OP_MUL:
	case PTX_OP_MAD: wide_product(in, kind, &c); break;
	case PTX_OP_REM: signed_division(in, kind, &c); break;
	case PTX_OP_DIV:
		signed_division(in, kind, &c);
		if (kind == 'F' && !exact)
			c = sequence(ptx_has(in, PTX_MOD_APPROX) ? 2 : 6, ptx_has(in, PTX_MOD_APPROX) ? 0 : 1, 1, 3, 1);
		break;
	case PTX_OP_RCP:
	case PTX_OP_SQRT:
		if (kind == 'F' && exact)
			c = in->op == PTX_OP_SQRT ? sequence(11, 2, 1, 8, 1) : sequence(11, 3, 1, 13, 1);
		else if (kind == 'D' && !exact && ftz)
			c = sequence(2, 0, 1, 0, 1); /* its upper half (MUFU.RCP64H), and zero below it */
		break;
	case PTX_OP_RSQRT:
	case PTX_OP_EX2:
	case PTX_OP_LG2: /* without .ftz subnormal numbers are scaled first */
		if (ftz && (kind == 'F' || kind == 'D'))
			c = sequence(kind == 'F' ? 1 : 2, 0, 1, 0, 1);
		break;
	case PTX_OP_CVT: c = convert(in); break;
	case PTX_OP_MOV:
		if (in->noperands > 1 && in->ops[1].kind == PTX_SPECIAL)
			c = is_clock(in->ops[1].vec) ? one : sequence(1, 0, 0, 0, 1);
		break;
	default: memory(in, &c);
	}
	return c;
}

/* What every kernel begins with, in the SASS of ptxas 13.0: the stack's address (LDC R1), how global memory is to be
 * accessed (ULDC.64), and where the block's shared memory lies (S2UR, UMOV, ULEA). Pointers among the parameters are
 * loaded (LDC.64), numbers are read where they are used. */
static unsigned prologue(const struct ptx_func *f)
{
	bool global = false, shared = false;
	unsigned pointers = 0;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		bool access =
			in->op == PTX_OP_LD || in->op == PTX_OP_ST || in->op == PTX_OP_ATOM || in->op == PTX_OP_RED;

		global |= access && (in->space == PTX_GLOBAL || in->space == PTX_GENERIC);
		shared |= access && in->space == PTX_SHARED;
		pointers +=
			in->op == PTX_OP_LD && in->space == PTX_PARAM && ptx_type_bits(in->types[in->ntypes - 1]) == 64;
	}
	return 1 + global + 3 * shared + pointers;
}

/* Is an address what the code says, or that and a number of the code? */
static bool is_spelled(const struct ptx_func *f, const struct em_use *u, int32_t reg, int depth)
{
	const struct ptx_inst *by = u[reg].made_by > 0 && depth ? &f->insts[u[reg].made_by - 1] : NULL;

	if (!by || (by->op != PTX_OP_MOV && by->op != PTX_OP_CVTA && by->op != PTX_OP_ADD) ||
		(by->op == PTX_OP_ADD && by->ops[2].kind != PTX_IMM))
		return false;
	return by->ops[1].kind == PTX_SYM ||
		(by->ops[1].kind == PTX_REG && is_spelled(f, u, by->ops[1].reg, depth - 1));
}

/* A kernel's parameters lie in constant memory: a load at an index that only the run knows is one from there. */
static void parameters(const struct ptx_func *f, struct em_cost *cost)
{
	enum { STEPS = 8 };
	struct em_use *u = f->is_entry ? em_uses_of(f) : NULL;

	for (size_t k = 0; u && k < f->ninsts; k++) {
		struct ptx_inst in = f->insts[k];

		if (in.op != PTX_OP_LD || in.space != PTX_PARAM || in.ops[1].kind != PTX_ADDR || in.ops[1].reg < 0 ||
			is_spelled(f, u, in.ops[1].reg, STEPS))
			continue;
		in.space = PTX_CONST;
		cost[k] = em_cost_of(&in);
	}
	free(u);
}

static int32_t *blocks_of(const struct em_program *p, const struct em_fplace *fn, const struct ptx_func *f)
{
	int32_t *block_of = xcalloc(f->ninsts + 1, sizeof *block_of);

	memset(block_of, 0xff, (f->ninsts + 1) * sizeof *block_of);
	for (size_t k = 0; k < p->npinst; k++)
		if (p->pinst[k].func == fn->func)
			block_of[p->pinst[k].inst] = (int32_t)p->pinst[k].block;
	return block_of;
}

struct em_costs *em_costs_new(const struct em_program *p, const struct em_guarded *code)
{
	struct em_costs *c = xcalloc(1, sizeof *c);

	c->cost = xcalloc(p->npinst + 1, sizeof *c->cost);
	c->level = xcalloc(p->npinst + 1, sizeof *c->level);
	c->steps = xcalloc((size_t)p->nbasic_blocks + 1, sizeof *c->steps);
	c->weight = xcalloc((size_t)p->nbasic_blocks + 1, sizeof *c->weight);
	c->asks_for = xcalloc((size_t)p->nbasic_blocks + 1, sizeof *c->asks_for);
	c->rounds = xcalloc((size_t)p->nbasic_blocks + 1, sizeof *c->rounds);
	c->nfn = p->nfn;
	c->alive = xcalloc(p->nfn + 1, sizeof *c->alive);
	for (size_t k = 0; k < p->npinst; k++)
		for (int way = 0; p->pinst[k].slow && way < EM_SLOW_WAYS; way++)
			c->steps[p->pinst[k].slow + (uint32_t)way] = em_slow_steps(
				&p->m->ptx->funcs[p->pinst[k].func].insts[p->pinst[k].inst], (enum em_slow_way)way);
	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = &p->m->ptx->funcs[p->fn[n].func];
		int32_t *block_of = blocks_of(p, &p->fn[n], f);
		struct em_cost *cost = xcalloc(f->ninsts + 1, sizeof *cost);

		for (size_t k = 0; k < f->ninsts; k++)
			cost[k] = em_cost_of(&f->insts[k]);
		parameters(f, cost);
		em_ptxas_fusions(p, f, block_of, p->nfn == 1 ? code : NULL, cost);
		for (size_t k = 0; k < f->ninsts && p->deals; k++)
			cost[k].draws = f->insts[k].op == PTX_OP_ATOM && f->insts[k].space == PTX_GLOBAL &&
				!ptx_has(&f->insts[k], PTX_MOD_CAS) && !cost[k].retries && em_decides_loop(f, k);
		for (size_t k = 0; k < f->ninsts && p->linked; k++)
			cost[k].gives_way = em_draws_a_place(f, k);
		for (size_t k = 0; k < f->ninsts; k++)
			cost[k].gives_way |= f->insts[k].space == PTX_SHARED && f->insts[k].op == PTX_OP_ATOM &&
				em_hands_out(&f->insts[k]) && em_decides_loop(f, k);
		for (size_t k = 0; k < f->ninsts && f->is_entry; k++)
			if (block_of[k] >= 0) {
				cost[k].pipe[EM_PIPE_ISSUE] = (uint8_t)(cost[k].pipe[EM_PIPE_ISSUE] + prologue(f));
				break;
			}
		for (size_t k = 0; k < p->npinst; k++)
			if (p->pinst[k].func == p->fn[n].func)
				c->cost[k] = cost[p->pinst[k].inst];
		for (size_t k = 0; k < f->ninsts; k++)
			c->asks |= cost[k].asks != 0;
		for (size_t k = 0; k < f->ninsts; k++)
			c->shared_atomics |= (f->insts[k].op == PTX_OP_ATOM || f->insts[k].op == PTX_OP_RED) &&
				f->insts[k].space != PTX_GLOBAL;
		free(block_of);
		free(cost);
	}
	return c;
}

/* How often a turn waits for loads, wherever they find their data. */
static int32_t rounds(const int32_t *wait)
{
	return wait[EM_WAIT_L1] + wait[EM_WAIT_L2] + wait[EM_WAIT_LATE] + wait[EM_WAIT_DRAM];
}

/* What a part of a loop's turns waits for, however many they are, for each turn that it lacks (lanes/turns.h): turns
 * that stand side by side ask together. `alone`: the steps where each turn waits for what itself has asked for, which
 * is what a part waits that asks for all at once (NULL: the machine code has no such loop); a whole one may do so more
 * than once, where it has no registers for all. Where lanes take different numbers of turns, those that are left are
 * other ones each time, and a part waits as long as a whole one, but where all loads miss the L1. With a store to the
 * same kind of memory in between each waits for itself, as what it loads may be what was stored: a turn that is not
 * there costs nothing. */
static void rests(const struct em_program *p, const int32_t *block_of, const struct em_loops *loops,
	const struct em_steps *alone, struct em_steps *steps)
{
	static const enum em_wait asked[] = { EM_WAIT_SPECIAL, EM_WAIT_SHARED, EM_WAIT_L1, EM_WAIT_L2, EM_WAIT_DRAM,
		EM_WAIT_LATE, EM_WAIT_SLOWER };

	for (size_t k = 0; k < p->ncounted; k++) {
		const struct em_counted *c = &p->counted[k];
		const int32_t turns = alone ? (int32_t)em_halved(p->kernel, c->from, c->to, loops, NULL) : 0;
		const struct em_steps *turn = &steps[block_of[c->from]];
		const int32_t *waits = alone ? alone[block_of[c->from]].wait : turn->wait;
		const bool often = turns > 1 && 2 * turns * rounds(turn->wait) >= 3 * rounds(waits),
			   miss = rounds(waits) >= 10 * waits[EM_WAIT_L1];
		bool stores = false, shared = false;

		for (int32_t j = c->from; j <= c->to; j++)
			if (p->kernel->insts[j].op == PTX_OP_ST) {
				shared |= p->kernel->insts[j].space == PTX_SHARED;
				stores |= p->kernel->insts[j].space != PTX_SHARED;
			}
		for (size_t j = 0; j < sizeof asked / sizeof *asked; j++) {
			const bool far = asked[j] != EM_WAIT_SPECIAL && asked[j] != EM_WAIT_SHARED;
			const int32_t own = waits[asked[j]],
				      each = stores || (!far && shared) ? 0 : turn->wait[asked[j]];
			int32_t lacks = each;

			if (often && 2 * each * turns >= 3 * own)
				lacks = own > each && each ? (own - each) / (turns - 1) : 0;
			steps[c->alike].wait[asked[j]] = lacks;
			steps[c->rest].wait[asked[j]] = miss ? lacks : each;
		}
	}
}

static bool any_halved(const struct em_program *p, const struct em_loops *loops)
{
	for (size_t k = 0; loops && k < p->ncounted; k++)
		if (em_halved(p->kernel, p->counted[k].from, p->counted[k].to, loops, NULL))
			return true;
	return false;
}

/* The steps of a function whose loops nobody puts side by side; to be freed. */
static struct em_steps *one_by_one(const struct em_program *p, const struct ptx_func *f, const int32_t *block_of,
	struct em_cost *cost, const struct em_level *level)
{
	struct em_steps *steps = xcalloc(p->nbasic_blocks + 1, sizeof *steps);
	const struct em_under_way none = { 0 };

	for (size_t k = 0; k < f->ninsts; k++)
		cost[k].turns = 1;
	em_critical_path(f, block_of, cost, level, 0, none, NULL, NULL, steps);
	return steps;
}

void em_costs_walk(const struct em_program *p, const struct em_level *level, const struct em_timing *timing)
{
	struct em_costs *c = p->costs;
	const uint32_t registers = timing ? timing->registers : 0;
	const struct em_code *code = timing ? timing->loops.code : NULL;
	const struct em_under_way none = { 0 }, under_way = timing ? timing->under_way : none;

	if (c->walked && c->registers == registers && c->code == code &&
		!memcmp(&c->under_way, &under_way, sizeof under_way) &&
		!memcmp(c->level, level, p->npinst * sizeof *level))
		return;
	memcpy(c->level, level, p->npinst * sizeof *level);
	c->walked = true;
	c->registers = registers;
	c->under_way = under_way;
	c->code = code;
	for (size_t n = 0; n < p->nfn; n++) {
		const struct ptx_func *f = &p->m->ptx->funcs[p->fn[n].func];
		int32_t *block_of = blocks_of(p, &p->fn[n], f);
		struct em_cost *cost = xcalloc(f->ninsts + 1, sizeof *cost);
		struct em_level *l = xcalloc(f->ninsts + 1, sizeof *l);

		for (size_t k = 0; k < p->npinst; k++)
			if (p->pinst[k].func == p->fn[n].func) {
				cost[p->pinst[k].inst] = c->cost[k];
				l[p->pinst[k].inst] = level[k];
			}
		if (registers && !c->alive[n])
			c->alive[n] = em_words_alive(f);
		em_critical_path(f, block_of, cost, l, registers, p->nfn == 1 ? under_way : none,
			p->nfn == 1 && timing ? &timing->loops : NULL, registers ? c->alive[n] : NULL, c->steps);
		if (p->nfn == 1 && p->ncounted) {
			const struct em_loops *loops = timing ? &timing->loops : NULL;
			struct em_steps *alone = any_halved(p, loops) ? one_by_one(p, f, block_of, cost, l) : NULL;

			rests(p, block_of, loops, alone, c->steps);
			free(alone);
		}
		free(block_of);
		free(cost);
		free(l);
	}
}

/* Waits of a basic block one after the other, where each load has to wait for the L2. */
static uint32_t rounds_of(const struct em_costs *c, uint32_t b)
{
	const uint32_t clk = c->rounds[b], near = c->weight[b], most = c->asks_for[b] * EM_ROUND_UNIT,
		       n = clk > near ? EM_ROUND_UNIT * (clk - near) / em_far_clk() : 0;

	return n < most ? n : most;
}

void em_costs_weigh(const struct em_program *p, const struct em_timing *timing)
{
	struct em_level *near = xcalloc(p->npinst + 1, sizeof *near), *far = xcalloc(p->npinst + 1, sizeof *far);

	for (size_t k = 0; k < p->npinst; k++)
		if (p->costs->cost[k].wait[EM_WAIT_L1]) {
			near[k].l1 = EM_LEVEL_UNIT;
			p->costs->asks_for[p->pinst[k].block]++;
		}
	for (size_t k = 0; k < p->npinst; k++)
		far[k] = (struct em_level){ .l2 = near[k].l1 };
	em_costs_walk(p, far, timing);
	for (uint32_t b = 0; b < p->nbasic_blocks; b++)
		p->costs->rounds[b] = em_steps_clk(&p->costs->steps[b]);
	em_costs_walk(p, near, timing);
	for (uint32_t b = 0; b < p->nbasic_blocks; b++) {
		p->costs->weight[b] = em_steps_clk(&p->costs->steps[b]);
		p->costs->rounds[b] = rounds_of(p->costs, b);
	}
	free(far);
	free(near);
}

void em_costs_free(struct em_costs *c)
{
	if (!c)
		return;
	for (size_t n = 0; n < c->nfn; n++)
		free(c->alive[n]);
	free(c->alive);
	free(c->weight);
	free(c->asks_for);
	free(c->rounds);
	free(c->cost);
	free(c->level);
	free(c->steps);
	free(c);
}
