/* exec_vscalar: scalar video instructions, PTX ISA 9.7.18.1: parts of registers, taken as signed or not, are added,
 * compared, shifted or multiplied with more than 32 bits, saturated, and joined with or merged into a third operand.
 * What a row does is in x (OF and MAD); bind_video.c adds the selectors. Bits are as an H200 gave them
 * (tests/conformance). */
#include "emulator/exec/exec.h"

enum { V_ADD, V_SUB, V_ABSDIFF, V_MIN, V_MAX, V_SHL, V_SHR, V_EQ, V_NE, V_LT, V_LE, V_GT, V_GE };
enum { ALONE, ADDED, MINIMUM, MAXIMUM };
/* Operation, signedness of result and operands, saturation, what joins the result with c, shifts that wrap. */
#define OF(op, sd, sa, sb, sat, join, wrap) \
	((u32)(op) | (u32)(sd) << 4 | (u32)(sa) << 5 | (u32)(sb) << 6 | (u32)(sat) << 7 | (u32)(join) << 8 | \
		(u32)(wrap) << 10)
/* vmad: signedness, saturation, plus one, and by how much the result is shifted. */
#define MAD(sd, sa, sb, sat, po, shift) \
	((u32)(sd) << 4 | (u32)(sa) << 5 | (u32)(sb) << 6 | (u32)(sat) << 7 | (u32)(po) << 8 | (u32)(shift) << 9)

static inline s64 part(u32 v, u32 which, bool is_signed)
{
	u32 bits = which == 0 ? 32 :
		which < 5     ? 8 :
				16,
	    at = which == 0 ? 0 :
		which < 5   ? 8 * (which - 1) :
			      16 * (which - 5);
	u32 e = v << (32 - bits - at);
	return is_signed ? (s32)e >> (32 - bits) : (s64)(e >> (32 - bits));
}

/* No GPU since Volta has these instructions: ptxas writes a few dozen others for each, and what those compute differs
 * here and there from the manual's description. Programs get what ptxas writes, so does this, and each such place says
 * so. */

static inline s64 combine(u32 op, s64 a, s64 b, bool wrap)
{
	u32 by = wrap ? (u32)b & 31 : b > 32 ? 32 : (u32)b;
	switch (op) {
	case V_ADD: return a + b;
	case V_SUB: return a - b;
	case V_ABSDIFF: return a > b ? a - b : b - a;
	case V_MIN: return a < b ? a : b;
	case V_MAX: return a > b ? a : b;
	case V_SHL: return (s64)((u64)a << by);
	case V_SHR: return a >> by;
	case V_EQ: return a == b;
	case V_NE: return a != b;
	case V_LT: return a < b;
	case V_LE: return a <= b;
	case V_GT: return a > b;
	default: return a >= b;
	}
}

/* Into `bits`. ptxas: a shift is saturated to 32 bits, whatever its destination, and its sum has 34 bits; other sums do
 * not overflow an unsigned word upwards; and a byte or half takes what is below its bounds for what is above them. */
static inline s64 saturate(u32 op, s64 v, u32 bits, bool is_signed)
{
	bool shift = op == V_SHL || op == V_SHR;
	s64 most = ((s64)1 << (bits - is_signed)) - 1;
	if (op == V_SHL)
		v = (s64)((u64)v << 30) >> 30;
	if (bits < 32 && !shift)
		return v < 0 || v > most ? most : v;
	if (is_signed)
		return v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : v;
	return v < 0 ? 0 : shift && v > UINT32_MAX ? UINT32_MAX : v;
}

/* ptxas: compares in 64 bits, of which a sum, a saturated shift and all that is saturated to a signed type have the
 * lower 32, extended by their sign. */
static inline u32 join(u32 how, s64 v, u32 c, bool is_signed)
{
	s64 w = is_signed ? (s64)(s32)c : (s64)c;
	bool less = is_signed ? v < w : (u64)v < (u64)w;
	switch (how) {
	case ADDED: return (u32)v + c;
	case MINIMUM: return less ? (u32)v : c;
	case MAXIMUM: return less ? c : (u32)v;
	default: return (u32)v;
	}
}

