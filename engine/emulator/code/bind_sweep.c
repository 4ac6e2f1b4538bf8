/* bind_sweep: the code after each barrier of all becomes nodes (exec/sweeps.h), as far as registers alone say where it
 * goes: basic blocks of plain arithmetic that end with a branch, the next block, a barrier of all or the kernel's end.
 */
#include "emulator/code/decode.h"
#include "emulator/core/device.h"

/* The node of the basic block that begins at this slot; a new one has still to be filled in. */
static uint32_t node_of(struct em_program *p, uint32_t head)
{
	for (size_t k = 1; k < p->nsweeps; k++)
		if (p->sweep[k].head == head)
			return (uint32_t)k;
	*ARENA_PUSH(&p->arena, p->sweep, p->nsweeps, p->csweeps) = (struct em_sweep_node){ .head = head };
	return (uint32_t)p->nsweeps - 1;
}

static struct em_sweep_step *step(struct em_program *p, struct em_sweep_node *n, uint32_t slot, em_sweep_fn fn)
{
	struct em_sweep_step *s = ARENA_PUSH(&p->arena, p->sweep_step, p->nsweep_steps, p->csweep_steps);

	*s = (struct em_sweep_step){ .i = p->code + slot, .fn = fn, .own = p->own[slot] };
	n->nsteps++;
	return s;
}

/* Do all warps agree on it that stand behind one barrier? */
static bool agreed(const struct dec *d, uint32_t row)
{
	const struct em_fplace *place = &d->p->fn[0];
	const size_t nregs = d->p->m->ptx->funcs[place->func].nregs;

	if (dec_uniform(d->p, row))
		return true;
	for (size_t r = 0; d->agreed && r < nregs; r++)
		if (d->agreed[r] && place->reg[r] == row)
			return true;
	return false;
}

/* The number, and 1, of the row among those of which each warp's least and most is kept; 0: it can't be. */
static uint8_t range_of(struct em_program *p, uint32_t row)
{
	bool keeps = false;

	for (size_t k = 0; k < p->nsregs; k++)
		keeps |= p->sregs[k].row == row &&
			(p->sregs[k].sreg == PTX_SREG_TID_X || p->sregs[k].sreg == PTX_SREG_TID_Y ||
				p->sregs[k].sreg == PTX_SREG_TID_Z || p->sregs[k].sreg == PTX_SREG_LANEID);
	for (uint32_t k = 0; keeps && k < p->nsweep_ranges; k++)
		if (p->sweep_range[k] == row)
			return (uint8_t)(k + 1);
	if (!keeps || p->nsweep_ranges == EM_SWEEP_RANGES)
		return 0;
	p->sweep_range[p->nsweep_ranges++] = row;
	return (uint8_t)p->nsweep_ranges;
}

/* Of a comparison: how, and its type's sign. turned: as if the operands were the other way round. */
static void by_range(struct dec *d, struct em_sweep_step *s, const struct em_inst *i, bool turned)
{
	static const struct {
		uint8_t is, as, turned_as;
	} hows[] = { { PTX_MOD_LT, PTX_MOD_LT, PTX_MOD_GT }, { PTX_MOD_LE, PTX_MOD_LE, PTX_MOD_GE },
		{ PTX_MOD_GT, PTX_MOD_GT, PTX_MOD_LT }, { PTX_MOD_GE, PTX_MOD_GE, PTX_MOD_LE },
		{ PTX_MOD_EQ, PTX_MOD_EQ, PTX_MOD_EQ }, { PTX_MOD_NE, PTX_MOD_NE, PTX_MOD_NE },
		{ PTX_MOD_LO, PTX_MOD_LT, PTX_MOD_GT }, { PTX_MOD_LS, PTX_MOD_LE, PTX_MOD_GE },
		{ PTX_MOD_HI, PTX_MOD_GT, PTX_MOD_LT }, { PTX_MOD_HS, PTX_MOD_GE, PTX_MOD_LE } };
	struct em_program *p = d->p;
	const struct em_pinst *pi = &p->pinst[p->origin[i - p->code]];
	const struct ptx_inst *in = &p->m->ptx->funcs[p->fn[0].func].insts[pi->inst];
	uint8_t how = 0;

	for (size_t k = 0; k < sizeof hows / sizeof *hows; k++)
		if (ptx_has(in, hows[k].is))
			how = turned ? hows[k].turned_as : hows[k].as;
	if (!how || in->op != PTX_OP_SETP)
		return;
	s->range = range_of(p, turned ? i->b : i->a);
	s->with = turned ? i->a : i->b;
	s->how = how;
	s->is_signed = ptx_type_class(in->types[0]) == PTX_CLS_SIGNED;
	s->complement = i[1].complement != 0;
}

/* What counts, and has a way for all warps. */
static void counts(struct dec *d, struct em_sweep_step *s)
{
	s->agreed = s->fn && agreed(d, s->i->a) && agreed(d, s->i->b);
	s->row = s->i->d;
}
/* ... what compares: the slot i. `counter`: the first of what it compares is what the step has just counted. */
static void decides(struct dec *d, struct em_sweep_step *s, const struct em_inst *i, bool counter)
{
	const bool first = counter ? s->agreed : agreed(d, i->a), second = agreed(d, i->b);

	s->agreed = first && second && i->no_predicate;
	s->row = counter ? s->row : 0;
	s->predicate = i->d;
	if (!counter && i->no_predicate && first != second)
		by_range(d, s, i, first);
}

