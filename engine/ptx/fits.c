/* fits: does an instruction fit one form of its opcode? See fits.h. Modifiers and types first, then the space, then the
 * operands, each against its letter of the form (forms.h). */
#include "ptx/fits.h"

static bool is_int(enum ptx_type t)
{
	enum ptx_class cls = ptx_type_class(t);

	return cls == PTX_CLS_SIGNED || cls == PTX_CLS_UNSIGNED || cls == PTX_CLS_BITS;
}

/* May a register of type `have` stand where the instruction wants `want`? (ISA 9.0, 9.2 and 9.4.1) */
static bool fits(enum ptx_type have, enum ptx_type want, bool wider)
{
	unsigned h = ptx_type_bits(have), w = ptx_type_bits(want);
	enum ptx_class hc = ptx_type_class(have), wc = ptx_type_class(want);

	if (have == PTX_PRED || want == PTX_PRED)
		return have == want;
	if (h != w && !(wider && h > w && (hc != PTX_CLS_FLOAT || wc == PTX_CLS_BITS)))
		return false;
	if (hc == PTX_CLS_BITS || wc == PTX_CLS_BITS)
		return true;
	return (hc == PTX_CLS_FLOAT) == (wc == PTX_CLS_FLOAT);
}

static enum ptx_type twice(enum ptx_type t)
{
	switch (t) {
	case PTX_U16: return PTX_U32;
	case PTX_S16: return PTX_S32;
	case PTX_U32: return PTX_U64;
	default: return PTX_S64;
	}
}

/* The type that an operand must have, or FT_ADDR, FT_ANY. */
static int wanted(const struct ptx_inst *in, const struct form_operand *o)
{
	if (o->type >= FT_SLOT && o->type < FT_SLOT + PTX_MAX_TYPES)
		return in->types[o->type - FT_SLOT];
	return o->type == FT_WIDE ? (int)twice(in->types[0]) : o->type;
}

static bool reg_fits(const struct checker *c, const struct ptx_operand *o, int want, bool wider)
{
	enum ptx_type have = c->f->regs[o->reg].type;

	if (want == FT_ADDR)
		return is_int(have) && ptx_type_bits(have) >= 32 && ptx_type_bits(have) <= 64;
	return want == FT_ANY || fits(have, want, wider);
}

/* A float constant: 0f in 32 bits, 0d in 64; a .f32 or .f64 instruction converts. */
static bool float_fits(const struct ptx_operand *o, int want)
{
	if (want == PTX_F32 || want == PTX_F64)
		return true;
	return ptx_type_class(want) == PTX_CLS_BITS && ptx_type_bits(want) == (o->f32 ? 32 : 64);
}

static bool source_fits(const struct checker *c, const struct ptx_operand *o, int want, bool wider)
{
	switch (o->kind) {
	case PTX_REG: return reg_fits(c, o, want, wider);
	case PTX_IMM:
		return want == FT_ADDR || want == PTX_PRED || (is_int(want) && want != PTX_U16X2 && want != PTX_S16X2);
	case PTX_FIMM: return want != FT_ADDR && float_fits(o, want);
	}
	return false;
}

/* A special register is read in its own width, or %gridid and the low bits of a 32-bit one in less. */
static bool special_fits(const struct ptx_operand *o, int want)
{
	enum ptx_type t = ptx_sreg_type(o->vec);

	if (t == PTX_PRED || want == PTX_PRED)
		return (int)t == want;
	return is_int(want) &&
		(ptx_type_bits(want) == ptx_type_bits(t) || (ptx_type_bits(want) == 16 && ptx_type_bits(t) == 32) ||
			(ptx_type_bits(want) == 32 && o->vec == PTX_SREG_GRIDID));
}

