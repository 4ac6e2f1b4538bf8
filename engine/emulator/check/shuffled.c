/* shuffled: whose value a shuffle gives a lane, as its mode, its distance and its width say. */
#include "emulator/check/taint_marks.h"
#include "emulator/core/device.h"

int em_shuffled_from(struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, int l)
{
	unsigned first = in->pair ? 2 : 1;
	uint32_t v[2];
	for (unsigned k = 0; k < 2; k++) {
		const struct ptx_operand *o = &in->ops[first + 1 + k];
		v[k] = o->kind == PTX_REG ? EM_AT(w, uint32_t, place->reg[o->reg])[l] : (uint32_t)o->imm;
	}
	int b = (int)(v[0] & 31), seg = (int)(v[1] >> 8 & 31), cl = (int)(v[1] & 31),
	    max = (l & seg) | (cl & ~seg & 31), min = l & seg;
	int j = ptx_has(in, PTX_MOD_UP)   ? l - b :
		ptx_has(in, PTX_MOD_DOWN) ? l + b :
		ptx_has(in, PTX_MOD_BFLY) ? l ^ b :
					    min | (b & ~seg & 31);
	return (ptx_has(in, PTX_MOD_UP) ? j >= max : j <= max) ? j & 31 : l;
}

uint32_t em_shuffle_mask(struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, int l)
{
	const struct ptx_operand *o = &in->ops[in->noperands - 1];

	if (!ptx_has(in, PTX_MOD_SYNC))
		return EM_FULL;
	return o->kind == PTX_REG ? EM_AT(w, uint32_t, place->reg[o->reg])[l] : (uint32_t)o->imm;
}

uint32_t em_check_shuffled_from(struct em_warp *w, const struct em_inst *i)
{
	const struct ptx_func *f;
	const struct em_fplace *place;
	int32_t pin = em_check_inst(w, i);
	uint32_t r = 0;
	if (pin < 0)
		return 0;
	const struct ptx_inst *in = em_taint_inst(w->t->p, pin, &f, &place);
	for (uint32_t m = in->op == PTX_OP_SHFL ? w->mask : 0; m; m &= m - 1)
		r |= 1u << em_shuffled_from(w, place, in, __builtin_ctz(m));
	return r;
}
