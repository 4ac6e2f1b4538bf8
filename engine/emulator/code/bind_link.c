/* bind_link: slots after the accesses by which blocks, and warps of a block, wait for each other (cost/links.h). They
 * stand after the access, since others may get a turn right before it, and belong to no instruction. */
#include "emulator/code/decode.h"
#include "emulator/core/access.h"
#include "emulator/cost/cost.h"
#include "emulator/cost/links.h"
#include "emulator/cost/naps.h"
#include "emulator/flow/registers.h"

/* A load that writes over its address, or its guard, has lost it. */
static bool keeps_address(const struct ptx_inst *in, const struct ptx_operand *a)
{
	return (in->op != PTX_OP_LD && in->op != PTX_OP_ATOM) || in->ops[0].kind != PTX_REG || in->ops[0].reg != a->reg;
}

static uint32_t told_as(const struct ptx_func *f, const struct ptx_inst *in)
{
	const bool strong =
		ptx_has(in, PTX_MOD_VOLATILE) || ptx_has(in, PTX_MOD_RELAXED) || ptx_has(in, PTX_MOD_RELEASE);

	if (em_link_last(f, (size_t)(in - f->insts)))
		return EM_TELL_LAST;
	if (em_link_takes(f, (size_t)(in - f->insts)))
		return EM_TELL_TAKE;
	switch (em_link_permits(f, (size_t)(in - f->insts))) {
	case EM_PERMITS_COUNT: return EM_TELL_PERMIT;
	case EM_PERMITS_BITS: return EM_TELL_BIT;
	default: break;
	}
	return (in->op != PTX_OP_ST   ? EM_TELL_ATOMIC :
			       strong ? EM_TELL_STORE :
					EM_TELL_PLAIN) |
		(in->space == PTX_SHARED ? EM_TELL_SHARED : 0u);
}

/* ---- words that go on and on: how far somebody has come */
/* Is this what a look finds, a word of 32 bits? */
static bool found_by_look(const struct ptx_func *f, const struct em_vigil *look, const struct ptx_operand *a)
{
	int32_t by = a->kind == PTX_REG && a->reg >= 0 ?
		em_only_writer(f, (size_t)look->from, (size_t)look->to, a->reg) :
		-1;

	return by >= 0 && (f->insts[by].op == PTX_OP_LD || f->insts[by].op == PTX_OP_ATOM) && f->insts[by].vec < 2 &&
		ptx_type_bits(f->insts[by].types[0]) == 32;
}

/* The comparison of 32-bit integers that decides whether the loop goes on, if it is one alone; else NULL. */
static const struct ptx_inst *decided_by(const struct ptx_func *f, const struct em_vigil *look)
{
	const struct ptx_inst *branch = &f->insts[look->to], *compare;
	int32_t at;

	for (int32_t k = look->from; k < look->to; k++)
		if (em_target(&f->insts[k]) >= 0)
			return NULL;
	at = branch->guard >= 0 ? em_only_writer(f, (size_t)look->from, (size_t)look->to, branch->guard) : -1;
	compare = at >= 0 ? &f->insts[at] : NULL;
	return compare && compare->op == PTX_OP_SETP && compare->guard < 0 && compare->noperands == 3 &&
			ptx_type_bits(compare->types[0]) == 32 && ptx_type_class(compare->types[0]) != PTX_CLS_FLOAT ?
		compare :
		NULL;
}

/* A number that an atomic has handed out: a ticket. */
static bool is_drawn(const struct ptx_func *f, const struct ptx_operand *a)
{
	const int32_t by = a->kind == PTX_REG && a->reg >= 0 ? em_only_writer(f, 0, f->ninsts, a->reg) : -1;

	return by >= 0 && em_hands_out(&f->insts[by]);
}

/* Does the loop wait until the word is a number that the lane has drawn, or is the difference of the two what decides?
 */
static void is_ticket(struct dec *d, struct em_vigil *look)
{
	const struct ptx_func *f = d->f;
	const struct ptx_inst *compare = decided_by(f, look);
	const struct ptx_operand *a, *b;
	int32_t by;

	if (!compare)
		return;
	a = &compare->ops[1];
	b = &compare->ops[2];
	by = a->kind == PTX_REG && a->reg >= 0 && b->kind == PTX_IMM && !b->imm ?
		em_only_writer(f, (size_t)look->from, (size_t)look->to, a->reg) :
		-1;
	if (by >= 0 && f->insts[by].op == PTX_OP_SUB) {
		a = &f->insts[by].ops[1];
		b = &f->insts[by].ops[2];
	} else if (!ptx_has(compare, PTX_MOD_EQ) && !ptx_has(compare, PTX_MOD_NE)) {
		return;
	}
	if (!(found_by_look(f, look, a) && is_drawn(f, b)) && !(found_by_look(f, look, b) && is_drawn(f, a)))
		return;
	look->number = dec_source(d, is_drawn(f, a) ? a : b, 'w');
	look->lock = look->number ? EM_LOCK_TICKET : EM_LOCK_NONE;
}

