/* bind_contract: a product that goes into sums, and such a sum, as contract.c found them. The product keeps its factors
 * for the sums. */
#include "emulator/code/decode.h"

/* The rows of a product's factors; those that change before the sum are kept as they are now. Called where the product
 * stands. */
static uint32_t factor(struct dec *d, unsigned operand, const struct dec_contract *c, char width)
{
	const struct ptx_operand *o = &d->in->ops[operand];
	uint32_t row = dec_source(d, o, width);
	bool changes = c->copies_factors;
	for (size_t k = (size_t)(d->in - d->f->insts); row && o->kind == PTX_REG && k < c->last && !changes; k++)
		for (unsigned n = 0; n < d->f->insts[k].noperands; n++) {
			const struct ptx_operand *w = &d->f->insts[k].ops[n];
			changes |= n == 0 && w->kind == PTX_REG && w->reg == o->reg;
			for (int32_t v = 0; w->kind == PTX_VEC && v < w->nvec; v++)
				changes |= d->f->operands[w->vec + v].reg == o->reg;
		}
	if (!row || o->kind != PTX_REG || !changes)
		return row;
	uint32_t kept = dec_temp(d, width);
	dec_help(d, width == 'l' ? EM_H_COPY64M : EM_H_COPY32M, kept, row, 0, 0, 0, 0);
	return kept;
}

int dec_product(struct dec *d, const struct em_row *r)
{
	struct dec_contract *c = &d->contract[d->in - d->f->insts];
	for (unsigned n = 0; n < 2 && c->last; n++)
		if (!(c->factor[n] = factor(d, 1 + n, c, r->widths[1])))
			return -1;
	return dec_alu(d, r);
}

static uint32_t negated(struct dec *d, uint32_t row, char width)
{
	const struct ptx_inst *in = d->in;
	struct ptx_inst neg = {
		.op = PTX_OP_NEG, .ntypes = 1, .types = { in->types[0] }, .vec = in->vec, .noperands = 2
	};
	if (ptx_has(in, PTX_MOD_FTZ))
		neg.mods[neg.nmods++] = PTX_MOD_FTZ;
	const struct em_row *r = em_table_find(d->t, &neg);
	uint32_t to = dec_temp(d, width);
	if (r)
		dec_emit(d, r->fn, to, row, 0, 0, r->x, 0);
	return r ? to : 0;
}

int dec_sum(struct dec *d, const struct dec_contract *c)
{
	const struct ptx_inst *in = d->in;
	struct ptx_inst fma = *in;
	fma.op = PTX_OP_FMA;
	fma.noperands = 4;
	const struct em_row *r = em_table_find(d->t, &fma);
	if (!r)
		return dec_fail(d, "Its product and sum are one instruction, which the emulator does not have");
	uint32_t a = d->contract[c->mul].factor[0], b = d->contract[c->mul].factor[1],
		 x = dec_source(d, &in->ops[3 - c->operand], r->widths[3]);
	if (x && in->op == PTX_OP_SUB && c->operand == 1)
		x = negated(d, x, r->widths[3]);
	if (a && c->negative)
		a = negated(d, a, r->widths[1]);
	if (!a || !x)
		return dec_fail(d, "An operand is missing");
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], r->widths[0], false), a, b, x, r->x, 0);
	return 0;
}
