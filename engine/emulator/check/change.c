/* change: what a store makes of the value that stood in its place: a sum, the largest, the smallest; or it exchanges
 * the place with another one. That decides what mends a race: an atomic of the same name, or a barrier between the
 * turns of a sort. Looked for in the code, along registers. Without optimisation values lie in local memory: there
 * nothing is told. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/check/conflict.h"
#include "emulator/flow/registers.h"

static const struct ptx_inst *inst_of(const struct em_program *p, int32_t pin, const struct ptx_func **f)
{
	if (pin < 0)
		return NULL;
	*f = &p->m->ptx->funcs[p->pinst[pin].func];
	return &(*f)->insts[p->pinst[pin].inst];
}

static bool stores(const struct ptx_inst *in)
{
	return in->op == PTX_OP_ST && in->ops[0].kind == PTX_ADDR;
}

static bool loads(const struct ptx_inst *in)
{
	return in->op == PTX_OP_LD && in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_ADDR;
}

/* A load by the address that st stores to. */
static bool same_place(const struct ptx_inst *in, const struct ptx_inst *st)
{
	return loads(in) && in->space == st->space && em_same_place(&in->ops[1], &st->ops[0]);
}

/* Marks the registers that the value of st is computed from. What an address leads to is another value. */
static bool *sources(const struct ptx_func *f, const struct ptx_inst *st)
{
	bool *found = xcalloc(f->nregs + 1, sizeof *found), more = true;

	for (unsigned o = 1; o < st->noperands; o++)
		if (st->ops[o].kind == PTX_REG)
			found[st->ops[o].reg] = true;
	while (more) {
		more = false;
		/* From the end: what a value is made of mostly stands before it. */
		for (size_t k = f->ninsts; k-- > 0;) {
			const struct ptx_inst *in = &f->insts[k];

			if (in->op == PTX_OP_LD || in->op == PTX_OP_ATOM || !em_writes_one_of(f, in, found))
				continue;
			more |= em_add_read(f, in, found);
		}
	}
	return found;
}

/* Does the value of a load from there lie in a register that is marked? */
static bool from_there(const struct ptx_func *f, const struct ptx_inst *st, const bool *found)
{
	for (size_t k = 0; k < f->ninsts; k++)
		if (same_place(&f->insts[k], st) && found[f->insts[k].ops[0].reg])
			return true;
	return false;
}

/* The value that st stores was loaded from another place, which gets a value, too: the two change places. */
static bool exchanges(const struct ptx_func *f, const struct ptx_inst *st)
{
	const int32_t value = st->ops[1].kind == PTX_REG ? st->ops[1].reg : -1;

	for (size_t k = 0; value >= 0 && k < f->ninsts; k++) {
		const struct ptx_inst *ld = &f->insts[k];

		if (!loads(ld) || ld->ops[0].reg != value || ld->space != st->space || same_place(ld, st))
			continue;
		for (size_t j = 0; j < f->ninsts; j++) {
			const struct ptx_inst *back = &f->insts[j];

			/* What st's own place held. */
			if (stores(back) && same_place(ld, back) && back->ops[1].kind == PTX_REG)
				for (size_t i = 0; i < f->ninsts; i++)
					if (same_place(&f->insts[i], st) && f->insts[i].ops[0].reg == back->ops[1].reg)
						return true;
		}
	}
	return false;
}

static bool is_float(const struct ptx_inst *in)
{
	return ptx_type_class(in->types[in->op == PTX_OP_SETP ? in->ntypes - 1 : 0]) == PTX_CLS_FLOAT;
}

static enum em_change of_operation(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_MAD:
	case PTX_OP_FMA: return EM_CHANGE_ADD;
	case PTX_OP_MAX: return is_float(in) ? EM_CHANGE_FMAX : EM_CHANGE_MAX;
	case PTX_OP_MIN: return is_float(in) ? EM_CHANGE_FMIN : EM_CHANGE_MIN;
	case PTX_OP_AND: return EM_CHANGE_AND;
	case PTX_OP_OR: return EM_CHANGE_OR;
	default: return EM_CHANGE_SOME;
	}
}

/* The only instruction that makes the register, but for moves; NULL: there are several. */
static const struct ptx_inst *maker(const struct ptx_func *f, const struct ptx_operand *o)
{
	int32_t at = o->kind == PTX_REG ? em_only_writer(f, 0, f->ninsts, o->reg) : -1;

	while (at >= 0 && (f->insts[at].op == PTX_OP_MOV || f->insts[at].op == PTX_OP_CVT) &&
		f->insts[at].ops[1].kind == PTX_REG)
		at = em_only_writer(f, 0, f->ninsts, f->insts[at].ops[1].reg);
	return at < 0 ? NULL : &f->insts[at];
}

/* Of an operation, the operand with this number: may what stood there be what it starts from? Of v - old and old * v +
 * w it is not: no atomic does that. */
static bool may_start(const struct ptx_inst *in, unsigned o)
{
	switch (in->op) {
	case PTX_OP_SUB: return o == 1;
	case PTX_OP_MAD:
	case PTX_OP_FMA: return o == 3;
	default: return true;
	}
}

/* Does the operation start from what stood there, or from another one of its kind that does? A register of a loop may.
 * x * 2 + 1 is compiled to x << 1 | 1, which is no `or` of x. */
static bool starts_there(const struct ptx_func *f, const struct ptx_inst *st, const struct ptx_inst *in, int deep)
{
	for (unsigned o = in->nwritten; o < in->noperands; o++) {
		const struct ptx_inst *by = maker(f, &in->ops[o]);

		if (!may_start(in, o) || in->ops[o].kind != PTX_REG)
			continue;
		if (!by || same_place(by, st) ||
			(deep && of_operation(by) == of_operation(in) && starts_there(f, st, by, deep - 1)))
			return true;
	}
	return false;
}

