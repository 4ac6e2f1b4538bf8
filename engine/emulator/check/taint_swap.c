/* taint_swap: compare-and-swaps that change a part of a word and take the rest along as it is. So libraries store one
 * byte, or two: they load the word around it, and put it back with that byte changed. What of the word nobody has
 * written is in what the swap expects, in what it puts in, and in its answer; it is compared with itself, and stays
 * unwritten. */
#include "emulator/check/taint_marks.h"

/* Which bits of the operand nobody wrote in this lane. False: they are not known one by one. */
static bool holes_of(
	const struct em_warp *w, const struct em_fplace *place, const struct ptx_operand *o, int lane, uint64_t *holes)
{
	const struct ck_taint *x = w->taint;
	const uint32_t row = o->kind == PTX_REG ? place->reg[o->reg] / 4 : 0;

	*holes = 0;
	if (o->kind != PTX_REG || !(x->mask[row] >> lane & 1))
		return true;
	*holes = x->holes[row + (uint32_t)lane];
	return (x->part[row] >> lane & 1) && *holes;
}

/* Is it what was taken out of a word as it is, and not a sum? */
static bool as_it_was(const struct ck_taint *x, const struct em_fplace *place, const struct ptx_operand *o)
{
	return o->kind != PTX_REG || !x->source[place->reg[o->reg] / 4].shifted;
}

static uint8_t bytes_of(uint64_t bits)
{
	uint8_t r = 0;

	for (unsigned k = 0; k < 8; k++)
		r |= (uint8_t)((bits >> 8 * k & 0xff) != 0) << k;
	return r;
}

uint32_t em_taint_swaps(struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, uint32_t lanes)
{
	struct ck_taint *x = w->taint;

	x->swaps = 0;
	if (in->op != PTX_OP_ATOM || !ptx_has(in, PTX_MOD_CAS))
		return 0;
	for (uint32_t m = lanes; m; m &= m - 1) {
		const int l = __builtin_ctz(m);
		uint64_t expected, put;

		if (!holes_of(w, place, &in->ops[2], l, &expected) || !expected ||
			!holes_of(w, place, &in->ops[3], l, &put) || (put & ~expected) ||
			(put && !as_it_was(x, place, &in->ops[3])))
			continue;
		x->swaps |= 1u << l;
		x->kept[l] = bytes_of(put);
	}
	return x->swaps;
}

bool em_taint_keeps(const struct em_warp *w, int lane, uint8_t *bytes)
{
	if (!w->taint || !(w->taint->swaps >> lane & 1))
		return false;
	*bytes = w->taint->kept[lane];
	return true;
}

/* A swap of the function that expects `expected`; answer: and whose answer is that (-1: whatever). */
static bool is_swap(const struct ptx_func *f, int32_t expected, int32_t answer)
{
	for (size_t k = 0; k < f->ninsts; k++) {
		const struct ptx_inst *in = &f->insts[k];

		if (in->op == PTX_OP_ATOM && ptx_has(in, PTX_MOD_CAS) && in->ops[2].kind == PTX_REG &&
			in->ops[2].reg == expected && (answer < 0 || in->ops[0].reg == answer))
			return true;
	}
	return false;
}

uint32_t em_taint_answers(
	const struct em_warp *w, const struct ptx_func *f, const struct em_fplace *place, const struct ptx_inst *in)
{
	const struct ptx_operand *a = &in->ops[in->nwritten], *b = a + 1;
	uint32_t r = 0;

	if (in->op != PTX_OP_SETP || in->noperands != in->nwritten + 2 || a->kind != PTX_REG || b->kind != PTX_REG ||
		!(ptx_has(in, PTX_MOD_EQ) || ptx_has(in, PTX_MOD_NE)) ||
		!(is_swap(f, a->reg, b->reg) || is_swap(f, b->reg, a->reg)))
		return 0;
	for (int l = 0; l < EM_WARP; l++) {
		uint64_t x, y;

		r |= (uint32_t)(holes_of(w, place, a, l, &x) && holes_of(w, place, b, l, &y) && x == y) << l;
	}
	return r;
}

bool em_taint_expected(const struct em_warp *w, const struct em_inst *i)
{
	const int32_t pin = em_check_inst(w, i);
	const struct em_fplace *place;
	const struct ptx_func *f;
	const struct ptx_inst *in = pin >= 0 ? em_taint_inst(w->t->p, pin, &f, &place) : NULL;

	return in && in->op == PTX_OP_LD && ptx_has(in, PTX_MOD_RELAXED) && in->ops[0].kind == PTX_REG &&
		is_swap(f, in->ops[0].reg, -1);
}
