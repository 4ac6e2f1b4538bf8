/* spelled_out: loops of which the machine code has none, as ptxas puts all of their turns one after the other. It does
 * that where the code says how many they are, and the loop is short. Nothing counts these turns then, what follows from
 * the counter alone is a number, a distance from an address stands in the access itself, and what one turn has loaded
 * another one need not (SASS of xtea and eight_channels of tests/bench/hard: none of the counter's instructions is
 * left). */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/flow.h"
#include "emulator/flow/registers.h"

/* A walk through all turns takes its time. */
enum { MOST_TURNS = 128, MOST_STEPS = 8192, MOST_COPIES = 4 };

/* What a register holds: a number that the code tells, or what register `base` held before the loop, and a number. */
struct value {
	enum { UNKNOWN, NUMBER, PLACE } is;
	int32_t base;
	uint64_t n;
};

/* A word that has been loaded. */
struct loaded {
	struct value from;
	int32_t sym;
};

struct turns {
	const struct ptx_func *f;
	size_t from, to; /* the loop; `to` is its branch */
	struct value *v; /* of each register */
	bool *free_of;   /* of the loop's instructions: it needs none in any turn */
	uint8_t *fresh;  /* of its loads: words that no load has brought before */
	struct loaded *word;
	size_t words;
	bool stores; /* what a load brings may be another word in the next turn */
};

static uint64_t cut(uint64_t n, enum ptx_type type)
{
	const unsigned bits = ptx_type_bits(type);

	return bits < 64 ? n & ((UINT64_C(1) << bits) - 1) : n;
}

/* As its type reads it. */
static uint64_t extended(uint64_t n, enum ptx_type type)
{
	const unsigned bits = ptx_type_bits(type);
	const uint64_t sign = bits < 64 ? UINT64_C(1) << (bits - 1) : 0;

	n = cut(n, type);
	return ptx_type_class(type) == PTX_CLS_SIGNED ? (n ^ sign) - sign : n;
}

static bool counts(enum ptx_type type)
{
	const enum ptx_class c = ptx_type_class(type);

	return c == PTX_CLS_SIGNED || c == PTX_CLS_UNSIGNED || c == PTX_CLS_BITS;
}

/* Does a loop begin after instruction `after`, in front of `before`, from which that can be reached again? */
static bool loop_between(const struct ptx_func *f, size_t after, size_t before)
{
	for (size_t k = before; k < f->ninsts; k++) {
		const int32_t to = em_target(&f->insts[k]);

		if (to > (int32_t)after && to < (int32_t)before)
			return true;
	}
	return false;
}

/* The number that register reg holds when the loop begins. */
static bool begins_with(const struct turns *t, int32_t reg, int depth, uint64_t *n)
{
	const struct ptx_func *f = t->f;
	size_t at = f->ninsts;

	for (size_t k = 0; k < f->ninsts; k++) {
		if ((k >= t->from && k <= t->to) || !em_reg_written(f, &f->insts[k], reg))
			continue;
		if (at < f->ninsts)
			return false;
		at = k;
	}
	if (at >= t->from || f->insts[at].op != PTX_OP_MOV || f->insts[at].guard >= 0 ||
		(em_reg_written_in(f, t->from, t->to, reg) && loop_between(f, at, t->from)))
		return false;
	if (f->insts[at].ops[1].kind == PTX_REG && depth)
		return begins_with(t, f->insts[at].ops[1].reg, depth - 1, n);
	*n = (uint64_t)f->insts[at].ops[1].imm;
	return f->insts[at].ops[1].kind == PTX_IMM;
}

static struct value operand(const struct turns *t, const struct ptx_operand *o)
{
	if (o->kind == PTX_IMM)
		return (struct value){ .is = NUMBER, .n = (uint64_t)o->imm };
	if (o->kind != PTX_REG || o->reg < 0 || o->neg)
		return (struct value){ .is = UNKNOWN };
	return t->v[o->reg];
}

static bool compares(const struct ptx_inst *in, uint64_t a, uint64_t b, uint64_t *out)
{
	const enum ptx_type type = in->types[in->ntypes - 1];
	const bool less = ptx_type_class(type) == PTX_CLS_SIGNED ? (int64_t)a < (int64_t)b : a < b;

	if (in->nmods != 1)
		return false;
	switch (in->mods[0]) {
	case PTX_MOD_EQ: *out = a == b; return true;
	case PTX_MOD_NE: *out = a != b; return true;
	case PTX_MOD_LT:
	case PTX_MOD_LO: *out = less; return true;
	case PTX_MOD_LE:
	case PTX_MOD_LS: *out = less || a == b; return true;
	case PTX_MOD_GT:
	case PTX_MOD_HI: *out = !less && a != b; return true;
	case PTX_MOD_GE:
	case PTX_MOD_HS: *out = !less; return true;
	default: return false;
	}
}

