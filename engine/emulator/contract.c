/* contract: products and sums that the machine rounds once. PTX ISA (mul, add, sub): without a rounding modifier "mul/add sequences ... may be optimized to
 * use fused-multiply-add"; with .rn (what `--fmad=false` and __fmul_rn write) they may not. What may be, ptxas does, and a program's last bits are the machine's
 * only if we do the same.
 *
 * The rule is what ptxas 13.0 made of some fifty hand-written kernels, the same for sm_80 and sm_90, f32, f64, f16 and bf16, alone and in pairs: a product goes into a sum
 * when both stand in one basic block, have one type and agree in .ftz, the product has neither .sat nor a guard, and every use of it is such a sum, with something
 * else than itself. (A product that is stored as well, or used behind a branch, is rounded for itself everywhere.) Sums take their products in the order
 * of the code, the first operand's before the second's: first of all products with one use, then the others. In a sum of two products one of them
 * is only added; that is a use which keeps it a product. Functions with `round_apart` (of `.target ..., debug` and of some of
 * ptxas's options, device/ptxas.h) keep all their products and sums.
 *
 * Not imitated: blocks that ptxas joins or unrolls before it looks, and products that pass through mov or neg on their way. */
#include "emulator/decode.h"

struct product { int32_t mul; uint32_t uses, sums; bool odd; }; /* of a register: its one definition, uses that are left, of them candidate sums */

static bool bare(const struct ptx_inst *in, bool sum)
{
	for (unsigned k = 0; k < in->nmods; k++)
		if (in->mods[k] != PTX_MOD_FTZ && !(sum && in->mods[k] == PTX_MOD_SAT))
			return false;
	return in->ntypes == 1 && ptx_type_class(in->types[0]) == PTX_CLS_FLOAT && in->noperands == 3 && in->ops[0].kind == PTX_REG;
}
static bool is_product(const struct ptx_inst *in) { return in->op == PTX_OP_MUL && in->guard < 0 && bare(in, false); }
static bool is_sum(const struct ptx_inst *in) { return (in->op == PTX_OP_ADD || in->op == PTX_OP_SUB) && bare(in, true); }

static void use(const struct ptx_func *f, struct product *of, const struct ptx_operand *o)
{
	if ((o->kind == PTX_REG || o->kind == PTX_ADDR) && o->reg >= 0)
		of[o->reg].uses++;
	for (int32_t k = 0; o->kind == PTX_VEC && k < o->nvec; k++)
		use(f, of, &f->operands[o->vec + k]);
}

/* Could the sum at `at` take the product that its operand names? block: instruction -> its basic block. */
static bool fits(const struct ptx_func *f, const struct product *of, const uint32_t *block, size_t at, unsigned operand)
{
	const struct ptx_inst *in = &f->insts[at];
	const struct ptx_operand *o = &in->ops[operand], *other = &in->ops[3 - operand];
	if (o->kind != PTX_REG || of[o->reg].mul < 0 || of[o->reg].odd || (other->kind == PTX_REG && other->reg == o->reg))
		return false;
	size_t mul = (size_t)of[o->reg].mul;
	const struct ptx_inst *m = &f->insts[mul];
	return mul < at && block[mul] == block[at] && m->types[0] == in->types[0] && ptx_has(m, PTX_MOD_FTZ) == ptx_has(in, PTX_MOD_FTZ);
}

static struct product *products(const struct ptx_func *f, const uint32_t *block)
{
	struct product *of = xcalloc(f->nregs + 1, sizeof *of);
	for (size_t r = 0; r < f->nregs; r++)
		of[r].mul = -1;
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		if (in->guard >= 0)
			of[in->guard].uses++;
		for (unsigned o = 0; o < in->noperands; o++)
			if (o > 0 || !is_product(in))
				use(f, of, &in->ops[o]); /* what else writes it counts as a use, which no sum is */
		if (is_product(in)) {
			struct product *p = &of[in->ops[0].reg];
			p->odd |= p->mul >= 0;
			p->mul = (int32_t)k;
		}
	}
	for (size_t k = 0; k < f->ninsts; k++)
		for (unsigned o = 1; o <= 2 && is_sum(&f->insts[k]); o++)
			if (fits(f, of, block, k, o))
				of[f->insts[k].ops[o].reg].sums++;
	return of;
}

