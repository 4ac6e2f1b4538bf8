/* harmless: kinds of races that want another advice than a barrier, by what stands in the code. Three mostly change no
 * result: an atomic operation that only reads (atomicOr(p, 0), atomicCAS(p, 0, 0)), a place that is set once somebody
 * has found it not to be (a level of a breadth-first search), and links that are followed to where a thread compares
 * and swaps. One does: a volatile variable taken for a lock. */
#include "base/buf.h"
#include "emulator/check/check.h"
#include "emulator/flow/registers.h"

static const struct ptx_inst *inst_of(const struct em_program *p, int32_t pin, const struct ptx_func **f)
{
	if (pin < 0)
		return NULL;
	*f = &p->m->ptx->funcs[p->pinst[pin].func];
	return &(*f)->insts[p->pinst[pin].inst];
}

bool em_check_only_reads(const struct em_program *p, int32_t pin)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *in = inst_of(p, pin, &f);

	return in && em_only_reads(in);
}

/* Does the instruction read the register but to compare it? */
static bool other_use(const struct ptx_func *f, const struct ptx_inst *in, int32_t reg)
{
	if (in->op == PTX_OP_SETP)
		return false;
	if (in->guard == reg)
		return true;
	for (unsigned n = in->nwritten; n < in->noperands; n++) {
		const struct ptx_operand *o = &in->ops[n];

		if ((o->kind == PTX_REG || o->kind == PTX_ADDR) && o->reg == reg)
			return true;
		for (unsigned k = 0; o->kind == PTX_VEC && k < o->nvec; k++)
			if (f->operands[o->vec + (int)k].reg == reg)
				return true;
	}
	return false;
}

/* A load whose value decides something and is nothing else. */
static bool only_asks(const struct ptx_func *f, const struct ptx_inst *in)
{
	if (in->op != PTX_OP_LD || in->ops[0].kind != PTX_REG)
		return false;
	for (size_t k = 0; k < f->ninsts; k++)
		if (other_use(f, &f->insts[k], in->ops[0].reg))
			return false;
	return true;
}

/* Is the place that is asked stored to afterwards? Who asks at a neighbour's place and writes at its own meets no other
 * writer there. */
static bool sets_there(const struct em_program *p, const struct ptx_func *f, const struct ptx_inst *ld)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_ST && in->space == ld->space && em_same_place(&ld->ops[1], &in->ops[0]) &&
			em_check_leads(f, p, (size_t)(ld - f->insts), k))
			return true;
	}
	return false;
}

bool em_check_asks_then_sets(const struct em_program *p, int32_t read, int32_t write)
{
	const struct ptx_func *f = NULL, *g = NULL;
	const struct ptx_inst *ld = inst_of(p, read, &f), *st = inst_of(p, write, &g);
	const struct ptx_operand *to;

	if (!ld || !st || f != g || st->op != PTX_OP_ST || st->ops[0].kind != PTX_ADDR || !only_asks(f, ld) ||
		!sets_there(p, f, ld))
		return false;
	to = &st->ops[0];
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		const struct ptx_operand *from = &in->ops[1];

		if (in->op == PTX_OP_LD && in->space == st->space && from->kind == PTX_ADDR && from->reg >= 0 &&
			from->reg == to->reg && from->imm == to->imm && in < st && only_asks(f, in) &&
			em_check_leads(f, p, k, (size_t)(st - f->insts)))
			return true;
	}
	return false;
}

/* Is the register only compared with constants? */
static bool with_constants(const struct ptx_func *f, int32_t reg)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		for (unsigned n = in->nwritten; in->op == PTX_OP_SETP && n < in->noperands; n++)
			if (in->ops[n].kind == PTX_REG && in->ops[n].reg == reg &&
				in->ops[in->nwritten + (n == in->nwritten)].kind != PTX_IMM)
				return false;
	}
	return true;
}

/* Is there nothing between the two but comparisons and branches? Whoever fences there, or meets others, may have made
 * sure that nobody else is waiting any more. */
static bool at_once(const struct ptx_inst *from, const struct ptx_inst *to)
{
	for (const struct ptx_inst *in = from + 1; in < to; in++)
		if (in->op == PTX_OP_ATOM || in->op == PTX_OP_RED || in->op == PTX_OP_MEMBAR ||
			in->op == PTX_OP_FENCE || in->op == PTX_OP_BAR || in->op == PTX_OP_BARRIER ||
			in->op == PTX_OP_CALL || in->op == PTX_OP_ST)
			return false;
	return true;
}