static bool computes(const struct ptx_inst *in, const uint64_t *x, uint64_t *out)
{
	switch (in->op) {
	case PTX_OP_MOV:
	case PTX_OP_CVT: *out = x[0]; return !ptx_has(in, PTX_MOD_SAT);
	case PTX_OP_ADD: *out = x[0] + x[1]; return !in->nmods;
	case PTX_OP_SUB: *out = x[0] - x[1]; return !in->nmods;
	case PTX_OP_MUL: *out = x[0] * x[1]; return ptx_has(in, PTX_MOD_LO) || ptx_has(in, PTX_MOD_WIDE);
	case PTX_OP_AND: *out = x[0] & x[1]; return true;
	case PTX_OP_OR: *out = x[0] | x[1]; return true;
	case PTX_OP_XOR: *out = x[0] ^ x[1]; return true;
	case PTX_OP_SHL: *out = x[1] < 64 ? x[0] << x[1] : 0; return true;
	case PTX_OP_SHR:
		*out = x[1] > 63                                       ? 0 :
			ptx_type_class(in->types[0]) == PTX_CLS_SIGNED ? (uint64_t)((int64_t)x[0] >> x[1]) :
									 x[0] >> x[1];
		return x[1] < 64;
	case PTX_OP_SETP: return compares(in, x[0], x[1], out);
	default: return false;
	}
}

/* What an instruction with one result makes. */
static struct value made(const struct turns *t, const struct ptx_inst *in)
{
	const struct value unknown = { .is = UNKNOWN };
	struct value a, b = { .is = NUMBER }, out = { .is = NUMBER };
	uint64_t x[2];

	if (in->guard >= 0 || in->noperands < 2 || in->noperands > 3 || in->ops[0].kind != PTX_REG || !in->ntypes)
		return unknown;
	for (unsigned k = 0; k < in->ntypes; k++)
		if (!counts(in->types[k]))
			return unknown;
	a = operand(t, &in->ops[1]);
	if (in->noperands > 2)
		b = operand(t, &in->ops[2]);
	if (in->op == PTX_OP_ADD && !in->nmods && a.is == NUMBER && b.is == PLACE)
		return (struct value){ PLACE, b.base, b.n + extended(a.n, in->types[0]) };
	if (in->op == PTX_OP_ADD && !in->nmods && a.is == PLACE && b.is == NUMBER)
		return (struct value){ PLACE, a.base, a.n + extended(b.n, in->types[0]) };
	if (a.is != NUMBER || b.is != NUMBER)
		return unknown;
	x[0] = extended(a.n, in->types[in->ntypes - 1]);
	x[1] = in->op == PTX_OP_SHL || in->op == PTX_OP_SHR ? cut(b.n, PTX_U32) :
							      extended(b.n, in->types[in->ntypes - 1]);
	if (!computes(in, x, &out.n))
		return unknown;
	if (in->op != PTX_OP_SETP && !(in->op == PTX_OP_MUL && ptx_has(in, PTX_MOD_WIDE)))
		out.n = cut(out.n, in->types[0]);
	return out;
}

static bool is_access(const struct ptx_inst *in)
{
	return in->op == PTX_OP_LD || in->op == PTX_OP_ST || in->op == PTX_OP_ATOM || in->op == PTX_OP_RED;
}

/* Of an address: is it only for accesses, or for others of that kind? */
static bool only_addresses(const struct turns *t, int32_t reg)
{
	for (size_t k = t->from; k <= t->to; k++) {
		const struct ptx_inst *in = &t->f->insts[k];
		const unsigned first = in->op == PTX_OP_LD || in->op == PTX_OP_ATOM;
		bool address = is_access(in) && in->ops[first].kind == PTX_ADDR && in->ops[first].reg == reg;

		for (unsigned o = first + 1; o < in->noperands && address; o++)
			address = in->ops[o].kind != PTX_REG || in->ops[o].reg != reg;
		if (em_reg_read(t->f, in, reg) && !address &&
			!(in->op == PTX_OP_ADD && (in->ops[1].kind == PTX_IMM || in->ops[2].kind == PTX_IMM)))
			return false;
	}
	return true;
}

