/* bind_video: video instructions. The selectors of a scalar one go into x for its executor; a packed one's sources are
 * brought into the natural order by prmt first, and the mask of its destination goes into x. */
#include "emulator/code/decode.h"

/* What EM_PART_* in exec.h is made of: 0 the register, 1..4 its bytes, 5 and 6 its halves. */
static uint32_t part_of(const struct ptx_operand *o)
{
	char letter = ptx_select_letter(o);
	return letter == 0 ? 0 : ptx_select_digit(o, 0) + (letter == 'h' ? 5 : 1);
}

int dec_video(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	uint32_t src[3], x = r->x;
	for (int k = 0; k < 3; k++) {
		src[k] = k + 1 < in->noperands ? dec_source(d, &in->ops[k + 1], 'w') : dec_const(d, 32, 0);
		if (!src[k])
			return -1;
	}
	x |= part_of(&in->ops[1]) << EM_PART_A | part_of(&in->ops[2]) << EM_PART_B | part_of(&in->ops[0]) << EM_PART_D;
	if (in->op == PTX_OP_VMAD) {
		x |= (uint32_t)(ptx_select_neg(&in->ops[1]) != ptx_select_neg(&in->ops[2])) << EM_NEG_PRODUCT;
		x |= (uint32_t)ptx_select_neg(&in->ops[3]) << EM_NEG_ADDEND;
	}
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], 'w', false), src[0], src[1], src[2], x, 0);
	return 0;
}

/* prmt's selector for the elements that a source's digits name in {b, a}; `natural` when it has none. */
static uint32_t order_of(const struct ptx_operand *o, uint32_t natural)
{
	uint32_t bytes = 0, n = ptx_select_count(o), size = 4 / (n ? n : 1);
	if (!ptx_select_letter(o))
		return natural;
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t j = 0; j < size; j++)
			bytes |= (ptx_select_digit(o, k) * size + j) << (4 * (k * size + j));
	return bytes;
}

int dec_packed(struct dec *d, const struct em_row *r)
{
	static const uint32_t natural[2] = { 0x3210, 0x7654 };
	const struct ptx_inst *in = d->in;
	uint32_t src[3], part[2], mask = 0;
	for (int k = 0; k < 3; k++)
		if (!(src[k] = dec_source(d, &in->ops[k + 1], 'w')))
			return -1;
	for (int k = 0; k < 2; k++) {
		uint32_t order = order_of(&in->ops[k + 1], natural[k]);
		part[k] = src[k];
		if (order == natural[k])
			continue;
		part[k] = dec_temp(d, 'w');
		dec_emit(d, em_table_get(d->t, PTX_OP_PRMT, 0, 0, T1(B32), M0)->fn, part[k], src[0], src[1],
			dec_const(d, 32, order), 0, 0);
	}
	for (unsigned k = 0; ptx_select_letter(&in->ops[0]) && k < ptx_select_count(&in->ops[0]); k++)
		mask |= 1u << ptx_select_digit(&in->ops[0], k);
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], 'w', false), part[0], part[1], src[2],
		r->x | (mask ? mask : 15) << EM_MASK_D, 0);
	return 0;
}
