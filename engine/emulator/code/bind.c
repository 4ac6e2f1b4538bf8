/* bind: what arithmetic, moves, comparisons and conversions become. The executor stands in the row; here its operands
 * find their rows, and composed instructions (setp with a boolean, set, slct) become a few slots. */
#include "emulator/code/decode.h"

static bool is_signed(const struct ptx_inst *in)
{
	return in->ntypes && ptx_type_class(in->types[0]) == PTX_CLS_SIGNED;
}

/* Sources fill a, b, c in the order written. Letters: exec.h. */
int dec_alu(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	uint32_t src[3] = { 0 }, dst = d->p->scratch, x = r->x;
	unsigned n = 0, op = 0;
	for (const char *w = r->widths; *w; w++) {
		const struct ptx_operand *o = op < in->noperands ? &in->ops[op] : NULL;
		if (w == r->widths && *w != 'S') {
			dst = o ? dec_dest(d, o, *w, is_signed(in)) : dst;
			op++;
		} else if (*w == 'S') {
			dst = d->p->sp_row;
		} else if (*w == 's') {
			src[n++] = d->p->sp_row;
		} else if (!o) {
			return dec_fail(d, "An operand is missing");
		} else if (*w == 'i') {
			x = (uint32_t)o->imm;
			op++;
		} else if (*w == 'W') {
			x = dec_source(d, o, 'w');
			if (!x)
				return -1;
			op++;
		} else {
			src[n] = dec_source(d, o, *w);
			if (!src[n++])
				return -1;
			op++;
		}
	}
	if (in->op == PTX_OP_ALLOCA)
		x = op < in->noperands ? (uint32_t)in->ops[op].imm : 16;
	if (in->op == PTX_OP_ADDC || in->op == PTX_OP_SUBC || in->op == PTX_OP_MADC || ptx_has(in, PTX_MOD_CC))
		x = dec_carry(d);
	dec_emit(d, r->fn, dst, src[0], src[1], src[2], x, 0);
	return 0;
}

/* lop3.BOOL d|p, a, b, c, table, q: p joins "the result is not zero" with q. */
int dec_lop3p(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	uint32_t src[3], t = dec_temp(d, 'p'), res = dec_temp(d, 'w'), q, zero = dec_const(d, 32, 0);
	for (int k = 0; k < 3; k++)
		if (!(src[k] = dec_source(d, &in->ops[2 + k], 'w')))
			return -1;
	if (!(q = dec_source(d, &in->ops[6], 'p')))
		return -1;
	dec_emit(d, em_table_get(d->t, PTX_OP_LOP3, 0, 0, T1(B32), M0)->fn, res, src[0], src[1], src[2],
		(uint32_t)in->ops[5].imm, 0);
	dec_emit(d, em_table_get(d->t, PTX_OP_SETP, 0, 0, T1(B32), M1(NE))->fn, t, res, zero, 0, 0, 0);
	dec_help(d, EM_H_COPY32M, dec_dest(d, &in->ops[0], 'w', false), res, 0, 0, 0, 0);
	dec_emit(d, r->fn, dec_dest(d, &in->ops[1], 'p', false), t, q, 0, 0, 0);
	return 0;
}

int dec_min3(struct dec *d, const struct em_row *r)
{
	const struct ptx_operand *o = d->in->ops;
	uint32_t a = dec_source(d, &o[1], 'w'), b = dec_source(d, &o[2], 'w'), c = dec_source(d, &o[3], 'w'),
		 t = dec_temp(d, 'w');
	dec_emit(d, r->fn, t, a, b, 0, r->x, 0);
	dec_emit(d, r->fn, dec_dest(d, &o[0], 'w', false), t, c, 0, r->x, 0);
	return 0;
}

int dec_nop(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	if (ptx_is_fence(in)) {
		d->p->fences = d->p->publishes = true;
		dec_help(d, EM_H_FENCE, 0, 0, 0, 0, ptx_has(in, PTX_MOD_CTA) || ptx_has(in, PTX_MOD_CLUSTER), 0);
	} else if (r->fn != d->t->helper[EM_H_NOP])
		dec_emit(d, r->fn, 0, 0, 0, 0, 0, 0);
	if (in->op == PTX_OP_NANOSLEEP) {
		uint32_t row = dec_source(d, &in->ops[0], 'w');
		if (!row)
			return -1;
		dec_help(d, EM_H_SLEEP, 0, row, 0, 0, 0, 0);
	}
	return 0;
}

/* ---- moves */
struct shape {
	unsigned bits, n;
	char whole, piece;
	uint8_t pack, unpack;
};
static const struct shape shapes[] = {
	{ 16, 2, 'h', 'h', EM_H_PACK8H, EM_H_UNPACK8H },
	{ 32, 2, 'w', 'h', EM_H_PACK16, EM_H_UNPACK16 },
	{ 32, 4, 'w', 'h', EM_H_PACK8, EM_H_UNPACK8 },
	{ 64, 2, 'l', 'w', EM_H_PACK, EM_H_UNPACK },
	{ 64, 4, 'l', 'h', EM_H_PACK16Q, EM_H_UNPACK16Q },
	{ 128, 2, 'q', 'l', EM_H_PACKQ, EM_H_UNPACKQ },
};