/* By what is the value made that st stores? */
static enum em_change made_by(const struct ptx_func *f, const struct ptx_inst *st)
{
	enum { DEEP = 16 };
	const struct ptx_inst *in = maker(f, &st->ops[1]);
	const enum em_change is = in ? of_operation(in) : EM_CHANGE_SOME;

	return is != EM_CHANGE_SOME && starts_there(f, st, in, DEEP) ? is : EM_CHANGE_SOME;
}

/* Is st done where the predicate is true (1), or where it is false (-1)? 0: the predicate does not decide that. */
static int done_where(const struct ptx_func *f, const struct ptx_inst *st, int32_t pred)
{
	const int32_t at = (int32_t)(st - f->insts);

	if (st->guard == pred)
		return st->guard_neg ? -1 : 1;
	for (int32_t k = 0; k < at; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const int32_t to = em_target(in);

		if (to > k && in->guard == pred)
			return (to <= at) == !in->guard_neg ? 1 : -1;
	}
	return 0;
}

/* if (x > *m) *m = x: of what was there it keeps the larger one. */
static enum em_change compared(const struct ptx_func *f, const struct ptx_inst *st, const struct ptx_inst *setp)
{
	const struct ptx_operand *a = &setp->ops[setp->nwritten], *b = a + 1;
	const bool less = ptx_has(setp, PTX_MOD_LT) || ptx_has(setp, PTX_MOD_LE) || ptx_has(setp, PTX_MOD_LTU) ||
		ptx_has(setp, PTX_MOD_LEU),
		   more = ptx_has(setp, PTX_MOD_GT) || ptx_has(setp, PTX_MOD_GE) || ptx_has(setp, PTX_MOD_GTU) ||
		ptx_has(setp, PTX_MOD_GEU);
	bool there = false, first;
	int32_t value, old;
	int where;

	if (setp->noperands != setp->nwritten + 2u || !less == !more || a->kind != PTX_REG || b->kind != PTX_REG ||
		st->ops[1].kind != PTX_REG)
		return EM_CHANGE_NONE;
	value = st->ops[1].reg;
	first = a->reg == value;
	if (!first && b->reg != value)
		return EM_CHANGE_NONE;
	old = first ? b->reg : a->reg;
	for (size_t k = 0; k < f->ninsts && !there; k++)
		there = same_place(&f->insts[k], st) && f->insts[k].ops[0].reg == old;
	where = there ? done_where(f, st, setp->ops[0].reg) : 0;
	if (!where)
		return EM_CHANGE_NONE;
	if ((where > 0) == (first == more)) /* the value is the larger one */
		return is_float(setp) ? EM_CHANGE_FMAX : EM_CHANGE_MAX;
	return is_float(setp) ? EM_CHANGE_FMIN : EM_CHANGE_MIN;
}

/* Was the place asked before, with no barrier between? */
static bool asked(const struct em_program *p, const struct ptx_func *f, const struct ptx_inst *st)
{
	for (size_t k = 0; f->insts + k < st; k++)
		if (same_place(&f->insts[k], st) && em_asked(f, &f->insts[k]) &&
			em_check_leads(f, p, k, (size_t)(st - f->insts)))
			return true;
	return false;
}

enum em_change em_check_change(const struct em_program *p, int32_t write)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *st = inst_of(p, write, &f);
	enum em_change is = EM_CHANGE_NONE;
	bool *found;

	if (!st || !stores(st))
		return EM_CHANGE_NONE;
	if (p->m->ptx->debug)
		return EM_CHANGE_SOME;
	if (exchanges(f, st))
		return EM_CHANGE_SWAP;
	found = sources(f, st);
	if (from_there(f, st, found))
		is = made_by(f, st);
	free(found);
	for (size_t k = 0; k < f->ninsts && !is; k++)
		if (f->insts[k].op == PTX_OP_SETP)
			is = compared(f, st, &f->insts[k]);
	return is ? is : asked(p, f, st) ? EM_CHANGE_SOME : EM_CHANGE_NONE;
}

/* p = *count; atomicAdd(count, 1): each of the two is one step, and both together are two. */
bool em_check_reads_beside(const struct em_program *p, int32_t read, int32_t atomic)
{
	const struct ptx_func *f = NULL, *g = NULL;
	const struct ptx_inst *ld = inst_of(p, read, &f), *at = inst_of(p, atomic, &g);
	const struct ptx_operand *o;

	if (!ld || !at || f != g || !loads(ld) || (at->op != PTX_OP_ATOM && at->op != PTX_OP_RED))
		return false;
	o = &at->ops[at->op == PTX_OP_ATOM];
	return em_same_place(&ld->ops[1], o) && (at->op == PTX_OP_RED || em_check_unasked(p, atomic)) &&
		em_check_leads(f, p, (size_t)(ld - f->insts), (size_t)(at - f->insts));
}

/* if (x < *least) atomicMin(least, x) */
enum em_change em_check_saves(const struct em_program *p, int32_t read, int32_t atomic)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *at = inst_of(p, atomic, &f), *ld = inst_of(p, read, &f);

	if (!em_asked(f, ld))
		return EM_CHANGE_BESIDE;
	return ptx_has(at, PTX_MOD_MIN)  ? EM_CHANGE_MIN :
		ptx_has(at, PTX_MOD_MAX) ? EM_CHANGE_MAX :
		ptx_has(at, PTX_MOD_AND) ? EM_CHANGE_AND :
		ptx_has(at, PTX_MOD_OR)  ? EM_CHANGE_OR :
					   EM_CHANGE_BESIDE;
}
