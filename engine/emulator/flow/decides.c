/* decides: does what an instruction found decide what its thread does next? A place in a queue that is only written to
 * (next[atomicAdd(tail, 1)] = v) decides nothing; a ticket by which the thread loads, branches or tells other threads
 * of its block does. Followed through registers, over all ways through the function.
 *
 * So blocks deal out work among them, unless it is only claimed bit by bit: who was the first to mark a neighbour puts
 * it into a list, and goes on with the next one as the others do. */
#include "base/buf.h"
#include "emulator/flow/registers.h"

/* Where a branch forward goes to; 0: it does not. */
static size_t forward(const struct ptx_inst *bra, size_t k)
{
	return bra->ops[0].kind == PTX_LABEL && bra->ops[0].vec > (int32_t)k ? (size_t)bra->ops[0].vec : 0;
}

/* A branch forward, over nothing but arithmetic and stores to global memory. */
static bool only_stores_behind(const struct ptx_func *f, size_t k)
{
	const size_t end = forward(&f->insts[k], k);

	for (size_t j = k + 1; j < end; j++) {
		const struct ptx_inst *in = &f->insts[j];

		switch (in->op) {
		case PTX_OP_ST:
			if (in->space != PTX_GLOBAL)
				return false;
			break;
		case PTX_OP_LD:
			if (in->space != PTX_PARAM)
				return false;
			break;
		case PTX_OP_BRA:
		case PTX_OP_BRX:
		case PTX_OP_CALL:
		case PTX_OP_RET:
		case PTX_OP_EXIT:
		case PTX_OP_ATOM:
		case PTX_OP_RED:
		case PTX_OP_BAR:
		case PTX_OP_BARRIER:
		case PTX_OP_CP: return false;
		}
	}
	return end > 0;
}

/* Is what the instruction writes to registers read nowhere but in [from, to)? */
static bool stays_within(const struct ptx_func *f, const struct ptx_inst *in, size_t from, size_t to)
{
	int32_t regs[EM_REGS_MOST];
	const unsigned n = em_regs_written(f, in, regs);

	for (size_t k = 0; k < f->ninsts; k++)
		for (unsigned r = 0; r < n && (k < from || k >= to); r++)
			if (em_reg_read(f, &f->insts[k], regs[r]))
				return false;
	return true;
}

/* A branch forward, over what is done once: no loop, nothing that others wait for or are told by shared memory, nothing
 * that is loaded for later. */
static bool once_behind(const struct ptx_func *f, size_t k)
{
	const size_t end = forward(&f->insts[k], k);

	for (size_t j = k + 1; j < end; j++) {
		const struct ptx_inst *in = &f->insts[j];

		switch (in->op) {
		case PTX_OP_ST:
		case PTX_OP_ATOM:
		case PTX_OP_RED:
			if (in->space != PTX_GLOBAL)
				return false;
			break;
		case PTX_OP_LD:
			if (!stays_within(f, in, k, end))
				return false;
			break;
		case PTX_OP_BRA:
			if (forward(in, j) == 0 || forward(in, j) > end)
				return false;
			break;
		case PTX_OP_BRX:
		case PTX_OP_CALL:
		case PTX_OP_RET:
		case PTX_OP_EXIT:
		case PTX_OP_BAR:
		case PTX_OP_BARRIER:
		case PTX_OP_CP: return false;
		}
	}
	return end > 0;
}

/* Of an instruction that reads such a value: an atomic that changes something by it, at a place that it does not say.
 */
static bool only_a_number(const struct ptx_inst *in, const bool *found)
{
	const struct ptx_operand *place = &in->ops[in->op == PTX_OP_RED ? 0 : 1];

	return in->space == PTX_GLOBAL && place->kind == PTX_ADDR && place->reg >= 0 && !found[place->reg];
}

/* Of an instruction that reads such a value. */
static bool harmless(const struct ptx_func *f, size_t k)
{
	const struct ptx_inst *in = &f->insts[k];

	switch (in->op) {
	case PTX_OP_ST: return in->space == PTX_GLOBAL;
	case PTX_OP_BRA: return only_stores_behind(f, k);
	case PTX_OP_LD:
	case PTX_OP_LDU:
	case PTX_OP_ATOM:
	case PTX_OP_RED:
	case PTX_OP_BRX:
	case PTX_OP_CALL:
	case PTX_OP_RET:
	case PTX_OP_EXIT:
	case PTX_OP_TRAP:
	case PTX_OP_BAR:
	case PTX_OP_BARRIER:
	case PTX_OP_CP: return false;
	default: return true;
	}
}