/* mov.b64 {a, b}, d: elements of one width that fill the type */
static bool pack_fits(const struct checker *c, const struct ptx_operand *o, int want, bool is_dest)
{
	static const enum ptx_type by_bytes[] = { 0, PTX_B8, PTX_B16, 0, PTX_B32, 0, 0, 0, PTX_B64 };
	unsigned bytes = ptx_type_bits(want) / 8, each = o->nvec ? bytes / o->nvec : 0;

	if (o->kind != PTX_VEC || (o->nvec != 2 && o->nvec != 4) || each == 0 || each > 8)
		return false;
	for (int i = 0; i < o->nvec; i++) {
		const struct ptx_operand *e = &c->f->operands[o->vec + i];

		if (is_dest ? e->kind != PTX_SINK && !(e->kind == PTX_REG && reg_fits(c, e, by_bytes[each], false)) :
			      !source_fits(c, e, by_bytes[each], false))
			return false;
	}
	return true;
}

static bool vector_fits(const struct checker *c, const struct ptx_operand *o, int want, bool wider, bool is_dest)
{
	unsigned bits = 0; /* all registers are of one width */

	if (o->kind != PTX_VEC || o->nvec != c->in->vec)
		return false;
	for (int i = 0; i < o->nvec; i++) {
		const struct ptx_operand *e = &c->f->operands[o->vec + i];

		if (is_dest ? e->kind != PTX_SINK && !(e->kind == PTX_REG && reg_fits(c, e, want, wider)) :
			      !source_fits(c, e, want, wider))
			return false;
		if (e->kind == PTX_REG) {
			unsigned mine = ptx_type_bits(c->f->regs[e->reg].type);

			if (bits && bits != mine)
				return false;
			bits = mine;
		}
	}
	return true;
}

static bool address_fits(const struct checker *c, const struct ptx_operand *o)
{
	if (o->kind != PTX_ADDR)
		return false;
	if (o->reg >= 0)
		return reg_fits(c, o, FT_ADDR, false);
	/* A variable that is named lies in the space that the instruction names; cp names two. */
	if (o->sym < 0 || c->in->op == PTX_OP_CP)
		return true;
	return c->in->space == PTX_GENERIC ? c->m->vars[o->sym].space != PTX_PARAM :
					     c->m->vars[o->sym].space == c->in->space;
}

/* The selector and the minus of a register against what its place in the instruction takes (ops.def: roles). */
static bool selector_fits(char role, const struct ptx_operand *o)
{
	char letter = ptx_select_letter(o);
	unsigned n = ptx_select_count(o), most = letter == 'h' ? 2 : 4;
	bool falling = true, below = true; /* digits: of a mask, of a part */

	if (o->kind != PTX_REG)
		return true;
	if (ptx_select_neg(o) && role != '-' && role != 'n')
		return false;
	if (!letter)
		return role != 'V';
	for (unsigned k = 0; k < n; k++) {
		falling = falling && ptx_select_digit(o, k) < most &&
			(k == 0 || ptx_select_digit(o, k) > ptx_select_digit(o, k - 1));
		below = below && ptx_select_digit(o, k) < 2 * most;
	}
	switch (role) {
	case 'v':
	case '-':
	case 'V': return n == 1 && falling;
	case 'k': return letter == 'h' && n == 2 && below;
	case 'K': return letter == 'h' && n <= 2 && falling;
	case 'q': return letter == 'b' && n == 4 && below;
	case 'Q': return letter == 'b' && n <= 4 && falling;
	}
	return false;
}

