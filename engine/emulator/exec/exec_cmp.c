/* exec_cmp: comparison and selection, PTX ISA 9.7.6. setp computes one predicate from two values here; decode.c adds
 * the boolean operation, the second destination (its complement) and set and slct around it. */
#include "emulator/exec/exec_flow.h"
#include "emulator/exec/float_math.h"

/* One predicate from two values; and the same with the conditional branch on it, which comes next (no_predicate: nobody
 * else reads it). Vectors of integers have no more than == and a signed >: the opposite of what they would have to turn
 * around (`not`) is turned around as bits. */
#define CMP_BRA(name, S, T, bits, expr) \
	FN(name##_bra) \
	{ \
		const S *pa = ROWP(S, i->a), *pb = ROWP(S, i->b); \
		u32 r = 0, m = w->mask, *d = PREDP(i->d); \
		EM_MASK(r, ({ \
			T a = (T)pa[l], b = (T)pb[l]; \
			(expr); \
		})); \
		r = (bits); \
		if (EM_UNLIKELY(!i->no_predicate)) \
			*d = (*d & ~m) | (r & m); \
		i++; \
		return flow_branch(w, i, (r ^ i->complement) & m, m); \
	}
#define CMP(name, S, T, expr) \
	EXECP2(name, S, T, expr) \
	CMP_BRA(name, S, T, r, expr)
#define CMP_NOT(name, S, T, expr) \
	EXECP2(name, S, T, !(expr)) \
	CMP_BRA(name, S, T, ~r, expr)
#define INT_CMP(n, S, U, I) \
	CMP(eq_##n, S, U, a == b) \
	CMP_NOT(ne_##n, S, U, a == b) \
	CMP_NOT(lt_u##n, S, U, a >= b) \
	CMP(le_u##n, S, U, a <= b) \
	CMP_NOT(gt_u##n, S, U, a <= b) \
	CMP(ge_u##n, S, U, a >= b) \
	CMP(lt_s##n, S, I, a < b) CMP_NOT(le_s##n, S, I, a > b) CMP(gt_s##n, S, I, a > b) CMP_NOT(ge_s##n, S, I, a < b)
INT_CMP(16, u32, u16, s16)
INT_CMP(32, u32, u32, s32)
INT_CMP(64, u64, u64, s64)
/* Unordered forms are true when either is a NaN. */
#define FLT_CMP(n, T, A, B) \
	CMP(eq_##n, T, T, A == B) \
	CMP(ne_##n, T, T, A<B || A> B) \
	CMP(lt_##n, T, T, A < B) \
	CMP(le_##n, T, T, A <= B) \
	CMP(gt_##n, T, T, A > B) \
	CMP(ge_##n, T, T, A >= B) \
	CMP(equ_##n, T, T, !(A < B || A > B)) \
	CMP(neu_##n, T, T, A != B) \
	CMP(ltu_##n, T, T, !(A >= B)) \
	CMP(leu_##n, T, T, !(A > B)) \
	CMP(gtu_##n, T, T, !(A <= B)) \
	CMP(geu_##n, T, T, !(A < B)) CMP(num_##n, T, T, A == A && B == B) CMP(nan_##n, T, T, A != A || B != B)
FLT_CMP(f32, f32, a, b)
FLT_CMP(f64, f64, a, b)
FLT_CMP(ftz, f32, f32_flush(a), f32_flush(b))

EXECP1(tp_finite_32, u32, u32, (a & 0x7f800000) != 0x7f800000)
EXECP1(tp_infinite_32, u32, u32, (a & 0x7fffffff) == 0x7f800000)
EXECP1(tp_number_32, u32, u32, (a & 0x7fffffff) <= 0x7f800000)
EXECP1(tp_nan_32, u32, u32, (a & 0x7fffffff) > 0x7f800000)
/* Zero passes for normal, as on the hardware. */
EXECP1(tp_normal_32, u32, u32, (a & 0x7f800000) != 0x7f800000 && ((a & 0x7f800000) || !(a & 0x7fffff)))
EXECP1(tp_subnormal_32, u32, u32, !(a & 0x7f800000) && (a & 0x7fffff))
#define E64 0x7ff0000000000000ull
EXECP1(tp_finite_64, u64, u64, (a & E64) != E64)
EXECP1(tp_infinite_64, u64, u64, (a & ~(1ull << 63)) == E64)
EXECP1(tp_number_64, u64, u64, (a & ~(1ull << 63)) <= E64)
EXECP1(tp_nan_64, u64, u64, (a & ~(1ull << 63)) > E64)
EXECP1(tp_normal_64, u64, u64, (a & E64) != E64 && ((a & E64) || !(a << 1)))
EXECP1(tp_subnormal_64, u64, u64, !(a & E64) && (a & ~E64 & ~(1ull << 63)))

FN(selp_32)
{
	u32 *d = ROWP(u32, i->d);
	const u32 *pa = ROWP(u32, i->a), *pb = ROWP(u32, i->b);
	u32 p = *PREDP(i->c);
	EM_LOOP(, ON(p) ? pa[l] : pb[l]);
}
FN(selp_64)
{
	u64 *d = ROWP(u64, i->d);
	const u64 *pa = ROWP(u64, i->a), *pb = ROWP(u64, i->b);
	u32 p = *PREDP(i->c);
	EM_LOOP(, ON(p) ? pa[l] : pb[l]);
}

#define SETP_ROW(T, mods, wd, fn) \
	{ \
		PTX_OP_SETP, 0, 0, T1(T), mods, EM_BIND_SETP, wd, fn, 0, fn##_bra \
	}
#define SETP(T, c, wd, fn) SETP_ROW(T, M1(c), wd, fn)
/* lo, ls, hi, hs are the unsigned forms by other names. */
#define SETP_U(T, n, wd) \
	SETP(T, EQ, wd, eq_##n), SETP(T, NE, wd, ne_##n), SETP(T, LT, wd, lt_u##n), SETP(T, LE, wd, le_u##n), \
		SETP(T, GT, wd, gt_u##n), SETP(T, GE, wd, ge_u##n), SETP(T, LO, wd, lt_u##n), \
		SETP(T, LS, wd, le_u##n), SETP(T, HI, wd, gt_u##n), SETP(T, HS, wd, ge_u##n)
#define SETP_S(T, n, wd) \
	SETP(T, EQ, wd, eq_##n), SETP(T, NE, wd, ne_##n), SETP(T, LT, wd, lt_s##n), SETP(T, LE, wd, le_s##n), \
		SETP(T, GT, wd, gt_s##n), SETP(T, GE, wd, ge_s##n)
#define SETP_B(T, n, wd) SETP(T, EQ, wd, eq_##n), SETP(T, NE, wd, ne_##n)
#define SETP_F(T, n, wd, X) \
	X(T, EQ, wd, eq_##n), X(T, NE, wd, ne_##n), X(T, LT, wd, lt_##n), X(T, LE, wd, le_##n), X(T, GT, wd, gt_##n), \
		X(T, GE, wd, ge_##n), X(T, EQU, wd, equ_##n), X(T, NEU, wd, neu_##n), X(T, LTU, wd, ltu_##n), \
		X(T, LEU, wd, leu_##n), X(T, GTU, wd, gtu_##n), X(T, GEU, wd, geu_##n), X(T, NUM, wd, num_##n), \
		X(T, ISNAN, wd, nan_##n)
#define SETP_FTZ(T, c, wd, fn) SETP_ROW(T, M2(c, FTZ), wd, fn)
#define TESTP(m, n) ROW(TESTP, T1(F32), M1(m), "pw", tp_##n##_32), ROW(TESTP, T1(F64), M1(m), "pl", tp_##n##_64)
#define SELP(T, wd, n) ROW(SELP, T1(T), M0, wd, selp_##n)
#define SLCT(T, wd, n) \
	ROWX(SLCT, T2(T, S32), M0, SLCT, wd, selp_##n, 0), ROWX(SLCT, T2(T, F32), M0, SLCT, wd, selp_##n, 0), \
		ROWX(SLCT, T2(T, F32), M1(FTZ), SLCT, wd, selp_##n, 0)

static const struct em_row rows[] = {
	SETP_U(U16, 16, "phh"),
	SETP_U(U32, 32, "pww"),
	SETP_U(U64, 64, "pll"),
	SETP_S(S16, 16, "phh"),
	SETP_S(S32, 32, "pww"),
	SETP_S(S64, 64, "pll"),
	SETP_B(B16, 16, "phh"),
	SETP_B(B32, 32, "pww"),
	SETP_B(B64, 64, "pll"),
	SETP_F(F32, f32, "pww", SETP),
	SETP_F(F64, f64, "pll", SETP),
	SETP_F(F32, ftz, "pww", SETP_FTZ),
	TESTP(FINITE, finite),
	TESTP(INFINITE, infinite),
	TESTP(NUMBER, number),
	TESTP(NOTANUMBER, nan),
	TESTP(NORMAL, normal),
	TESTP(SUBNORMAL, subnormal),
	SELP(B16, "hhhp", 32),
	SELP(U16, "hhhp", 32),
	SELP(S16, "hhhp", 32),
	SELP(B32, "wwwp", 32),
	SELP(U32, "wwwp", 32),
	SELP(S32, "wwwp", 32),
	SELP(F32, "wwwp", 32),
	SELP(B64, "lllp", 64),
	SELP(U64, "lllp", 64),
	SELP(S64, "lllp", 64),
	SELP(F64, "lllp", 64),
	SELP(F16, "hhhp", 32),
	SELP(BF16, "hhhp", 32),
	SLCT(B16, "hhhw", 32),
	SLCT(U16, "hhhw", 32),
	SLCT(S16, "hhhw", 32),
	SLCT(B32, "wwww", 32),
	SLCT(U32, "wwww", 32),
	SLCT(S32, "wwww", 32),
	SLCT(F32, "wwww", 32),
	SLCT(B64, "lllw", 64),
	SLCT(U64, "lllw", 64),
	SLCT(S64, "lllw", 64),
	SLCT(F64, "lllw", 64),
};
const struct em_rows EM_ISA_NAME(em_rows_cmp);
const struct em_rows EM_ISA_NAME(em_rows_cmp) = { rows, sizeof rows / sizeof *rows };
