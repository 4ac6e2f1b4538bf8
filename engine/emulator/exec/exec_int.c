/* exec_int: integer arithmetic, 16, 32 and 64 bits, PTX ISA 9.7.1 and 9.7.2 (extended precision).
 * Sums and products are computed unsigned: they wrap, and nothing here is undefined. */
#include "emulator/exec/exec.h"

typedef unsigned __int128 u128;
typedef __int128 s128;

/* Binary operations that do not care for the sign: name, expression. */
#define WRAP2(X) X(add, a + b) X(sub, a - b) X(mullo, a *b)
#define DEF(n, e) \
	EXEC2(n##_16, u32, u32, u32, u32, u32, (u16)(e)) \
	EXEC2(n##_32, u32, u32, u32, u32, u32, e) \
	EXEC2(n##_64, u64, u64, u64, u64, u64, e)
WRAP2(DEF)
#undef DEF
/* Those that do. Quotient and remainder of a division by zero are all ones, as the hardware does; the quotient of
 * INT_MIN and -1 wraps. */
#define SIGN2(X, T, ST, W) X(min, T, ST, W, a < b ? a : b) X(max, T, ST, W, a > b ? a : b)
#define DEF(n, T, ST, W, e) EXEC2(n##_##T, W, W, T, W, T, (ST)(e))
SIGN2(DEF, u16, u16, u32)
SIGN2(DEF, s16, u16, u32)
SIGN2(DEF, u32, u32, u32)
SIGN2(DEF, s32, u32, u32)
SIGN2(DEF, u64, u64, u64)
SIGN2(DEF, s64, u64, u64)
#undef DEF
#define DIVU(T, W) \
	EXEC2(div_##T, W, W, T, W, T, b ? (T)(a / (b ? b : 1)) : (T) ~(T)0) \
	EXEC2(rem_##T, W, W, T, W, T, b ? (T)(a % (b ? b : 1)) : (T) ~(T)0)
DIVU(u16, u32)
DIVU(u32, u32)
DIVU(u64, u64)
#define DIVS(T, U, W) \
	EXEC2(div_##T, W, W, T, W, T, \
		b == 0          ? (U) ~(U)0 : \
			b == -1 ? (U)(0 - (U)a) : \
				  (U)(a / (T)(b == 0 || b == -1 ? 1 : b))) \
	EXEC2(rem_##T, W, W, T, W, T, b == 0 ? (U) ~(U)0 : b == -1 ? (U)0 : (U)(a % (T)(b == 0 || b == -1 ? 1 : b)))
DIVS(s16, u16, u32)
DIVS(s32, u32, u32)
DIVS(s64, u64, u64)

EXEC2(mulhi_u16, u32, u32, u16, u32, u16, (u16)(((u32)a * b) >> 16))
EXEC2(mulhi_s16, u32, u32, s16, u32, s16, (u16)((u32)((s32)a *b) >> 16))
EXEC2(mulhi_u32, u32, u32, u32, u32, u32, ((u64)a * b) >> 32)
EXEC2(mulhi_s32, u32, u32, s32, u32, s32, (u64)((s64)a *b) >> 32)
EXEC2(mulhi_u64, u64, u64, u64, u64, u64, (u64)(((u128)a * b) >> 64))
EXEC2(mulhi_s64, u64, u64, s64, u64, s64, (u64)((u128)((s128)a *b) >> 64))
EXEC2(mulwide_u16, u32, u32, u16, u32, u16, (u32)a *b)
EXEC2(mulwide_s16, u32, u32, s16, u32, s16, (u32)((s32)a *b))
EXEC2(mulwide_u32, u64, u32, u32, u32, u32, (u64)a *b)
EXEC2(mulwide_s32, u64, u32, s32, u32, s32, (u64)((s64)a *b))

EXEC3(madlo_16, u32, u32, u32, u32, u32, u32, u32, (u16)(a *b + c))
EXEC3(madlo_32, u32, u32, u32, u32, u32, u32, u32, a *b + c)
EXEC3(madlo_64, u64, u64, u64, u64, u64, u64, u64, a *b + c)
EXEC3(madhi_u16, u32, u32, u16, u32, u16, u32, u16, (u16)((((u32)a * b) >> 16) + c))
EXEC3(madhi_s16, u32, u32, s16, u32, s16, u32, u16, (u16)(((u32)((s32)a * b) >> 16) + c))
EXEC3(madhi_u32, u32, u32, u32, u32, u32, u32, u32, (u32)(((u64)a * b) >> 32) + c)
EXEC3(madhi_s32, u32, u32, s32, u32, s32, u32, u32, (u32)((u64)((s64)a *b) >> 32) + c)
EXEC3(madhi_u64, u64, u64, u64, u64, u64, u64, u64, (u64)(((u128)a * b) >> 64) + c)
EXEC3(madhi_s64, u64, u64, s64, u64, s64, u64, u64, (u64)((u128)((s128)a *b) >> 64) + c)
EXEC3(madwide_u16, u32, u32, u16, u32, u16, u32, u32, (u32)a *b + c)
EXEC3(madwide_s16, u32, u32, s16, u32, s16, u32, u32, (u32)((s32)a *b) + c)
EXEC3(madwide_u32, u64, u32, u32, u32, u32, u64, u64, (u64)a *b + c)
EXEC3(madwide_s32, u64, u32, s32, u32, s32, u64, u64, (u64)((s64)a *b) + c)

static inline s32 sat32(s64 v)
{
	return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (s32)v;
}
EXEC2(addsat_s32, u32, u32, s32, u32, s32, (u32)sat32((s64)a + b))
EXEC2(subsat_s32, u32, u32, s32, u32, s32, (u32)sat32((s64)a - b))
EXEC3(madhisat_s32, u32, u32, s32, u32, s32, u32, s32, (u32)sat32((((s64)a * b) >> 32) + c))

/* 24-bit factors: the low or the high 32 of the 48 bits. */
static inline s64 sext24(u32 v)
{
	return (s64)(s32)(v << 8) >> 8;
}
EXEC2(mul24lo_u32, u32, u32, u32, u32, u32, (u32)((u64)(a & 0xffffff) * (b & 0xffffff)))
EXEC2(mul24lo_s32, u32, u32, u32, u32, u32, (u32)(u64)(sext24(a) * sext24(b)))
EXEC2(mul24hi_u32, u32, u32, u32, u32, u32, (u32)(((u64)(a & 0xffffff) * (b & 0xffffff)) >> 16))
EXEC2(mul24hi_s32, u32, u32, u32, u32, u32, (u32)((u64)(sext24(a) * sext24(b)) >> 16))
EXEC3(mad24lo_u32, u32, u32, u32, u32, u32, u32, u32, (u32)((u64)(a & 0xffffff) * (b & 0xffffff)) + c)
EXEC3(mad24lo_s32, u32, u32, u32, u32, u32, u32, u32, (u32)(u64)(sext24(a) * sext24(b)) + c)
EXEC3(mad24hi_u32, u32, u32, u32, u32, u32, u32, u32, (u32)(((u64)(a & 0xffffff) * (b & 0xffffff)) >> 16) + c)
EXEC3(mad24hi_s32, u32, u32, u32, u32, u32, u32, u32, (u32)((u64)(sext24(a) * sext24(b)) >> 16) + c)
EXEC3(mad24hisat_s32, u32, u32, u32, u32, u32, u32, s32,
	(u32)sat32((s64)(s32)(u32)((u64)(sext24(a) * sext24(b)) >> 16) + c))

#define SADT(T, U, W) EXEC3(sad_##T, W, W, T, W, T, W, U, (U)(c + (a > b ? (U)((U)a - (U)b) : (U)((U)b - (U)a))))
SADT(u16, u16, u32)
SADT(s16, u16, u32)
SADT(u32, u32, u32)
SADT(s32, u32, u32)
SADT(u64, u64, u64)
SADT(s64, u64, u64)
EXEC1(abs_s16, u32, u32, s16, (u16)(a < 0 ? 0 - (u32)a : (u32)a))
EXEC1(abs_s32, u32, u32, s32, a < 0 ? 0 - (u32)a : (u32)a)
EXEC1(abs_s64, u64, u64, s64, a < 0 ? 0 - (u64)a : (u64)a)
EXEC1(neg_16, u32, u32, u32, (u16)(0 - a))
EXEC1(neg_32, u32, u32, u32, 0 - a)
EXEC1(neg_64, u64, u64, u64, 0 - a)

EXEC2(minrelu_s32, u32, u32, s32, u32, s32, (u32)((a < b ? a : b) < 0 ? 0 : (a < b ? a : b)))
EXEC2(maxrelu_s32, u32, u32, s32, u32, s32, (u32)((a > b ? a : b) < 0 ? 0 : (a > b ? a : b)))

/* Two 16-bit halves. */
#define HALVES(e) \
	({ \
		u32 r2; \
		{ \
			u16 x = (u16)a, y = (u16)b; \
			(void)x; \
			(void)y; \
			r2 = (u16)(e); \
		} \
		{ \
			u16 x = (u16)(a >> 16), y = (u16)(b >> 16); \
			(void)x; \
			(void)y; \
			r2 |= (u32)(u16)(e) << 16; \
		} \
		r2; \
	})
EXEC2(add_16x2, u32, u32, u32, u32, u32, HALVES(x + y))
EXEC2(min_u16x2, u32, u32, u32, u32, u32, HALVES(x < y ? x : y))
EXEC2(max_u16x2, u32, u32, u32, u32, u32, HALVES(x > y ? x : y))
EXEC2(min_s16x2, u32, u32, u32, u32, u32, HALVES((s16)x < (s16)y ? x : y))
EXEC2(max_s16x2, u32, u32, u32, u32, u32, HALVES((s16)x > (s16)y ? x : y))
EXEC2(minrelu_s16x2, u32, u32, u32, u32, u32,
	HALVES(((s16)x < (s16)y ? (s16)x : (s16)y) < 0 ? 0 :
			(s16)x < (s16)y                ? x :
							 y))
EXEC2(maxrelu_s16x2, u32, u32, u32, u32, u32,
	HALVES(((s16)x > (s16)y ? (s16)x : (s16)y) < 0 ? 0 :
			(s16)x > (s16)y                ? x :
							 y))

/* Dot products of four bytes (or two halves by two bytes) and a sum. */
#define BYTE(T, v, k) ((s32)(T)((v) >> (8 * (k))))
#define DOT4(TA, TB) \
	(c + (u32)(BYTE(TA, a, 0) * BYTE(TB, b, 0)) + (u32)(BYTE(TA, a, 1) * BYTE(TB, b, 1)) + \
		(u32)(BYTE(TA, a, 2) * BYTE(TB, b, 2)) + (u32)(BYTE(TA, a, 3) * BYTE(TB, b, 3)))
#define DOT2(TA, TB, k) (c + (u32)((s32)(TA)a * BYTE(TB, b, k)) + (u32)((s32)(TA)(a >> 16) * BYTE(TB, b, k + 1)))
#define DOT(n, T4A, T2A, TB) \
	EXEC3(dp4a_##n, u32, u32, u32, u32, u32, u32, u32, DOT4(T4A, TB)) \
	EXEC3(dp2alo_##n, u32, u32, u32, u32, u32, u32, u32, DOT2(T2A, TB, 0)) \
	EXEC3(dp2ahi_##n, u32, u32, u32, u32, u32, u32, u32, DOT2(T2A, TB, 2))
DOT(uu, uint8_t, u16, uint8_t)
DOT(us, uint8_t, u16, int8_t)
DOT(su, int8_t, s16, uint8_t)
DOT(ss, int8_t, s16, int8_t)

/* Extended precision. The carry flag is the predicate row b's neighbour: decode hands its row in x. A subtraction adds
 * the complement, as the hardware does: its carry is set when it borrows nothing, which shows where an addition takes
 * the carry of a subtraction or the reverse (nvcc's division of __int128). */
#define CARRY PREDP(i->row)
#define EXECC(name, T, pre, sum, carry) \
	FN(name) \
	{ \
		T *d = ROWP(T, i->d); \
		const T *pa = ROWP(T, i->a), *pb = ROWP(T, i->b), *pc = ROWP(T, i->c); \
		uint32_t m = w->mask, in = *CARRY, out = 0; \
		(void)in; \
		(void)pc; \
		for (int l = 0; l < EM_WARP; l++) { \
			T a = pa[l], b = pb[l]; \
			T ci = in >> l & 1; \
			(void)ci; \
			pre; \
			T s = (T)(sum); \
			out |= (uint32_t) !!(carry) << l; \
			d[l] = ON(m) ? s : d[l]; \
		} \
		*CARRY = (in & ~m) | (out & m); \
		return i + 1; \
	}
/* The .cc forms write the flag; addc without .cc must not. */
#define EXECN(name, T, pre, sum) \
	FN(name) \
	{ \
		T *d = ROWP(T, i->d); \
		const T *pa = ROWP(T, i->a), *pb = ROWP(T, i->b), *pc = ROWP(T, i->c); \
		uint32_t m = w->mask, in = *CARRY; \
		(void)pc; \
		for (int l = 0; l < EM_WARP; l++) { \
			T a = pa[l], b = pb[l]; \
			T ci = in >> l & 1; \
			pre; \
			T s = (T)(sum); \
			d[l] = ON(m) ? s : d[l]; \
		} \
		return i + 1; \
	}
#define CARRIES(T, U2, n) \
	EXECC(addcc_##n, T, , a + b, s < a) \
	EXECC(addccc_##n, T, , a + b + ci, s < a || (ci && s == a)) \
	EXECN(addc_##n, T, , a + b + ci) \
	EXECC(subcc_##n, T, , a - b, a >= b) \
	EXECC(subccc_##n, T, , a - b - 1 + ci, a > b || (ci && a == b)) \
	EXECN(subc_##n, T, , a - b - 1 + ci)
CARRIES(u32, u64, 32)
CARRIES(u64, u128, 64)
#define MADC(n, T, P, prod) \
	EXECC(madcc_##n, T, T c = pc[l]; T p = (T)(prod), p + c, s < p) \
	EXECC(madccc_##n, T, T c = pc[l]; T p = (T)(prod), p + c + ci, s < p || (ci && s == p)) \
	EXECN(madc_##n, T, T c = pc[l]; T p = (T)(prod), p + c + ci)
MADC(lo32, u32, , a *b)
MADC(lo64, u64, , a *b)
MADC(hiu32, u32, , ((u64)a * b) >> 32)
MADC(his32, u32, , (u64)((s64)(s32)a *(s32)b) >> 32)
MADC(hiu64, u64, , ((u128)a * b) >> 64)
MADC(his64, u64, , (u128)((s128)(s64)a *(s64)b) >> 64)

#define CC_ROWS(U, S, W, n) \
	ROW(ADD, T1(U), M1(CC), W, addcc_##n), ROW(ADD, T1(S), M1(CC), W, addcc_##n), \
		ROW(ADDC, T1(U), M1(CC), W, addccc_##n), ROW(ADDC, T1(S), M1(CC), W, addccc_##n), \
		ROW(ADDC, T1(U), M0, W, addc_##n), ROW(ADDC, T1(S), M0, W, addc_##n), \
		ROW(SUB, T1(U), M1(CC), W, subcc_##n), ROW(SUB, T1(S), M1(CC), W, subcc_##n), \
		ROW(SUBC, T1(U), M1(CC), W, subccc_##n), ROW(SUBC, T1(S), M1(CC), W, subccc_##n), \
		ROW(SUBC, T1(U), M0, W, subc_##n), ROW(SUBC, T1(S), M0, W, subc_##n)
#define MADC_ROWS(U, S, W, n, hu, hs) \
	ROW(MAD, T1(U), M2(LO, CC), W, madcc_lo##n), ROW(MAD, T1(S), M2(LO, CC), W, madcc_lo##n), \
		ROW(MADC, T1(U), M2(LO, CC), W, madccc_lo##n), ROW(MADC, T1(S), M2(LO, CC), W, madccc_lo##n), \
		ROW(MADC, T1(U), M1(LO), W, madc_lo##n), ROW(MADC, T1(S), M1(LO), W, madc_lo##n), \
		ROW(MAD, T1(U), M2(HI, CC), W, madcc_##hu), ROW(MAD, T1(S), M2(HI, CC), W, madcc_##hs), \
		ROW(MADC, T1(U), M2(HI, CC), W, madccc_##hu), ROW(MADC, T1(S), M2(HI, CC), W, madccc_##hs), \
		ROW(MADC, T1(U), M1(HI), W, madc_##hu), ROW(MADC, T1(S), M1(HI), W, madc_##hs)
#define WRAP_ROWS(OP, M, n) \
	ROW(OP, T1(U16), M, "hhh", n##_16), ROW(OP, T1(S16), M, "hhh", n##_16), ROW(OP, T1(U32), M, "www", n##_32), \
		ROW(OP, T1(S32), M, "www", n##_32), ROW(OP, T1(U64), M, "lll", n##_64), \
		ROW(OP, T1(S64), M, "lll", n##_64)
#define SIGN_ROWS(OP, M, n) \
	ROW(OP, T1(U16), M, "hhh", n##_u16), ROW(OP, T1(S16), M, "hhh", n##_s16), ROW(OP, T1(U32), M, "www", n##_u32), \
		ROW(OP, T1(S32), M, "www", n##_s32), ROW(OP, T1(U64), M, "lll", n##_u64), \
		ROW(OP, T1(S64), M, "lll", n##_s64)
#define SIGN3_ROWS(OP, M, n) \
	ROW(OP, T1(U16), M, "hhhh", n##_u16), ROW(OP, T1(S16), M, "hhhh", n##_s16), \
		ROW(OP, T1(U32), M, "wwww", n##_u32), ROW(OP, T1(S32), M, "wwww", n##_s32), \
		ROW(OP, T1(U64), M, "llll", n##_u64), ROW(OP, T1(S64), M, "llll", n##_s64)
#define DOT_ROWS(A, B, n) \
	ROW(DP4A, T2(A, B), M0, "wwww", dp4a_##n), ROW(DP2A, T2(A, B), M1(LO), "wwww", dp2alo_##n), \
		ROW(DP2A, T2(A, B), M1(HI), "wwww", dp2ahi_##n)

static const struct em_row rows[] = {
	WRAP_ROWS(ADD, M0, add),
	WRAP_ROWS(SUB, M0, sub),
	WRAP_ROWS(MUL, M1(LO), mullo),
	SIGN_ROWS(MIN, M0, min),
	SIGN_ROWS(MAX, M0, max),
	SIGN_ROWS(DIV, M0, div),
	SIGN_ROWS(REM, M0, rem),
	SIGN_ROWS(MUL, M1(HI), mulhi),
	ROW(MUL, T1(U16), M1(WIDE), "whh", mulwide_u16),
	ROW(MUL, T1(S16), M1(WIDE), "whh", mulwide_s16),
	ROW(MUL, T1(U32), M1(WIDE), "lww", mulwide_u32),
	ROW(MUL, T1(S32), M1(WIDE), "lww", mulwide_s32),
	ROW(MAD, T1(U16), M1(LO), "hhhh", madlo_16),
	ROW(MAD, T1(S16), M1(LO), "hhhh", madlo_16),
	ROW(MAD, T1(U32), M1(LO), "wwww", madlo_32),
	ROW(MAD, T1(S32), M1(LO), "wwww", madlo_32),
	ROW(MAD, T1(U64), M1(LO), "llll", madlo_64),
	ROW(MAD, T1(S64), M1(LO), "llll", madlo_64),
	SIGN3_ROWS(MAD, M1(HI), madhi),
	ROW(MAD, T1(U16), M1(WIDE), "whhw", madwide_u16),
	ROW(MAD, T1(S16), M1(WIDE), "whhw", madwide_s16),
	ROW(MAD, T1(U32), M1(WIDE), "lwwl", madwide_u32),
	ROW(MAD, T1(S32), M1(WIDE), "lwwl", madwide_s32),
	ROW(ADD, T1(S32), M1(SAT), "www", addsat_s32),
	ROW(SUB, T1(S32), M1(SAT), "www", subsat_s32),
	ROW(MAD, T1(S32), M2(HI, SAT), "wwww", madhisat_s32),
	ROW(MUL24, T1(U32), M1(LO), "www", mul24lo_u32),
	ROW(MUL24, T1(S32), M1(LO), "www", mul24lo_s32),
	ROW(MUL24, T1(U32), M1(HI), "www", mul24hi_u32),
	ROW(MUL24, T1(S32), M1(HI), "www", mul24hi_s32),
	ROW(MAD24, T1(U32), M1(LO), "wwww", mad24lo_u32),
	ROW(MAD24, T1(S32), M1(LO), "wwww", mad24lo_s32),
	ROW(MAD24, T1(U32), M1(HI), "wwww", mad24hi_u32),
	ROW(MAD24, T1(S32), M1(HI), "wwww", mad24hi_s32),
	ROW(MAD24, T1(S32), M2(HI, SAT), "wwww", mad24hisat_s32),
	SIGN3_ROWS(SAD, M0, sad),
	ROW(ABS, T1(S16), M0, "hh", abs_s16),
	ROW(ABS, T1(S32), M0, "ww", abs_s32),
	ROW(ABS, T1(S64), M0, "ll", abs_s64),
	ROW(NEG, T1(S16), M0, "hh", neg_16),
	ROW(NEG, T1(S32), M0, "ww", neg_32),
	ROW(NEG, T1(S64), M0, "ll", neg_64),
	ROW(MIN, T1(S32), M1(RELU), "www", minrelu_s32),
	ROW(MAX, T1(S32), M1(RELU), "www", maxrelu_s32),
	ROW(ADD, T1(U16X2), M0, "www", add_16x2),
	ROW(ADD, T1(S16X2), M0, "www", add_16x2),
	ROW(MIN, T1(U16X2), M0, "www", min_u16x2),
	ROW(MAX, T1(U16X2), M0, "www", max_u16x2),
	ROW(MIN, T1(S16X2), M0, "www", min_s16x2),
	ROW(MAX, T1(S16X2), M0, "www", max_s16x2),
	ROW(MIN, T1(S16X2), M1(RELU), "www", minrelu_s16x2),
	ROW(MAX, T1(S16X2), M1(RELU), "www", maxrelu_s16x2),
	DOT_ROWS(U32, U32, uu),
	DOT_ROWS(U32, S32, us),
	DOT_ROWS(S32, U32, su),
	DOT_ROWS(S32, S32, ss),
	CC_ROWS(U32, S32, "www", 32),
	CC_ROWS(U64, S64, "lll", 64),
	MADC_ROWS(U32, S32, "wwww", 32, hiu32, his32),
	MADC_ROWS(U64, S64, "llll", 64, hiu64, his64),
};
const struct em_rows EM_ISA_NAME(em_rows_int);
const struct em_rows EM_ISA_NAME(em_rows_int) = { rows, sizeof rows / sizeof *rows };