/* A store to one place of shared memory, whose address is no register. */
static bool tells(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ST && in->space == PTX_SHARED && in->ops[0].kind == PTX_ADDR && in->ops[0].reg < 0;
}

static bool deals_by(const struct ptx_func *f, size_t k, const bool *found)
{
	const struct ptx_inst *in = &f->insts[k];

	switch (in->op) {
	case PTX_OP_ST: return !tells(in) && !harmless(f, k);
	case PTX_OP_BRA: return !once_behind(f, k);
	case PTX_OP_ATOM:
	case PTX_OP_RED: return !only_a_number(in, found);
	default: return !harmless(f, k);
	}
}

/* One thread has told the others of its block by this store: those who load it there know it, too. */
static bool add_told(const struct ptx_func *f, const struct ptx_inst *store, bool *found)
{
	bool more = false;

	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_LD && in->space == PTX_SHARED && in->ops[1].kind == PTX_ADDR &&
			em_same_place(&in->ops[1], &store->ops[0]))
			more |= em_add_written(f, in, found);
	}
	return more;
}

/* Follows what the instruction makes through what is made of it: is there a reader k that ends it? through: does what
 * it makes of that count, too? NULL: always. */
static bool leads_to(const struct ptx_func *f, const struct ptx_inst *in,
	bool (*ends)(const struct ptx_func *f, size_t k, const bool *found), bool (*through)(const struct ptx_inst *in))
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), changed = true, does = false;

	em_add_written(f, in, found);
	while (changed && !does) {
		changed = false;
		for (size_t k = 0; k < f->ninsts && !does; k++) {
			if (!em_reads_one_of(f, &f->insts[k], found))
				continue;
			does = ends(f, k, found);
			if (!through || through(&f->insts[k]))
				changed |= em_add_written(f, &f->insts[k], found);
			if (tells(&f->insts[k]))
				changed |= add_told(f, &f->insts[k], found);
		}
	}
	free(found);
	return does;
}

static bool harms(const struct ptx_func *f, size_t k, const bool *found)
{
	(void)found;
	return !harmless(f, k);
}

static bool asks(const struct ptx_func *f, size_t k, const bool *found)
{
	const struct ptx_inst *in = &f->insts[k];

	return in->op == PTX_OP_SETP || in->op == PTX_OP_SET || in->op == PTX_OP_SELP || in->op == PTX_OP_CALL ||
		(in->op == PTX_OP_ST && in->space != PTX_GLOBAL) ||
		(in->op != PTX_OP_LD && in->guard >= 0 && found[in->guard]);
}

/* What is found at an address, or left there, is another value. */
static bool makes_of_it(const struct ptx_inst *in)
{
	return in->op != PTX_OP_LD && in->op != PTX_OP_ATOM;
}

bool em_asked(const struct ptx_func *f, const struct ptx_inst *in)
{
	return leads_to(f, in, asks, makes_of_it);
}

bool em_decides(const struct ptx_func *f, const struct ptx_inst *in)
{
	return leads_to(f, in, harms, NULL);
}

bool em_deals(const struct ptx_func *f, const struct ptx_inst *in)
{
	return leads_to(f, in, deals_by, NULL);
}

/* ---- loops that end by what an atomic in them found */
/* Out of the loop [from, to], or back. */
static bool leaves(const struct ptx_inst *in, size_t from, size_t to)
{
	const int32_t at = em_target(in);

	return at >= 0 && ((size_t)at <= from || (size_t)at > to);
}

/* Is there a branch out of the loop [from, to], or back, that hangs on one of these? Or one over such a branch. */
static bool ends_by(const struct ptx_func *f, size_t from, size_t to, const bool *found)
{
	for (size_t k = from; k <= to; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (em_target(in) >= 0 && in->guard >= 0 && found[in->guard] &&
			(leaves(in, from, to) ||
				(k < to && f->insts[k + 1].guard < 0 && leaves(&f->insts[k + 1], from, to))))
			return true;
	}
	return false;
}

