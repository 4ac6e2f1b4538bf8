/* taint_bits: words that were written in part, bit by bit. Of each marked lane with such a word a mask says which bits
 * nobody wrote. Shifts, masks and conversions by values that are known move it exactly: of a pixel whose fourth byte
 * nobody wrote, `p >> 16 & 0xff` is known, `p >> 8` is not. Whatever is not understood here forgets the mask, and the
 * word counts as somebody's from then on. */
#include "emulator/check/taint_marks.h"

/* One number, and not two that lie side by side in a word. */
static bool one_number(unsigned t)
{
	return t == PTX_S16 || t == PTX_U16 || t == PTX_F16 || t == PTX_BF16 || t == PTX_S32 || t == PTX_U32 ||
		t == PTX_F32 || t == PTX_S64 || t == PTX_U64 || t == PTX_F64;
}

enum ck_becomes em_taint_becomes(const struct ptx_inst *in)
{
	switch (in->op) {
	case PTX_OP_MOV: return in->ops[0].kind == PTX_REG && in->ops[1].kind == PTX_REG ? CK_COPIED : CK_APART;
	case PTX_OP_SHFL:
	case PTX_OP_SELP:
	case PTX_OP_SHL: return CK_COPIED;
	case PTX_OP_POPC:
	case PTX_OP_CLZ:
	case PTX_OP_BFIND: return CK_COMPUTED;
	case PTX_OP_CVT: /* between integers: bit by bit, below */
		return in->ntypes == 2 &&
				(ptx_type_class((enum ptx_type)in->types[0]) == PTX_CLS_FLOAT ||
					ptx_type_class((enum ptx_type)in->types[1]) == PTX_CLS_FLOAT) ?
			CK_COMPUTED :
			CK_APART;
	case PTX_OP_ADD:
	case PTX_OP_SUB:
	case PTX_OP_MUL:
	case PTX_OP_MAD:
	case PTX_OP_ADDC:
	case PTX_OP_SUBC:
	case PTX_OP_MADC:
	case PTX_OP_MUL24:
	case PTX_OP_MAD24:
	case PTX_OP_SAD:
	case PTX_OP_FMA:
	case PTX_OP_DIV:
	case PTX_OP_REM:
	case PTX_OP_MIN:
	case PTX_OP_MAX:
	case PTX_OP_ABS:
	case PTX_OP_NEG:
	case PTX_OP_RCP:
	case PTX_OP_SQRT:
	case PTX_OP_RSQRT:
	case PTX_OP_SIN:
	case PTX_OP_COS:
	case PTX_OP_LG2:
	case PTX_OP_EX2:
	case PTX_OP_TANH:
	case PTX_OP_DP4A:
	case PTX_OP_DP2A:
	case PTX_OP_SET:
	case PTX_OP_SETP: return one_number(in->types[in->op == PTX_OP_SET]) ? CK_COMPUTED : CK_APART;
	default: return CK_APART;
	}
}

struct at {
	const struct em_warp *w;
	const struct em_fplace *place;
	int lane;
};