/* Is the slot a comparison that goes together with the branch after it (bind_flow.c, compared_branch)? */
static bool compares(const struct dec *d, uint32_t slot)
{
	const struct em_program *p = d->p;
	return p->own[slot + 1] == d->t->helper[EM_H_CBRA] && p->code[slot].fn != em_table_quick(d->t, p->own[slot]) &&
		em_table_sweep(d->t, p->own[slot], p->own[slot]);
}

/* ... that, with what counts before it, is a loop's end (exec_ends.c)? */
static bool ends(const struct dec *d, uint32_t slot)
{
	const struct em_program *p = d->p;
	return compares(d, slot + 1) && p->code[slot].fn != em_table_quick(d->t, p->own[slot]) &&
		em_table_sweep(d->t, p->own[slot], p->own[slot + 1]);
}

/* The steps of the node from the slot behind its head on. False: there is something that is not done together. */
static bool fill(struct dec *d, struct em_sweep_node *n)
{
	struct em_program *p = d->p;
	const em_fn *helper = d->t->helper;
	struct em_sweep_step *s;
	uint32_t k = n->head + 1, decided = 0; /* the branch that the last step has decided */

	for (; p->kind[k] != EM_SLOT_HEAD; k++) {
		const em_fn own = p->own[k];

		if (own == helper[EM_H_BAR_ALL]) {
			n->barrier = k;
			return true;
		}
		if (own == helper[EM_H_EXIT]) {
			n->exit = k;
			return true;
		}
		if (own == helper[EM_H_BRA]) {
			n->otherwise = k + p->code[k].x;
			return true;
		}
		if (own == helper[EM_H_CBRA]) {
			if (decided != k)
				step(p, n, k, em_sweep_branch);
			n->branch = k;
			n->guard = p->code[k].id;
			n->taken = k + p->code[k].x;
			n->otherwise = k + 1;
			return true;
		}
		if (!em_table_pure(d->t, own))
			return false;
		if (ends(d, k)) {
			s = step(p, n, k, em_table_sweep(d->t, own, p->own[k + 1]));
			counts(d, s);
			decides(d, s, s->i + 1, true);
			decided = ++k + 1;
		} else if (compares(d, k)) {
			s = step(p, n, k, em_table_sweep(d->t, own, own));
			decides(d, s, s->i, false);
			decided = k + 1;
		} else {
			counts(d, step(p, n, k, em_table_sweep(d->t, own, NULL)));
		}
	}
	n->otherwise = k;
	return true;
}

/* Nodes from which no way leads to another barrier or to the end are left out: their warps all have more to do, and do
 * it faster in one go. */
static void cut(struct em_program *p)
{
	bool *leads = xcalloc(p->nsweeps, sizeof *leads), changed = true;

	while (changed) {
		changed = false;
		for (size_t k = 1; k < p->nsweeps; k++) {
			const struct em_sweep_node *n = &p->sweep[k];
			const bool on = n->barrier || n->exit || leads[n->otherwise] || leads[n->taken];

			changed |= !n->stops && on && !leads[k];
			leads[k] |= !n->stops && on;
		}
	}
	for (size_t k = 1; k < p->nsweeps; k++)
		p->sweep[k].stops = !leads[k];
	free(leads);
}

bool dec_may_sweep(const struct dec *d)
{
	for (uint32_t k = 1; d->t->nsweeps && k < d->p->ncode; k++)
		if (d->p->own[k] == d->t->helper[EM_H_BAR_ALL])
			return true;
	return false;
}

void dec_sweeps(struct dec *d)
{
	struct em_program *p = d->p;
	bool some = false;

	if (!dec_may_sweep(d))
		return;
	node_of(p, 0); /* nobody's */
	for (uint32_t k = 1; k < p->ncode; k++)
		if (p->own[k] == d->t->helper[EM_H_BAR_ALL])
			p->code[k].sweep = node_of(p, k + 1);
	for (size_t k = 1; k < p->nsweeps; k++) {
		struct em_sweep_node n = p->sweep[k];

		n.instructions = p->code[n.head].instructions;
		n.counts = p->code[n.head].id;
		n.first = (uint32_t)p->nsweep_steps;
		n.stops = !fill(d, &n);
		if (n.branch)
			n.taken = node_of(p, n.taken);
		if (!n.stops && !n.barrier && !n.exit)
			n.otherwise = node_of(p, n.otherwise);
		p->sweep[k] = n;
	}
	cut(p);
	for (uint32_t k = 1; k < p->ncode; k++)
		if (p->own[k] == d->t->helper[EM_H_BAR_ALL]) {
			if (p->sweep[p->code[k].sweep].stops)
				p->code[k].sweep = 0;
			some |= p->code[k].sweep != 0;
		}
	for (uint32_t k = 1; some && k < p->ncode; k++)
		if (p->own[k] == d->t->helper[EM_H_BAR_ALL])
			p->code[k].fn = d->t->quick[EM_H_BAR_TOGETHER];
}