static bool operand_fits(const struct checker *c, const struct form_operand *fo, const struct ptx_operand *o, int at)
{
	int want = wanted(c->in, fo);
	bool is_reg = o->kind == PTX_REG && reg_fits(c, o, want, fo->wider);

	if ((o->neg && want != PTX_PRED) || !selector_fits(fo->role, o))
		return false;
	if (o->kind == PTX_SPECIAL)
		return (fo->role == 's' || fo->role == 'm') && special_fits(o, want);
	switch (fo->role) {
	case '=':
	case 'r':
	case 'h':
	case 'V':
	case 'k':
	case 'K':
	case 'q':
	case 'Q': return is_reg;
	case '~': return is_reg || o->kind == PTX_SINK;
	case 'm':
		if ((o->kind == PTX_SYM || o->kind == PTX_FUNCREF) && is_int(want))
			return ptx_type_bits(want) == 32 || ptx_type_bits(want) == 64;
		return source_fits(c, o, want, fo->wider);
	case 's':
	case '<':
	case 'v':
	case '-':
	case 'n': return source_fits(c, o, want, fo->wider);
	case '!': return is_reg || (o->kind == PTX_IMM && !o->neg); /* setp.lt.and.s32 p, a, b, 1 */
	case '[': return address_fits(c, o);
	case '#': return o->kind == PTX_IMM;
	case '^': return o->kind == PTX_LABEL;
	case 'f':
		return o->kind == PTX_FUNCREF || (o->kind == PTX_REG && fits(c->f->regs[o->reg].type, PTX_B64, false));
	case '{': return pack_fits(c, o, want, at == 0);
	case '.':
		return c->in->vec == 1 ? source_fits(c, o, want, fo->wider) : vector_fits(c, o, want, fo->wider, false);
	case ',': return c->in->vec == 1 ? is_reg : vector_fits(c, o, want, fo->wider, true);
	}
	return false;
}

/* Each modifier takes one place of the form; every place that is not optional is taken. */
static bool mods_fit(const struct form *f, const struct ptx_inst *in)
{
	uint32_t taken = 0;

	for (int i = 0; i < in->nmods; i++) {
		unsigned m = in->mods[i], word = m / 64, k;
		uint64_t bit = UINT64_C(1) << m % 64;

		for (k = 0; k < f->nitems; k++)
			if (f->items[k].set.bits[word] & bit && (f->items[k].many || !(taken >> k & 1)))
				break;
		if (k == f->nitems)
			return false;
		taken |= 1u << k;
	}
	for (unsigned k = 0; k < f->nitems; k++)
		if (!f->items[k].optional && !(taken >> k & 1))
			return false;
	return true;
}

static bool types_fit(const struct checker *c, const struct form *f)
{
	const struct ptx_inst *in = c->in;

	if (in->ntypes != f->ntypes || (in->vec != 1 && !f->vector))
		return false;
	for (int i = 0; i < in->ntypes; i++)
		if (!(f->types[i] >> in->types[i] & 1))
			return false;
	return in->vec == 1 || in->vec * ptx_type_bits(in->types[0]) <= (c->m->target_sm >= 100 ? 256 : 128);
}

/* How well a form fits. Optional operands may be missing anywhere, so each is tried with and without; at most two are
 * optional. */
static int operands_fit(const struct checker *c, const struct form *f, int fo, int at)
{
	const struct ptx_inst *in = c->in;

	for (; fo < f->noperands; fo++, at++) {
		const struct form_operand *o = &f->operands[fo];

		if (o->role == 'h' && !ptx_has(in, PTX_MOD_L2_CACHE_HINT)) {
			at--;
			continue;
		}
		if (o->optional) {
			int without = operands_fit(c, f, fo + 1, at);

			if (without == FIT_ALL || at == in->noperands)
				return without;
		}
		if (at == in->noperands)
			return FIT_COUNT;
		if (!operand_fits(c, o, &in->ops[at], at))
			return FIT_OPERANDS + at;
	}
	return at == in->noperands ? FIT_ALL : FIT_COUNT;
}

/* Only copies and fences name two spaces; atom.global.shared::cta is nothing. */
static bool one_space(const struct ptx_inst *in)
{
	if (in->op == PTX_OP_CP || in->op == PTX_OP_FENCE)
		return true;
	return in->space == PTX_SHARED || !(ptx_has(in, PTX_MOD_SHARED_CTA) || ptx_has(in, PTX_MOD_SHARED_CLUSTER));
}

int ptx_form_fit(const struct checker *c, const struct form *f)
{
	const struct ptx_inst *in = c->in;
	bool mods = mods_fit(f, in), types = types_fit(c, f);

	if (!mods || !types)
		return types ? FIT_TYPES : mods ? FIT_MODS : FIT_NOTHING;
	if (!(f->spaces >> in->space & 1) || !one_space(in))
		return FIT_SPACE;
	if (in->pair != f->pair)
		return FIT_COUNT;
	return operands_fit(c, f, 0, 0);
}