static uint64_t low(unsigned bits)
{
	return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* The bits of an operand that nobody wrote, and its value. False: it is garbage as a whole, or not understood. */
static bool operand(const struct at *a, const struct ptx_operand *o, unsigned width, uint64_t *holes, uint64_t *value)
{
	const struct ck_taint *x = a->w->taint;
	uint32_t row, here = 1u << a->lane;

	*holes = 0;
	if (o->kind == PTX_IMM) {
		*value = (uint64_t)o->imm & low(width);
		return true;
	}
	if (o->kind != PTX_REG)
		return false;
	row = a->place->reg[o->reg];
	*value = (width > 32 ? EM_AT(a->w, uint64_t, row)[a->lane] : EM_AT(a->w, uint32_t, row)[a->lane]) & low(width);
	if (x->mask[row / 4] & here) {
		*holes = x->holes[row / 4 + (uint32_t)a->lane] & low(width);
		return (x->part[row / 4] & here) && *holes;
	}
	return true;
}

static uint64_t shifted_right(uint64_t holes, uint64_t n, unsigned width, bool sign)
{
	bool top = sign && holes >> (width - 1) & 1;
	uint64_t moved = n < width ? holes >> n : 0;

	return top ? moved | (low(width) & ~low(n < width ? width - (unsigned)n : 0)) : moved;
}

static uint64_t converted(uint64_t holes, unsigned to, unsigned from, bool sign)
{
	bool top = sign && holes >> (from - 1) & 1;

	return (top ? holes | ~low(from) : holes) & low(to);
}

/* prmt d, a, b, selector: each byte of d is one of a's (0 to 3) or of b's. */
static uint64_t permuted(uint64_t a, uint64_t b, uint64_t selector)
{
	uint64_t from = a | b << 32, r = 0;

	for (unsigned k = 0; k < 4; k++) {
		uint64_t byte = from >> (selector >> 4 * k & 7) * 8 & 0xff;

		if (selector >> 4 * k & 8) /* its sign, eight times */
			byte = byte & 0x80 ? 0xff : 0;
		r |= byte << 8 * k;
	}
	return r;
}

static uint64_t reversed(uint64_t bits, unsigned width)
{
	uint64_t r = 0;

	for (unsigned k = 0; k < width; k++)
		r |= (bits >> k & 1) << (width - 1 - k);
	return r;
}

/* shf d, a, b, n: 32 bits out of the 64 that b and a make. */
static uint64_t funnel(uint64_t a, uint64_t b, uint64_t n, bool left, bool wrap)
{
	const unsigned by = wrap ? n & 31 : n < 32 ? (unsigned)n : 32;

	return (left ? (b << 32 | a) << by >> 32 : (b << 32 | a) >> by) & UINT32_MAX;
}

/* Two numbers in one word: each is as garbage as its worst bit. */
static bool halves(const struct ptx_inst *in, const uint64_t *h, uint64_t *bits)
{
	const unsigned t = in->types[0];
	const uint64_t any = h[0] | h[1] | h[2];

	if (t != PTX_F16X2 && t != PTX_BF16X2 && t != PTX_U16X2 && t != PTX_S16X2)
		return false;
	*bits = (any & 0xffff ? 0xffff : 0) | (any >> 16 & 0xffff ? 0xffff0000 : 0);
	return true;
}

bool em_taint_adds(const struct ptx_inst *in)
{
	return (in->op == PTX_OP_ADD || in->op == PTX_OP_SUB) && one_number(in->types[0]) &&
		ptx_type_class((enum ptx_type)in->types[0]) != PTX_CLS_FLOAT && !in->nmods;
}

/* Carries go upwards: what lies below the lowest bit that nobody wrote is known. */
static bool added(const uint64_t *h, unsigned width, uint64_t *bits)
{
	const uint64_t any = h[0] | h[1];

	*bits = any ? low(width) & ~((any & (0 - any)) - 1) : 0;
	return !(any & 1);
}

bool em_taint_bits(
	const struct em_warp *w, const struct em_fplace *place, const struct ptx_inst *in, int lane, uint64_t *bits)
{
	const struct at a = { w, place, lane };
	const unsigned width = ptx_type_bits((enum ptx_type)in->types[0]);
	const bool sign = ptx_type_class((enum ptx_type)in->types[0]) == PTX_CLS_SIGNED;
	uint64_t h[3] = { 0 }, v[3] = { 0 };
	unsigned n = in->noperands - in->nwritten;

	if (in->nwritten != 1 || in->ops[0].kind != PTX_REG || width < 16 || width > 64 || !n || n > 3)
		return false;
	if (in->op == PTX_OP_CVT) {
		const enum ptx_type from = (enum ptx_type)in->types[1];

		if (in->ntypes != 2 || ptx_type_class(from) == PTX_CLS_FLOAT ||
			ptx_type_class((enum ptx_type)in->types[0]) == PTX_CLS_FLOAT || ptx_has(in, PTX_MOD_SAT) ||
			!operand(&a, &in->ops[1], ptx_type_bits(from), &h[0], &v[0]))
			return false;
		*bits = converted(h[0], width, ptx_type_bits(from), ptx_type_class(from) == PTX_CLS_SIGNED);
		return true;
	}
	for (unsigned k = 0; k < n; k++) {
		const bool count = (in->op == PTX_OP_SHL || in->op == PTX_OP_SHR || in->op == PTX_OP_BFE) && k;

		if (!operand(&a, &in->ops[1 + k], count ? 32 : width, &h[k], &v[k]) || (count && h[k]))
			return false;
	}
	switch (in->op) {
	case PTX_OP_MOV: *bits = h[0]; return true;
	case PTX_OP_NOT: *bits = h[0]; return true;
	case PTX_OP_XOR: *bits = h[0] | h[1]; return true;
	case PTX_OP_AND: *bits = (h[0] | h[1]) & (h[0] | v[0]) & (h[1] | v[1]); return true;
	case PTX_OP_OR: *bits = (h[0] | h[1]) & (h[0] | ~v[0]) & (h[1] | ~v[1]) & low(width); return true;
	case PTX_OP_SHL: *bits = v[1] < width ? h[0] << v[1] & low(width) : 0; return true;
	case PTX_OP_SHR: *bits = shifted_right(h[0], v[1], width, sign); return true;
	case PTX_OP_BFE: {
		const unsigned at = (unsigned)(v[1] & 0xff), len = (unsigned)(v[2] & 0xff);

		if (sign || at >= width)
			return false;
		*bits = h[0] >> at & low(len);
		return true;
	}
	case PTX_OP_BREV: *bits = reversed(h[0], width); return true;
	case PTX_OP_SHF:
		*bits = funnel(h[0], h[1], v[2], ptx_has(in, PTX_MOD_L), ptx_has(in, PTX_MOD_WRAP));
		return !h[2];
	case PTX_OP_ADD:
	case PTX_OP_SUB:
		if (em_taint_adds(in))
			return added(h, width, bits);
		return halves(in, h, bits);
	case PTX_OP_MUL:
	case PTX_OP_FMA:
	case PTX_OP_MIN:
	case PTX_OP_MAX:
	case PTX_OP_ABS:
	case PTX_OP_NEG: return halves(in, h, bits);
	case PTX_OP_PRMT:
		if (h[2] || in->nmods)
			return false;
		*bits = permuted(h[0], h[1], v[2]);
		return true;
	default: return false;
	}
}

uint32_t em_taint_holes(const struct em_warp *w, unsigned v, int lane, unsigned bytes)
{
	const struct ck_taint *x = w->taint;
	uint32_t r = 0;

	if (!x || !x->stored || !(x->part_stored[v & 7] >> lane & 1))
		return 0;
	for (unsigned k = 0; k < bytes && k < 8; k++)
		r |= (uint32_t)((x->holes[x->row[v & 7] / 4 + (uint32_t)lane] >> 8 * k & 0xff) == 0xff) << k;
	return r;
}