static inline u32 video(u32 x, u32 a, u32 b, u32 c)
{
	u32 op = x & 15, to = x >> EM_PART_D & 7,
	    bits = to == 0 ? 32 :
		to < 5     ? 8 :
			     16,
	    at = to == 0 ? 0 :
		to < 5   ? 8 * (to - 1) :
			   16 * (to - 5);
	bool sd = x >> 4 & 1, sat = x >> 7 & 1;
	s64 v = combine(
		op, part(a, x >> EM_PART_A & 7, x >> 5 & 1), part(b, x >> EM_PART_B & 7, x >> 6 & 1), x >> 10 & 1);
	if (sat)
		v = saturate(op, v, bits, sd);
	if (to == 6) { /* ptxas: the upper half of the result goes there, not the lower one */
		if (sat && sd && op != V_SHL && op != V_SHR)
			v = (s16)v;
		return ((u32)v & 0xffff0000) | (c & 0xffff);
	}
	if (to) {
		u32 field = ((1u << bits) - 1) << at;
		return (c & ~field) | ((u32)v << at & field);
	}
	if (op == V_ADD || op == V_SUB || (sat && (sd || op == V_SHL || op == V_SHR)))
		v = (s32)v;
	return join(x >> 8 & 3, v, c, sd);
}

/* ptxas: words are factors and addends with a sign, whatever their type; an unsigned result that is to be saturated is
 * shifted without one. */
static inline u32 multiply_add(u32 x, u32 a, u32 b, u32 c)
{
	bool sa = x >> 5 & 1, sb = x >> 6 & 1, po = x >> 8 & 1, minus = x >> EM_NEG_PRODUCT & 1,
	     less = x >> EM_NEG_ADDEND & 1, sat = x >> 7 & 1;
	bool is_signed = sa || sb || minus || less;
	s64 product = (s64)(s32)part(a, x >> EM_PART_A & 7, sa) * (s32)part(b, x >> EM_PART_B & 7, sb), addend = (s32)c;
	u32 by = x >> 9 & 15;
	s64 v = (minus ? -product : product) + (less ? -addend : addend) + po;
	if (sat && !is_signed) {
		u64 u = (u64)v >> by;
		return by == 0 && v < 0 ? 0 : u > UINT32_MAX ? UINT32_MAX : (u32)u;
	}
	v >>= by;
	if (sat)
		v = v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : v;
	return (u32)v;
}

#define THREE(expr) \
	u32 *d = ROWP(u32, i->d); \
	const u32 *pa = ROWP(u32, i->a), *pb = ROWP(u32, i->b), *pc = ROWP(u32, i->c); \
	u32 x = i->mode; \
	EM_LOOP(, expr)
FN(scalar)
{
	THREE(video(x, pa[l], pb[l], pc[l]));
}
FN(mad)
{
	THREE(multiply_add(x, pa[l], pb[l], pc[l]));
}

#define R(OP, types, mods, fn, x) \
	{ \
		PTX_OP_##OP, 0, 0, types, mods, EM_BIND_VIDEO, "wwww", fn, x, NULL \
	}
#define JOINED(OP, op, types, sd, sa, sb) \
	R(OP, types, M0, scalar, OF(op, sd, sa, sb, 0, ALONE, 0)), \
		R(OP, types, M1(SAT), scalar, OF(op, sd, sa, sb, 1, ALONE, 0)), \
		R(OP, types, M1(ADD), scalar, OF(op, sd, sa, sb, 0, ADDED, 0)), \
		R(OP, types, M2(SAT, ADD), scalar, OF(op, sd, sa, sb, 1, ADDED, 0)), \
		R(OP, types, M1(MIN), scalar, OF(op, sd, sa, sb, 0, MINIMUM, 0)), \
		R(OP, types, M2(SAT, MIN), scalar, OF(op, sd, sa, sb, 1, MINIMUM, 0)), \
		R(OP, types, M1(MAX), scalar, OF(op, sd, sa, sb, 0, MAXIMUM, 0)), \
		R(OP, types, M2(SAT, MAX), scalar, OF(op, sd, sa, sb, 1, MAXIMUM, 0))
#define TYPED(X, OP, op) \
	X(OP, op, T3(U32, U32, U32), 0, 0, 0), X(OP, op, T3(U32, U32, S32), 0, 0, 1), \
		X(OP, op, T3(U32, S32, U32), 0, 1, 0), X(OP, op, T3(U32, S32, S32), 0, 1, 1), \
		X(OP, op, T3(S32, U32, U32), 1, 0, 0), X(OP, op, T3(S32, U32, S32), 1, 0, 1), \
		X(OP, op, T3(S32, S32, U32), 1, 1, 0), X(OP, op, T3(S32, S32, S32), 1, 1, 1)