/* Does the register hold a variable's address when the loop begins, or one so far behind it? */
static bool is_variable(const struct turns *t, int32_t reg, int depth)
{
	const struct ptx_inst *in;
	size_t n = 0, at = 0;

	for (size_t k = 0; k < t->f->ninsts; k++)
		if ((k < t->from || k > t->to) && em_reg_written(t->f, &t->f->insts[k], reg)) {
			n++;
			at = k;
		}
	in = &t->f->insts[at];
	if (n != 1 || at >= t->from || in->guard >= 0 ||
		(em_reg_written_in(t->f, t->from, t->to, reg) && loop_between(t->f, at, t->from)))
		return false;
	if (in->op == PTX_OP_MOV && in->ops[1].kind == PTX_REG && depth)
		return is_variable(t, in->ops[1].reg, depth - 1);
	if (in->op == PTX_OP_ADD && depth)
		return in->ops[1].kind == PTX_REG && in->ops[2].kind == PTX_IMM &&
			is_variable(t, in->ops[1].reg, depth - 1);
	return in->op == PTX_OP_MOV && in->ops[1].kind == PTX_SYM;
}

/* A word of constant memory at a place that the code tells stands in the instruction that reads it. */
static bool is_at_hand(const struct turns *t, const struct ptx_inst *in)
{
	const struct ptx_operand *o = &in->ops[1];

	return in->op == PTX_OP_LD && in->space == PTX_CONST && o->kind == PTX_ADDR && o->reg >= 0 &&
		t->v[o->reg].is == PLACE && is_variable(t, t->v[o->reg].base, MOST_COPIES);
}

/* A load that runs in each turn: has another one brought its word? */
static void load(struct turns *t, size_t k)
{
	const struct ptx_inst *in = &t->f->insts[k];
	const struct ptx_operand *o = &in->ops[1];
	struct loaded l = { .sym = o->sym };
	size_t j = 0;

	if (o->kind == PTX_ADDR && o->reg >= 0)
		l.from = t->v[o->reg];
	if (o->kind == PTX_ADDR && l.from.is == PLACE && !t->stores && in->guard < 0 &&
		!ptx_has(in, PTX_MOD_VOLATILE)) {
		l.from.n += (uint64_t)o->imm;
		while (j < t->words &&
			(t->word[j].from.base != l.from.base || t->word[j].from.n != l.from.n ||
				t->word[j].sym != l.sym))
			j++;
		if (j < t->words)
			return;
		t->word[t->words++] = l;
	}
	t->fresh[k - t->from]++;
}

/* Goes through one turn. Returns whether it is known if another one comes: *more. */
static bool turn(struct turns *t, bool *more)
{
	const struct ptx_func *f = t->f;
	const struct ptx_inst *bra = &f->insts[t->to];
	size_t past = t->from; /* what is in front of it may be branched around */

	for (size_t k = t->from; k < t->to; k++) {
		const struct ptx_inst *in = &f->insts[k];
		int32_t regs[EM_REGS_MOST];
		const unsigned n = em_regs_written(f, in, regs);
		struct value v = { .is = UNKNOWN };

		if (in->op == PTX_OP_BRA && em_target(in) > (int32_t)past)
			past = (size_t)em_target(in);
		if (n == 1 && k >= past)
			v = made(t, in);
		if (in->op == PTX_OP_LD)
			load(t, k);
		t->free_of[k - t->from] &= v.is == NUMBER || (k >= past && is_at_hand(t, in)) ||
			(v.is == PLACE && in->op == PTX_OP_ADD && only_addresses(t, regs[0]));
		for (unsigned r = 0; r < n; r++)
			t->v[regs[r]] = v;
	}
	*more = t->v[bra->guard].n != bra->guard_neg;
	return t->v[bra->guard].is == NUMBER;
}

/* The loop's turns; 0: the code does not tell. */
static unsigned turns_of(struct turns *t)
{
	const size_t length = t->to - t->from + 1;
	unsigned n = 0;
	bool more = true;

	for (size_t k = t->from; k <= t->to; k++) {
		const struct ptx_inst *in = &t->f->insts[k];
		const int32_t to = em_target(in);
		int32_t regs[EM_REGS_MOST];
		const unsigned nread = em_regs_read(t->f, in, regs);

		if (in->op == PTX_OP_CALL || in->nounroll || (k < t->to && in->op == PTX_OP_BRA && to <= (int32_t)k))
			return 0;
		t->stores |= in->op == PTX_OP_ST || in->op == PTX_OP_ATOM || in->op == PTX_OP_RED ||
			in->op == PTX_OP_BAR || in->op == PTX_OP_CP || ptx_is_fence(in);
		for (unsigned r = 0; r < nread; r++)
			if (begins_with(t, regs[r], MOST_COPIES, &t->v[regs[r]].n))
				t->v[regs[r]].is = NUMBER;
	}
	for (; more; n++)
		if (n == MOST_TURNS || n * length > MOST_STEPS || !turn(t, &more))
			return 0;
	return n;
}

