/* bind_async: operands of asynchronous copies and mbarriers; the slots are described in exec_async.c. */
#include "emulator/code/decode.h"
#include "emulator/exec/copies.h"

/* Where the warp's copies lie; room is made at the first question. */
static uint32_t copies(struct dec *d)
{
	struct em_program *p = d->p;
	if (!p->copies_at) {
		p->copies_at = (p->warp_bytes + 63) & ~63u;
		p->warp_bytes = p->copies_at + (((uint32_t)sizeof(struct em_copies) + 63) & ~63u);
	}
	return p->copies_at;
}

int dec_cpgroup(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	int64_t pending = in->noperands ? in->ops[0].imm : 0;
	dec_emit(d, r->fn, 0, ptx_has(in, PTX_MOD_BULK) ? 0 : copies(d), 0, 0,
		pending < 0 || pending > INT32_MAX ? INT32_MAX : (uint32_t)pending, 0);
	return 0;
}

int dec_mbar(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	unsigned op = in->ops[0].kind == PTX_ADDR ? 0 : 1;
	d->p->orders = true;
	bool state = in->op == PTX_OP_MBARRIER && (ptx_has(in, PTX_MOD_TEST_WAIT) || ptx_has(in, PTX_MOD_TRY_WAIT)),
	     parity = state && r->x & 1;
	uint32_t at, disp, b = 0, dst = d->p->scratch;
	if (op >= in->noperands || in->ops[op].kind != PTX_ADDR)
		return dec_fail(d, "The address of the mbarrier is missing");
	if (dec_address(d, &in->ops[op], in->space, in->space == PTX_SHARED ? 'w' : 'l', &at, &disp) < 0)
		return -1;
	if (op + 1 < in->noperands && !(b = dec_source(d, &in->ops[op + 1], state && !parity ? 'l' : 'w')))
		return -1;
	if (op)
		dst = dec_dest(d, &in->ops[0], state ? 'p' : 'l', false);
	dec_emit(d, r->fn, dst, at, b, 0, disp, dec_memory_counts(d));
	dec_emit(d, NULL, in->op == PTX_OP_CP ? copies(d) : 0, 0, 0, r->x, in->space, 0);
	return 0;
}

/* r->x: 0 cp.async, 1 bulk into shared memory with an mbarrier, 2 bulk out of it. */
int dec_cpasync(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	bool out = r->x == 2;
	dec_granule(d, PTX_GENERIC, 4);
	uint32_t to, to_disp, from, from_disp, size = 0, bar = 0, bar_disp = 0, skip = 0;
	if (in->noperands < 3)
		return dec_fail(d, "An operand is missing");
	if (dec_address(d, &in->ops[0], out ? PTX_GLOBAL : PTX_SHARED, out ? 'l' : 'w', &to, &to_disp) < 0 ||
		dec_address(d, &in->ops[1], out ? PTX_SHARED : PTX_GLOBAL, out ? 'w' : 'l', &from, &from_disp) < 0)
		return -1;
	if (r->x) {
		if (!(size = dec_source(d, &in->ops[2], 'w')))
			return -1;
		if (!out && (in->noperands < 4 || dec_address(d, &in->ops[3], PTX_SHARED, 'w', &bar, &bar_disp) < 0))
			return in->noperands < 4 ? dec_fail(d, "The mbarrier is missing") : -1;
		d->p->sends |= out;
		dec_emit(d, r->fn, 0, to, from, size, to_disp, dec_memory_counts(d));
		dec_emit(d, NULL, 0, bar, bar_disp, out, from_disp, 0);
		return 0;
	}
	if (in->ops[2].kind != PTX_IMM || (in->ops[2].imm != 4 && in->ops[2].imm != 8 && in->ops[2].imm != 16))
		return dec_fail(d, "cp.async copies 4, 8 or 16 bytes");
	if (in->noperands > 3) { /* the size to read, a predicate, or only a cache policy */
		const struct ptx_operand *o = &in->ops[3];
		unsigned bits = o->kind == PTX_REG ? ptx_type_bits(d->f->regs[o->reg].type) : 32;
		if (bits == 1 && !(skip = dec_source(d, o, 'p')))
			return -1;
		if (bits == 32 && !(size = dec_source(d, o, 'w')))
			return -1;
	}
	d->p->pinst[d->pin].kind |= EM_K_COPY;
	dec_emit(d, r->fn, 0, to, from, (uint32_t)in->ops[2].imm, to_disp, dec_memory_counts(d));
	dec_emit(d, NULL, copies(d), size, skip, in->ops[2].imm == 16 && ptx_has(in, PTX_MOD_CG), from_disp, 0);
	return 0;
}
