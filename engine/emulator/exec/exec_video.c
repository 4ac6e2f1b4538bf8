/* exec_video: packed video instructions, PTX ISA 9.7.18: two halves or four bytes of a register at once, of which
 * __vabsdiffu4 and its like are made. bind_video.c brings the elements of a and b into their natural order; those of d
 * that are not written are c's, or, with .add, add nothing to it. What a row does is in x (OF). Rounding and saturation
 * are as an H200 gave them (tests/conformance). */
#include "emulator/exec/exec.h"

enum { V_ADD, V_SUB, V_AVRG, V_ABSDIFF, V_MIN, V_MAX, V_EQ, V_NE, V_LT, V_LE, V_GT, V_GE };
enum { PLAIN, SATURATE, SUM };
/* Elements in a register, signedness of result and operands, mode, operation. */
#define OF(op, n, sd, sa, sb, mode) \
	((u32)(op) | (u32)(n) << 4 | (u32)(sd) << 8 | (u32)(sa) << 9 | (u32)(sb) << 10 | (u32)(mode) << 12)

static inline s32 element(u32 v, unsigned k, unsigned bits, bool is_signed)
{
	u32 e = v >> (k * bits) & ((1u << bits) - 1);
	return is_signed ? (s32)(e << (32 - bits)) >> (32 - bits) : (s32)e;
}

static inline s32 combine(u32 op, s32 a, s32 b)
{
	switch (op) {
	case V_ADD: return a + b;
	case V_SUB: return a - b;
	case V_AVRG: return (a + b + (a + b >= 0)) >> 1;
	case V_ABSDIFF: return a > b ? a - b : b - a;
	case V_MIN: return a < b ? a : b;
	case V_MAX: return a > b ? a : b;
	case V_EQ: return a == b;
	case V_NE: return a != b;
	case V_LT: return a < b;
	case V_LE: return a <= b;
	case V_GT: return a > b;
	default: return a >= b;
	}
}

static inline s32 saturated(s32 v, unsigned bits, bool is_signed)
{
	s32 low = is_signed ? -(1 << (bits - 1)) : 0, high = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
	return v < low ? low : v > high ? high : v;
}

static inline u32 video(u32 x, u32 a, u32 b, u32 c)
{
	u32 op = x & 15, n = x >> 4 & 15, mode = x >> 12 & 3, bits = 32 / n, r = mode == SUM ? c : 0;
	bool sd = x >> 8 & 1;
	for (u32 k = 0; k < n; k++) {
		if (!(x >> (EM_MASK_D + k) & 1)) {
			r |= mode == SUM ? 0 : c & ((1u << bits) - 1) << (k * bits);
			continue;
		}
		s32 v = combine(op, element(a, k, bits, x >> 9 & 1), element(b, k, bits, x >> 10 & 1));
		if (mode == SATURATE)
			v = saturated(v, bits, sd);
		r = mode == SUM ? r + (u32)v : r | ((u32)v & ((1u << bits) - 1)) << (k * bits);
	}
	return r;
}
FN(packed)
{
	u32 *d = ROWP(u32, i->d);
	const u32 *pa = ROWP(u32, i->a), *pb = ROWP(u32, i->b), *pc = ROWP(u32, i->c);
	u32 x = i->mode;
	EM_LOOP(, video(x, pa[l], pb[l], pc[l]));
}

#define R3(OP, op, n, D, A, B, sd, sa, sb) \
	{ PTX_OP_##OP, 0, 0, T3(D, A, B), M0, EM_BIND_PACKED, "wwww", packed, OF(op, n, sd, sa, sb, PLAIN), NULL }, \
		{ PTX_OP_##OP, 0, 0, T3(D, A, B), M1(SAT), EM_BIND_PACKED, "wwww", packed, \
			OF(op, n, sd, sa, sb, SATURATE), NULL }, \
	{ \
		PTX_OP_##OP, 0, 0, T3(D, A, B), M1(ADD), EM_BIND_PACKED, "wwww", packed, OF(op, n, sd, sa, sb, SUM), \
			NULL \
	}
#define TYPES(OP, op, n) \
	R3(OP, op, n, U32, U32, U32, 0, 0, 0), R3(OP, op, n, U32, U32, S32, 0, 0, 1), \
		R3(OP, op, n, U32, S32, U32, 0, 1, 0), R3(OP, op, n, U32, S32, S32, 0, 1, 1), \
		R3(OP, op, n, S32, U32, U32, 1, 0, 0), R3(OP, op, n, S32, U32, S32, 1, 0, 1), \
		R3(OP, op, n, S32, S32, U32, 1, 1, 0), R3(OP, op, n, S32, S32, S32, 1, 1, 1)
#define BOTH(OP, op) TYPES(OP##2, op, 2), TYPES(OP##4, op, 4)
#define S2(OP, n, A, B, sa, sb, M, op) \
	{ PTX_OP_##OP, 0, 0, T2(A, B), M1(M), EM_BIND_PACKED, "wwww", packed, OF(op, n, 0, sa, sb, PLAIN), NULL }, \
	{ \
		PTX_OP_##OP, 0, 0, T2(A, B), M2(M, ADD), EM_BIND_PACKED, "wwww", packed, OF(op, n, 0, sa, sb, SUM), \
			NULL \
	}
#define SETS(OP, n, M, op) \
	S2(OP, n, U32, U32, 0, 0, M, op), S2(OP, n, U32, S32, 0, 1, M, op), S2(OP, n, S32, U32, 1, 0, M, op), \
		S2(OP, n, S32, S32, 1, 1, M, op)
#define SET(M, op) SETS(VSET2, 2, M, op), SETS(VSET4, 4, M, op)
static const struct em_row rows[] = { BOTH(VADD, V_ADD), BOTH(VSUB, V_SUB), BOTH(VAVRG, V_AVRG),
	BOTH(VABSDIFF, V_ABSDIFF), BOTH(VMIN, V_MIN), BOTH(VMAX, V_MAX), SET(EQ, V_EQ), SET(NE, V_NE), SET(LT, V_LT),
	SET(LE, V_LE), SET(GT, V_GT), SET(GE, V_GE) };
const struct em_rows EM_ISA_NAME(em_rows_video);
const struct em_rows EM_ISA_NAME(em_rows_video) = { rows, sizeof rows / sizeof *rows };
