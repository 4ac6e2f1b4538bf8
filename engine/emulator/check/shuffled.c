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

void em_shuffle_masks(
	struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, uint32_t masks[EM_WARP])
{
	const struct ptx_operand *o = &in->ops[in->noperands - 1];
	const bool named = ptx_has(in, PTX_MOD_SYNC);

	if (named && o->kind == PTX_REG)
		memcpy(masks, EM_AT(w, uint32_t, place->reg[o->reg]), EM_WARP * sizeof *masks);
	for (int l = 0; l < EM_WARP && !(named && o->kind == PTX_REG); l++)
		masks[l] = named ? (uint32_t)o->imm : EM_FULL;
}