/* One thread draws for its block, and tells the others by shared memory. */
static bool shares(const struct ptx_inst *in)
{
	return in->space == PTX_SHARED && (in->op == PTX_OP_ST || in->op == PTX_OP_LD);
}

static bool loop_ends(const struct ptx_func *f, size_t atomic, size_t from, size_t to)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), more = true, told = false, ends;

	em_add_written(f, &f->insts[atomic], found);
	while (more) {
		more = false;
		for (size_t k = from; k <= to; k++) {
			const struct ptx_inst *in = &f->insts[k];
			bool is = em_reads_one_of(f, in, found);

			if (in->op == PTX_OP_ST)
				told |= is && shares(in);
			if (in->op == PTX_OP_LD || in->op == PTX_OP_ATOM)
				is = told && shares(in);
			if (is)
				more |= em_add_written(f, in, found);
		}
	}
	ends = ends_by(f, from, to, found);
	free(found);
	return ends;
}

bool em_decides_loop(const struct ptx_func *f, size_t atomic)
{
	for (size_t k = atomic + 1; k < f->ninsts; k++) {
		const int32_t at = em_target(&f->insts[k]);

		if (at >= 0 && (size_t)at <= atomic && loop_ends(f, atomic, (size_t)at, k))
			return true;
	}
	return false;
}

/* What is computed from `found` is found, too, and what other threads of the block are told of it. */
static void spread_and_told(const struct ptx_func *f, bool *found)
{
	bool more = true;

	while (more) {
		more = em_spread(f, 0, f->ninsts, false, found);
		for (size_t k = 0; k < f->ninsts; k++)
			if (tells(&f->insts[k]) && em_reads_one_of(f, &f->insts[k], found))
				more |= add_told(f, &f->insts[k], found);
	}
}

bool em_draws_a_place(const struct ptx_func *f, size_t atomic)
{
	const struct ptx_inst *in = &f->insts[atomic];
	bool *found, draws = false;
	size_t from;

	if (in->space != PTX_GLOBAL || !em_hands_out(in) || in->ops[0].kind != PTX_REG || in->ops[0].reg < 0 ||
		em_loop_around(f, atomic, &from) == f->ninsts)
		return false;
	found = xcalloc(f->nregs + 1, sizeof *found);
	found[in->ops[0].reg] = true;
	spread_and_told(f, found);
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_operand *from_there = &f->insts[k].ops[1];

		draws |= f->insts[k].op == PTX_OP_LD && from_there->kind == PTX_ADDR && from_there->reg >= 0 &&
			found[from_there->reg];
	}
	free(found);
	return draws;
}

static bool same_operand(const struct ptx_operand *a, const struct ptx_operand *b)
{
	return a->kind == b->kind &&
		((a->kind == PTX_IMM && a->imm == b->imm) || (a->kind == PTX_REG && a->reg == b->reg));
}

bool em_only_reads(const struct ptx_inst *in)
{
	const struct ptx_operand *o = in->op == PTX_OP_ATOM ? &in->ops[2] : NULL;
	uint64_t all, value;
	bool sign;

	if (o && ptx_has(in, PTX_MOD_CAS))
		return same_operand(o, &in->ops[3]);
	if (!o || o->kind != PTX_IMM || ptx_type_class(in->types[0]) == PTX_CLS_FLOAT)
		return false;
	all = ptx_type_bits((enum ptx_type)in->types[0]) == 64 ? UINT64_MAX : UINT32_MAX;
	value = (uint64_t)o->imm & all;
	sign = ptx_type_class(in->types[0]) == PTX_CLS_SIGNED;
	if (ptx_has(in, PTX_MOD_AND))
		return value == all;
	if (ptx_has(in, PTX_MOD_MAX))
		return value == (sign ? all / 2 + 1 : 0);
	if (ptx_has(in, PTX_MOD_MIN))
		return value == (sign ? all / 2 : all);
	return value == 0 && (ptx_has(in, PTX_MOD_OR) || ptx_has(in, PTX_MOD_ADD) || ptx_has(in, PTX_MOD_XOR));
}
