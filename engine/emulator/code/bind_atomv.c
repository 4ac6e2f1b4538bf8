/* bind_atomv: operands of vector atomics; the slots are described in exec_atomv.c. */
#include "emulator/code/decode.h"

/* Four rows to a slot. */
static void rows_out(struct dec *d, const uint32_t *row, unsigned n)
{
	for (unsigned k = 0; k < n; k += 4)
		dec_emit(d, NULL, row[k], row[k + 1], row[k + 2], row[k + 3], 0, 0);
}

int dec_atomv(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	unsigned first = in->op == PTX_OP_ATOM ? 1 : 0, n = in->vec;
	const struct ptx_operand *from = &in->ops[first + 1];
	uint32_t at, disp, to[8] = { 0 }, b[8] = { 0 };
	if (from->kind != PTX_VEC || from->nvec != n || n > 8 ||
		(first && (in->ops[0].kind != PTX_VEC || in->ops[0].nvec != n)))
		return dec_fail(d, "The vector has not as many elements as the instruction says");
	d->p->order_sensitive = true; /* sums of floats, or an old value */
	d->p->deals |= first;
	if (dec_address(d, &in->ops[first], in->space, 'l', &at, &disp) < 0)
		return -1;
	for (unsigned k = 0; k < n; k++)
		if (!(b[k] = dec_source(d, &d->f->operands[from->vec + (int)k], *r->widths)))
			return -1;
	for (unsigned k = 0; k < n; k++)
		to[k] = first ? dec_dest(d, &d->f->operands[in->ops[0].vec + (int)k], *r->widths, false) :
				d->p->scratch;
	d->p->pinst[d->pin].kind |= EM_K_ATOM | (first ? 0 : EM_K_RED);
	dec_emit(d, r->fn, 0, at, 0, 0, disp, dec_memory_counts(d));
	dec_emit(d, NULL, n, 0, 0, r->x, 0, 0);
	rows_out(d, to, n);
	rows_out(d, b, n);
	return 0;
}