/* Does the loop wait until the word is large, or small, enough? */
static void how_far(struct dec *d, struct em_vigil *look)
{
	const struct ptx_func *f = d->f;
	const struct ptx_inst *branch = &f->insts[look->to], *compare = decided_by(f, look);
	const struct ptx_operand *number;
	bool first;

	if (!compare || !dec_relation(compare) || ptx_has(compare, PTX_MOD_NE))
		return;
	first = !found_by_look(f, look, &compare->ops[1]);
	if (first && !found_by_look(f, look, &compare->ops[2]))
		return;
	number = &compare->ops[first ? 1 : 2];
	if (number->kind == PTX_REG ?
			number->reg < 0 || em_reg_written_in(f, (size_t)look->from, (size_t)look->to, number->reg) :
			number->kind != PTX_IMM)
		return;
	look->number = dec_source(d, number, 'w');
	look->compares = look->number ? dec_relation(compare) : 0;
	look->is_signed = ptx_type_class(compare->types[0]) == PTX_CLS_SIGNED;
	look->number_first = first;
	look->over = branch->guard_neg;
}

/* Is this a first look, in front of the loop that looks on, at the word that says whose turn it is? */
static bool looks_first(struct dec *d, struct em_vigil *look)
{
	const struct ptx_func *f = d->f;

	for (size_t k = (size_t)(d->in - f->insts) + 1; k < f->ninsts; k++) {
		if (f->insts[k].op != PTX_OP_LD || !em_same_place(&d->in->ops[1], &f->insts[k].ops[1]) ||
			!em_link_waits(f, k, look))
			continue;
		is_ticket(d, look);
		return look->lock == EM_LOCK_TICKET;
	}
	return false;
}

int dec_link_before(struct dec *d)
{
	const struct ptx_inst *in = d->in;
	const struct ptx_operand *a = &in->ops[in->op == PTX_OP_ATOM ? 1 : 0];
	uint32_t row, disp, guard;

	if (in->op == PTX_OP_LD || in->space == PTX_SHARED || !em_link_may(in) || a->kind != PTX_ADDR ||
		ptx_type_bits(in->types[0]) != 32 || in->vec > 1 || !keeps_address(in, a))
		return 0;
	if (dec_address(d, a, in->space, 'l', &row, &disp) < 0)
		return -1;
	guard = in->guard >= 0 ? d->place->reg[in->guard] : 0;
	dec_help(d, EM_H_WAS, 4, row, guard, in->guard_neg ? EM_FULL : 0, disp, told_as(d->f, in));
	return 0;
}

int dec_link(struct dec *d)
{
	const struct ptx_inst *in = d->in;
	const struct ptx_operand *a = &in->ops[in->op == PTX_OP_LD || in->op == PTX_OP_ATOM ? 1 : 0];
	struct em_program *p = d->p;
	struct em_vigil look = { 0 };
	uint32_t row, disp, guard, bytes;
	bool looks;

	if (!em_link_may(in) || (in->space == PTX_SHARED && !p->linked_shared) || a->kind != PTX_ADDR ||
		!keeps_address(in, a))
		return 0;
	looks = em_link_waits(d->f, (size_t)(in - d->f->insts), &look);
	if (in->op == PTX_OP_LD && !looks) {
		looks = in->space != PTX_SHARED && looks_first(d, &look);
		if (!looks)
			return 0;
	}
	if (dec_address(d, a, in->space, in->space == PTX_SHARED ? 'w' : 'l', &row, &disp) < 0)
		return -1;
	guard = in->guard >= 0 ? d->place->reg[in->guard] : 0;
	bytes = ptx_type_bits(in->types[0]) / 8 * (in->vec ? in->vec : 1);
	if (looks) {
		look.func = d->place->func;
		if (!look.lock)
			look.lock =
				look.by == EM_BY_SHARED ? EM_LOCK_NONE : em_link_lock(d->f, (size_t)(in - d->f->insts));
		if (look.by != EM_BY_SHARED && !look.lock)
			is_ticket(d, &look);
		if (look.by != EM_BY_SHARED && !look.lock)
			how_far(d, &look);
		look.nnaps = em_naps(d->f, (size_t)look.from, (size_t)look.to, look.nap);
		dec_help(d, EM_H_LOOK, 0, row, guard, in->guard_neg ? EM_FULL : 0, disp, (uint32_t)p->nlooks);
		*ARENA_PUSH(&p->arena, p->looks, p->nlooks, p->clooks) = look;
	} else {
		dec_help(d, EM_H_TELL, bytes, row, guard, in->guard_neg ? EM_FULL : 0, disp, told_as(d->f, in));
	}
	return 0;
}