#define SHIFTED(OP, op, types, sd, sa, M, wrap) \
	R(OP, types, M1(M), scalar, OF(op, sd, sa, 0, 0, ALONE, wrap)), \
		R(OP, types, M2(SAT, M), scalar, OF(op, sd, sa, 0, 1, ALONE, wrap)), \
		R(OP, types, M2(M, ADD), scalar, OF(op, sd, sa, 0, 0, ADDED, wrap)), \
		R(OP, types, M3(SAT, M, ADD), scalar, OF(op, sd, sa, 0, 1, ADDED, wrap)), \
		R(OP, types, M2(M, MIN), scalar, OF(op, sd, sa, 0, 0, MINIMUM, wrap)), \
		R(OP, types, M3(SAT, M, MIN), scalar, OF(op, sd, sa, 0, 1, MINIMUM, wrap)), \
		R(OP, types, M2(M, MAX), scalar, OF(op, sd, sa, 0, 0, MAXIMUM, wrap)), \
		R(OP, types, M3(SAT, M, MAX), scalar, OF(op, sd, sa, 0, 1, MAXIMUM, wrap))
#define SHIFTS_AS(OP, op, types, sd, sa) \
	SHIFTED(OP, op, types, sd, sa, CLAMP, 0), SHIFTED(OP, op, types, sd, sa, WRAP, 1)
#define SHIFTS(OP, op) \
	SHIFTS_AS(OP, op, T3(U32, U32, U32), 0, 0), SHIFTS_AS(OP, op, T3(U32, S32, U32), 0, 1), \
		SHIFTS_AS(OP, op, T3(S32, U32, U32), 1, 0), SHIFTS_AS(OP, op, T3(S32, S32, U32), 1, 1)
/* vset has no type of its result: that of a says how it compares with c. */
#define COMPARED(M, op, A, B, sa, sb) \
	R(VSET, T2(A, B), M1(M), scalar, OF(op, sa, sa, sb, 0, ALONE, 0)), \
		R(VSET, T2(A, B), M2(M, ADD), scalar, OF(op, sa, sa, sb, 0, ADDED, 0)), \
		R(VSET, T2(A, B), M2(M, MIN), scalar, OF(op, sa, sa, sb, 0, MINIMUM, 0)), \
		R(VSET, T2(A, B), M2(M, MAX), scalar, OF(op, sa, sa, sb, 0, MAXIMUM, 0))
#define SETS(M, op) \
	COMPARED(M, op, U32, U32, 0, 0), COMPARED(M, op, U32, S32, 0, 1), COMPARED(M, op, S32, U32, 1, 0), \
		COMPARED(M, op, S32, S32, 1, 1)
#define SCALED(OP, po, types, sd, sa, sb) \
	R(OP, types, M0, mad, MAD(sd, sa, sb, 0, 0, 0)), R(OP, types, M1(SAT), mad, MAD(sd, sa, sb, 1, 0, 0)), \
		R(OP, types, M1(SHR7), mad, MAD(sd, sa, sb, 0, 0, 7)), \
		R(OP, types, M2(SAT, SHR7), mad, MAD(sd, sa, sb, 1, 0, 7)), \
		R(OP, types, M1(SHR15), mad, MAD(sd, sa, sb, 0, 0, 15)), \
		R(OP, types, M2(SAT, SHR15), mad, MAD(sd, sa, sb, 1, 0, 15)), \
		R(OP, types, M1(PO), mad, MAD(sd, sa, sb, 0, 1, 0)), \
		R(OP, types, M2(PO, SAT), mad, MAD(sd, sa, sb, 1, 1, 0)), \
		R(OP, types, M2(PO, SHR7), mad, MAD(sd, sa, sb, 0, 1, 7)), \
		R(OP, types, M3(PO, SAT, SHR7), mad, MAD(sd, sa, sb, 1, 1, 7)), \
		R(OP, types, M2(PO, SHR15), mad, MAD(sd, sa, sb, 0, 1, 15)), \
		R(OP, types, M3(PO, SAT, SHR15), mad, MAD(sd, sa, sb, 1, 1, 15))

static const struct em_row rows[] = { TYPED(JOINED, VADD, V_ADD), TYPED(JOINED, VSUB, V_SUB),
	TYPED(JOINED, VABSDIFF, V_ABSDIFF), TYPED(JOINED, VMIN, V_MIN), TYPED(JOINED, VMAX, V_MAX), SHIFTS(VSHL, V_SHL),
	SHIFTS(VSHR, V_SHR), TYPED(SCALED, VMAD, 0), SETS(EQ, V_EQ), SETS(NE, V_NE), SETS(LT, V_LT), SETS(LE, V_LE),
	SETS(GT, V_GT), SETS(GE, V_GE) };
const struct em_rows EM_ISA_NAME(em_rows_vscalar);
const struct em_rows EM_ISA_NAME(em_rows_vscalar) = { rows, sizeof rows / sizeof *rows };