/* One pass over the sums. alone: only products with one use. */
static void take(const struct ptx_func *f, struct product *of, const uint32_t *block, bool alone, struct dec_contract *to)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];
		for (unsigned o = 1; o <= 2 && is_sum(in) && !to[k].operand; o++) {
			if (!fits(f, of, block, k, o))
				continue;
			struct product *p = &of[in->ops[o].reg];
			if (p->uses != p->sums || (alone && p->uses != 1))
				continue;
			to[k].mul = (uint32_t)p->mul;
			to[k].operand = (uint8_t)o;
			to[p->mul].last = to[p->mul].last > k ? to[p->mul].last : (uint32_t)k;
			p->uses--;
			p->sums--;
			if (fits(f, of, block, k, 3 - o))
				of[in->ops[3 - o].reg].sums--; /* it is added to a product now, and no longer one that a sum may take */
		}
	}
}

struct dec_contract *dec_contracted(const struct ptx_func *f, const uint8_t *leader)
{
	struct dec_contract *to = xcalloc(f->ninsts + 1, sizeof *to);
	uint32_t *block = xcalloc(f->ninsts + 1, sizeof *block), n = 0;
	for (size_t k = 0; k < f->ninsts; k++) {
		uint16_t op = f->insts[k].op;
		n += leader[k];
		block[k] = n;
		n += op == PTX_OP_BRA || op == PTX_OP_BRX || op == PTX_OP_RET || op == PTX_OP_EXIT || op == PTX_OP_CALL;
	}
	if (!f->round_apart) {
		struct product *of = products(f, block);
		take(f, of, block, true, to);
		take(f, of, block, false, to);
		free(of);
	}
	free(block);
	return to;
}

/* The rows of a product's factors; those that change before the sum are kept as they are now. Called where the product stands. */
static uint32_t factor(struct dec *d, unsigned operand, uint32_t last, char width)
{
	const struct ptx_operand *o = &d->in->ops[operand];
	uint32_t row = dec_source(d, o, width);
	for (size_t k = (size_t)(d->in - d->f->insts); row && o->kind == PTX_REG && k < last; k++)
		for (unsigned n = 0; n < d->f->insts[k].noperands; n++) {
			const struct ptx_operand *w = &d->f->insts[k].ops[n];
			bool writes = n == 0 && w->kind == PTX_REG && w->reg == o->reg;
			for (int32_t v = 0; w->kind == PTX_VEC && v < w->nvec && !writes; v++)
				writes = d->f->operands[w->vec + v].reg == o->reg;
			if (!writes)
				continue;
			uint32_t kept = dec_temp(d, width);
			dec_help(d, width == 'l' ? EM_H_COPY64M : EM_H_COPY32M, kept, row, 0, 0, 0, 0);
			return kept;
		}
	return row;
}

int dec_product(struct dec *d, const struct em_row *r)
{
	struct dec_contract *c = &d->contract[d->in - d->f->insts];
	for (unsigned n = 0; n < 2 && c->last; n++)
		if (!(c->factor[n] = factor(d, 1 + n, c->last, r->widths[1])))
			return -1;
	return dec_alu(d, r);
}

static uint32_t negated(struct dec *d, uint32_t row, char width)
{
	const struct ptx_inst *in = d->in;
	struct ptx_inst neg = { .op = PTX_OP_NEG, .ntypes = 1, .types = { in->types[0] }, .vec = in->vec, .noperands = 2 };
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
	uint32_t a = d->contract[c->mul].factor[0], b = d->contract[c->mul].factor[1], x = dec_source(d, &in->ops[3 - c->operand], r->widths[3]);
	if (x && in->op == PTX_OP_SUB && c->operand == 1)
		x = negated(d, x, r->widths[3]);
	else if (in->op == PTX_OP_SUB)
		a = negated(d, a, r->widths[1]);
	if (!a || !x)
		return dec_fail(d, "An operand is missing");
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], r->widths[0], false), a, b, x, r->x, 0);
	return 0;
}