bool em_check_waits_then_sets(const struct em_program *p, int32_t read, int32_t write)
{
	const struct ptx_func *f = NULL, *g = NULL;
	const struct ptx_inst *ld = inst_of(p, read, &f), *st = inst_of(p, write, &g);

	return ld && st && f == g && ld < st && st->op == PTX_OP_ST && ptx_has(ld, PTX_MOD_VOLATILE) &&
		only_asks(f, ld) && ld->ops[1].reg == st->ops[0].reg && ld->ops[1].sym == st->ops[0].sym &&
		ld->ops[1].imm == st->ops[0].imm && with_constants(f, ld->ops[0].reg) && at_once(ld, st);
}

/* Copies of one line, of a loop that the compiler has unrolled: do they store to places that threads choose? */
static bool copies(const struct em_program *p, int32_t x, int32_t y)
{
	const struct ptx_func *f = NULL, *g = NULL;
	const struct ptx_inst *in = inst_of(p, x, &f), *of = inst_of(p, y, &g);
	struct em_place at, other;
	bool *agreed, chosen;

	if (!in || !of || f != g || in == of || in->ops[0].kind != PTX_ADDR || in->ops[0].reg < 0)
		return false;
	em_check_source(p, x, &at);
	em_check_source(p, y, &other);
	if (!at.line || at.line != other.line)
		return false;
	agreed = em_agreed(f);
	chosen = !agreed[in->ops[0].reg];
	free(agreed);
	return chosen &&
		(em_check_leads(f, p, (size_t)(in - f->insts), (size_t)(of - f->insts)) ||
			em_check_leads(f, p, (size_t)(of - f->insts), (size_t)(in - f->insts)));
}

bool em_check_turns(const struct em_program *p, int32_t write, int32_t other)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *in = inst_of(p, write, &f);

	return in &&
		(em_check_leads(f, p, (size_t)(in - f->insts), (size_t)(in - f->insts)) || copies(p, write, other));
}

/* Is the place of that compare-and-swap, or the value of that store, found so? */
static bool found_by(const struct ptx_inst *in, const bool *found)
{
	const struct ptx_operand *o = &in->ops[1];

	if (in->op == PTX_OP_ATOM)
		return ptx_has(in, PTX_MOD_CAS) && o->kind == PTX_ADDR && o->reg >= 0 && found[o->reg];
	return in->op == PTX_OP_ST && ptx_has(in, PTX_MOD_VOLATILE) && o->kind == PTX_REG && found[o->reg];
}

/* What hangs on the load's value, if that leads to a compare-and-swap; else NULL. To be freed. */
static bool *led_to_swap(const struct ptx_func *f, const struct ptx_inst *ld)
{
	bool *found, leads = false;

	if (ld->op != PTX_OP_LD || ld->ops[0].kind != PTX_REG || !ptx_has(ld, PTX_MOD_VOLATILE))
		return NULL;
	found = xcalloc(f->nregs + 1, sizeof *found);
	found[ld->ops[0].reg] = true;
	while (em_spread(f, 0, f->ninsts, true, found))
		;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		leads |= in->op == PTX_OP_ATOM && in->space == ld->space && found_by(in, found);
	}
	if (leads)
		return found;
	free(found);
	return NULL;
}

bool em_check_of_links(const struct em_program *p, int32_t pin)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *in = inst_of(p, pin, &f);
	bool is = false;

	for (size_t k = 0; in && k < f->ninsts && !is; k++) {
		const struct ptx_inst *ld = &f->insts[k];
		bool *found = (in->op == PTX_OP_LD ? ld == in : ld->space == in->space) ? led_to_swap(f, ld) : NULL;

		is = found && (ld == in || found_by(in, found));
		free(found);
	}
	return is;
}

bool em_check_asks(const struct em_program *p, int32_t pin)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *in = inst_of(p, pin, &f);

	return in && em_asked(f, in);
}

bool em_check_asked(const struct em_program *p, uint64_t code)
{
	return em_check_asks(p, em_check_inst_of(p, code));
}

bool em_check_unasked(const struct em_program *p, int32_t pin)
{
	const struct ptx_func *f = NULL;
	const struct ptx_inst *in = inst_of(p, pin, &f);

	if (!in || in->ops[0].kind != PTX_REG)
		return false;
	for (size_t k = 0; k < f->ninsts; k++)
		if (em_reg_read(f, &f->insts[k], in->ops[0].reg))
			return false;
	return true;
}