/* A loop, and what a walk through its turns says. */
static struct turns walk(const struct ptx_func *f, size_t k, unsigned *n)
{
	struct turns t = { .f = f, .from = (size_t)em_target(&f->insts[k]), .to = k };
	const size_t length = t.to - t.from + 1;

	t.v = xcalloc(f->nregs + 1, sizeof *t.v);
	for (size_t r = 0; r < f->nregs; r++)
		t.v[r] = (struct value){ PLACE, (int32_t)r, 0 };
	t.free_of = xcalloc(length, sizeof *t.free_of);
	memset(t.free_of, 1, length);
	t.fresh = xcalloc(length, sizeof *t.fresh);
	t.word = xcalloc(MOST_STEPS + MOST_TURNS + length, sizeof *t.word);
	*n = turns_of(&t);
	return t;
}

static void release(struct turns *t)
{
	free(t->v);
	free(t->free_of);
	free(t->fresh);
	free(t->word);
}

static void spell_out(
	const struct ptx_func *f, size_t k, const int32_t *block_of, const int32_t *ways_in, struct em_cost *cost)
{
	unsigned n;
	struct turns t = walk(f, k, &n);

	for (size_t j = t.from; j < k && n > 1; j++) {
		const uint8_t fresh = t.fresh[j - t.from];

		if (t.free_of[j - t.from])
			em_cost_nothing(&cost[j]);
		else if (f->insts[j].op == PTX_OP_LD && fresh < n)
			cost[j].turns = (uint8_t)(fresh ? n / fresh : n);
	}
	if (n > 1) {
		em_cost_nothing(&cost[k]);
		cost[k].turns = em_one_block((int32_t)t.from, k, block_of, ways_in, cost) ? (uint8_t)n : 1;
	}
	release(&t);
}

/* A loop that ends with instruction k: instructions of all its turns, 0 where the code does not tell how many. */
struct loop {
	size_t k, all;
};

static int by_size(const void *a, const void *b)
{
	const struct loop *x = a, *y = b;

	return x->all != y->all ? (x->all > y->all) - (x->all < y->all) : (x->k > y->k) - (x->k < y->k);
}

/* The loops of the function, each with the last branch back to it. */
static size_t loops_of(const struct ptx_func *f, const int32_t *block_of, struct loop *out)
{
	size_t n = 0;

	for (size_t k = 0; k < f->ninsts; k++) {
		const int32_t to = em_target(&f->insts[k]);
		size_t j = 0;

		if (to < 0 || to > (int32_t)k || block_of[k] < 0)
			continue;
		while (j < n && em_target(&f->insts[out[j].k]) != to)
			j++;
		out[j].k = k;
		n += j == n;
	}
	return n;
}

/* The machine code lacks some of the loops: those with one turn, and the shortest of those that ptxas may put so. */
void em_spelled_out(
	const struct ptx_func *f, const int32_t *block_of, const struct em_guarded *code, struct em_cost *cost)
{
	struct loop *l;
	size_t n, lacks;
	int32_t *ways_in;

	if (!code || !code->known)
		return;
	l = xcalloc(f->ninsts + 1, sizeof *l);
	n = loops_of(f, block_of, l);
	lacks = n > code->loops ? n - code->loops : 0;
	for (size_t j = 0; j < n && lacks; j++) {
		unsigned turns = 0;

		if (f->insts[l[j].k].guard >= 0) {
			struct turns t = walk(f, l[j].k, &turns);

			l[j].all = turns > 1 ? turns * (t.to - t.from + 1) : 0;
			release(&t);
		}
		lacks -= turns == 1;
	}
	qsort(l, n, sizeof *l, by_size);
	ways_in = em_flow_ways_in(f);
	for (size_t j = 0; j < n && lacks; j++)
		if (l[j].all) {
			spell_out(f, l[j].k, block_of, ways_in, cost);
			lacks--;
		}
	free(ways_in);
	free(l);
}