int dec_mov(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	const struct ptx_operand *to = &in->ops[0], *from = &in->ops[1],
				 *vec = to->kind == PTX_VEC ? to :
		from->kind == PTX_VEC                       ? from :
							      NULL;
	if (!vec)
		return dec_alu(d, r);
	const struct shape *s = NULL;
	for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
		if (shapes[k].bits == ptx_type_bits(in->types[0]) && shapes[k].n == vec->nvec)
			s = &shapes[k];
	if (!s)
		return dec_fail(d, "This vector is not implemented by the emulator");
	uint32_t piece[4] = { 0 };
	for (unsigned k = 0; k < s->n; k++) {
		const struct ptx_operand *o = &d->f->operands[vec->vec + (int)k];
		piece[k] = vec == to ? dec_dest(d, o, s->piece, false) : dec_source(d, o, s->piece);
		if (!piece[k])
			return -1;
	}
	/* Ignored pieces all go to the scratch row; nobody reads it. */
	uint32_t whole = vec == to ? dec_source(d, from, s->whole) : dec_dest(d, to, s->whole, false);
	if (!whole)
		return -1;
	dec_help(d, vec == to ? s->unpack : s->pack, whole, piece[0], piece[1], piece[2], piece[3], 0);
	return 0;
}

int dec_cvta(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	uint32_t window = in->space == PTX_SHARED || in->space == PTX_LOCAL ?
		dec_const(d, 64, in->space == PTX_SHARED ? EM_SHARED_WINDOW : EM_LOCAL_WINDOW) :
		0;
	uint32_t a = dec_source(d, &in->ops[1], 'l');
	if (!a)
		return -1;
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], r->widths[0], false), a, window, 0, 0, 0);
	return 0;
}

/* ---- comparisons */
static uint32_t logic(struct dec *d, enum ptx_op op, uint32_t to, uint32_t a, uint32_t b)
{
	const struct em_row *r = em_table_get(d->t, op, 0, 0, T1(PRED), M0);
	dec_emit(d, r->fn, to, a, b, 0, 0, 0);
	return to;
}

/* The comparison into `to`, joined with the predicate operand where there is a boolean operation. `not_to`: the same of
 * the complement, or 0. */
static int compare(struct dec *d, const struct em_row *r, unsigned first, uint32_t to, uint32_t not_to)
{
	const struct ptx_inst *in = d->in;
	uint32_t a = dec_source(d, &in->ops[first], r->widths[1]), b = dec_source(d, &in->ops[first + 1], r->widths[2]);
	if (!a || !b)
		return -1;
	enum ptx_op op = ptx_has(in, PTX_MOD_AND) ? PTX_OP_AND : ptx_has(in, PTX_MOD_OR) ? PTX_OP_OR : PTX_OP_XOR;
	if (in->noperands <= first + 2) {
		uint32_t t = not_to ? dec_temp(d, 'p') : to; /* `to` may be the scratch row */
		if (in->guard < 0) {
			d->compared = (uint32_t)d->p->ncode;
			d->compared_branch = r->again;
		}
		dec_emit(d, r->fn, t, a, b, 0, 0, 0);
		if (not_to) {
			dec_help(d, EM_H_COPYP, to, t, 0, 0, 0, 0);
			dec_help(d, EM_H_NOTP, not_to, t, 0, 0, 0, 0);
		}
		return 0;
	}
	uint32_t t = dec_temp(d, 'p'), c = dec_source(d, &in->ops[first + 2], 'p');
	if (!c)
		return -1;
	if (not_to) { /* either destination may be c */
		uint32_t copy = dec_temp(d, 'p');
		dec_help(d, EM_H_COPYP, copy, c, 0, 0, 0, 0);
		c = copy;
	}
	dec_emit(d, r->fn, t, a, b, 0, 0, 0);
	logic(d, op, to, t, c);
	if (not_to) {
		dec_help(d, EM_H_NOTP, t, t, 0, 0, 0, 0);
		logic(d, op, not_to, t, c);
	}
	return 0;
}

