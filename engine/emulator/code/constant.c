/* constant: registers of a kernel that are only ever a copy of a row which holds for the whole block: a constant, a
 * parameter, a special register. Kernels begin with a dozen of those. Such a register takes that row for its own, and
 * the copy needs no slot.
 *
 * It must have one definition, without a guard, and nothing may mention it before that: what was decoded already names
 * the register's old row. */
#include "base/buf.h"
#include "emulator/code/decode.h"
#include "emulator/cost/cost.h"
#include "emulator/flow/registers.h"

enum { UNSEEN, ONCE, NO };

static void mention(uint8_t *state, int32_t reg, bool defines)
{
	state[reg] = defines ? (state[reg] == UNSEEN ? ONCE : NO) : state[reg] == UNSEEN ? NO : state[reg];
}

uint8_t *dec_once(const struct ptx_func *f, const struct em_flow *w)
{
	uint8_t *state = xcalloc(f->nregs + 1, 1);
	for (uint32_t b = 0; b < w->n; b++)
		for (uint32_t k = w->first[w->order[b]]; k < w->first[w->order[b] + 1]; k++) {
			const struct ptx_inst *in = &f->insts[k];
			/* Sources first: what defines a register from itself is not its only definition. */
			int32_t regs[EM_REGS_MOST];
			unsigned n = em_regs_read(f, in, regs);
			for (unsigned r = 0; r < n; r++)
				mention(state, regs[r], false);
			n = em_regs_written(f, in, regs);
			for (unsigned r = 0; r < n; r++)
				mention(state, regs[r], true);
		}
	for (size_t r = 0; r < f->nregs; r++)
		state[r] = state[r] == ONCE;
	return state;
}

uint8_t *dec_reads(const struct ptx_func *f)
{
	uint8_t *reads = xcalloc(f->nregs + 1, 1);
	for (size_t k = 0; k < f->ninsts; k++) {
		int32_t regs[EM_REGS_MOST];
		unsigned n = em_regs_read(f, &f->insts[k], regs);
		for (unsigned r = 0; r < n; r++)
			reads[regs[r]] += reads[regs[r]] < UINT8_MAX;
	}
	return reads;
}

/* *sreg: which special register it holds, if it does. */
static bool holds_for_block(const struct em_program *p, uint32_t row, int *sreg)
{
	*sreg = -1;
	for (size_t k = 0; k < p->nprows; k++)
		if (p->prows[k].row == row)
			return true;
	for (size_t k = 0; k < p->nsregs; k++)
		if (p->sregs[k].row == row) {
			*sreg = p->sregs[k].sreg;
			return true;
		}
	return dec_const_at(p, row) != NULL;
}

bool dec_uniform(const struct em_program *p, uint32_t row)
{
	int sreg;
	return holds_for_block(p, row, &sreg) && (sreg < 0 || em_sreg_agreed(sreg));
}

void dec_constant(struct dec *d, size_t slot)
{
	int sreg;
	struct em_program *p = d->p;
	const struct ptx_inst *in = d->in;
	const struct em_inst *i = &p->code[slot];
	const struct ptx_operand *o = &in->ops[0];
	if (!d->f->is_entry || in->guard >= 0 || p->ncode != slot + 1 || !in->noperands || o->kind != PTX_REG ||
		!d->once[o->reg])
		return;
	if ((p->kind[slot] != EM_SLOT_COPY32 && p->kind[slot] != EM_SLOT_COPY64) || i->d != d->place->reg[o->reg] ||
		!holds_for_block(p, i->a, &sreg))
		return;
	d->place->reg[o->reg] = i->a;
	p->ncode = p->norigin = p->nown = p->nkind = slot;
}