/* On pairs of halves: p of the low ones, q of the high ones. */
static int compare_pairs(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	enum ptx_op op = ptx_has(in, PTX_MOD_AND) ? PTX_OP_AND : ptx_has(in, PTX_MOD_OR) ? PTX_OP_OR : PTX_OP_XOR;
	uint32_t half[2][2], t[2], c = 0;
	for (int k = 0; k < 2; k++) {
		uint32_t v = dec_source(d, &in->ops[2 + k], 'w');
		if (!v)
			return -1;
		half[k][0] = dec_temp(d, 'h');
		half[k][1] = dec_temp(d, 'h');
		dec_help(d, EM_H_UNPACK16, v, half[k][0], half[k][1], 0, 0, 0);
	}
	if (in->noperands > 4 && !(c = dec_source(d, &in->ops[4], 'p')))
		return -1;
	for (int k = 0; k < 2; k++) {
		t[k] = dec_temp(d, 'p');
		dec_emit(d, r->fn, t[k], half[0][k], half[1][k], 0, 0, 0);
		if (c)
			logic(d, op, t[k], t[k], c);
	}
	for (int k = 0; k < 2; k++)
		dec_help(d, EM_H_COPYP, dec_dest(d, &in->ops[k], 'p', false), t[k], 0, 0, 0, 0);
	return 0;
}

int dec_setp(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	if (in->types[0] == PTX_F16X2 || in->types[0] == PTX_BF16X2)
		return compare_pairs(d, r);
	/* p|q, a, b needs four operands, with a boolean five; p, a, b three and four: the second is a predicate only
	 * with a pair. */
	const struct ptx_operand *o = &in->ops[1];
	bool pair = o->kind == PTX_SINK || (o->kind == PTX_REG && ptx_type_bits(d->f->regs[o->reg].type) == 1);
	return compare(d, r, pair ? 2 : 1, dec_dest(d, &in->ops[0], 'p', false), pair ? dec_dest(d, o, 'p', false) : 0);
}

int dec_set(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	uint64_t yes;
	char width = ptx_type_bits(in->types[0]) == 16 ? 'h' : 'w';
	switch (in->types[0]) {
	case PTX_F32: yes = 0x3f800000; break;
	case PTX_F16: yes = 0x3c00; break;
	case PTX_BF16: yes = 0x3f80; break;
	case PTX_U16:
	case PTX_S16: yes = 0xffff; break;
	case PTX_U32:
	case PTX_S32: yes = 0xffffffff; break;
	default: return dec_fail(d, "This instruction is not implemented by the emulator");
	}
	uint32_t t = dec_temp(d, 'p');
	if (compare(d, r, 1, t, 0) < 0)
		return -1;
	const struct em_row *sel = em_table_get(d->t, PTX_OP_SELP, 0, 0, T1(B32), M0);
	uint32_t a = dec_const(d, 32, yes), b = dec_const(d, 32, 0);
	dec_emit(d, sel->fn, dec_dest(d, &in->ops[0], width, false), a, b, t, 0, 0);
	return 0;
}

/* set.CMP.BOOL on pairs of halves: what the comparison of each half gives is joined with the predicate. r->x: what is
 * true, in 16 bits. */
int dec_setpair(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	enum ptx_op op = ptx_has(in, PTX_MOD_AND) ? PTX_OP_AND : ptx_has(in, PTX_MOD_OR) ? PTX_OP_OR : PTX_OP_XOR;
	uint32_t a = dec_source(d, &in->ops[1], 'w'), b = dec_source(d, &in->ops[2], 'w'),
		 c = dec_source(d, &in->ops[3], 'p');
	uint32_t t = dec_temp(d, 'w'), k = dec_temp(d, 'w'), all = dec_const(d, 32, EM_FULL),
		 none = dec_const(d, 32, 0), one = dec_const(d, 32, r->x | r->x << 16);
	if (!a || !b || !c)
		return -1;
	dec_emit(d, r->fn, t, a, b, 0, 0xffff, 0);
	dec_emit(d, em_table_get(d->t, PTX_OP_SELP, 0, 0, T1(B32), M0)->fn, k, all, none, c, 0, 0);
	dec_emit(d, em_table_get(d->t, op, 0, 0, T1(B32), M0)->fn, t, t, k, 0, 0, 0);
	dec_emit(d, em_table_get(d->t, PTX_OP_AND, 0, 0, T1(B32), M0)->fn, dec_dest(d, &in->ops[0], 'w', false), t, one,
		0, 0, 0);
	return 0;
}

int dec_slct(struct dec *d, const struct em_row *r)
{
	const struct ptx_inst *in = d->in;
	const struct em_row *ge = em_table_get(d->t, PTX_OP_SETP, 0, 0, in->types[1] == PTX_F32 ? T1(F32) : T1(S32),
		ptx_has(in, PTX_MOD_FTZ) ? M2(GE, FTZ) : M1(GE));
	uint32_t t = dec_temp(d, 'p'), a = dec_source(d, &in->ops[1], r->widths[1]),
		 b = dec_source(d, &in->ops[2], r->widths[2]);
	uint32_t c = dec_source(d, &in->ops[3], 'w'), zero = dec_const(d, 32, 0);
	if (!a || !b || !c)
		return -1;
	dec_emit(d, ge->fn, t, c, zero, 0, 0, 0);
	dec_emit(d, r->fn, dec_dest(d, &in->ops[0], r->widths[0], false), a, b, t, 0, 0);
	return 0;
}
