/* exec_half: binary16 and bfloat16, single and in pairs (PTX ISA 9.7.4, 9.7.5). Values go through single precision, exactly; a sum or product
 * then rounds once (24 bits are enough to hold it), fma goes through double with the rest kept as a sticky bit. */
#include <math.h>

#include "emulator/exec.h"
#include "emulator/float_math.h"

static inline f32 h2f(u32 v) { return f16_to_f32((u16)v); }
static inline f32 b2f(u32 v) { return bf16_to_f32((u16)v); }
static inline u32 f2h(double v) { return f16_round(v, EM_RN); }
static inline u32 f2b(double v) { return bf16_round(v, EM_RN); }
static inline u32 flush_h(u32 v) { return v & 0x7c00 ? v : v & 0x8000; }
static inline f32 h2f_ftz(u32 v) { return f16_to_f32((u16)flush_h(v & 0xffff)); }
static inline u32 f2h_ftz(double v) { return flush_h(f16_round(v, EM_RN)); }
static inline double sat(double v) { return v > 0 ? (v < 1 ? v : 1) : 0; }
static inline double relu(double v) { return v != v ? v : v > 0 ? v : 0; }
static inline double keep(double v) { return v; }

/* Single and pair forms of one operation: IN, OUT convert, POST adjusts before rounding. */
#define OP2(name, IN, OUT, POST, e) \
	EXEC2(name, u32, u32, u16, u32, u16, ({ double x = IN(a), y = IN(b); OUT(POST(e)); })) \
	EXEC2(name##_x2, u32, u32, u32, u32, u32, ({ double x = IN(a & 0xffff), y = IN(b & 0xffff); u32 lo = OUT(POST(e)); \
		x = IN(a >> 16); y = IN(b >> 16); lo | OUT(POST(e)) << 16; }))
#define OP3(name, IN, OUT, POST, e) \
	EXEC3(name, u32, u32, u16, u32, u16, u32, u16, ({ double x = IN(a), y = IN(b), z = IN(c); OUT(POST(e)); })) \
	EXEC3(name##_x2, u32, u32, u32, u32, u32, u32, u32, ({ double x = IN(a & 0xffff), y = IN(b & 0xffff), z = IN(c & 0xffff); u32 lo = OUT(POST(e)); \
		x = IN(a >> 16); y = IN(b >> 16); z = IN(c >> 16); lo | OUT(POST(e)) << 16; }))
#define OP1(name, IN, OUT, e) \
	EXEC1(name, u32, u32, u16, ({ double x = IN(a); OUT(e); })) \
	EXEC1(name##_x2, u32, u32, u32, ({ double x = IN(a & 0xffff); u32 lo = OUT(e); x = IN(a >> 16); lo | OUT(e) << 16; }))
/* bf16 sums need more than single precision can hold between far exponents: round to odd first. */
#define SUM(x, y) add_odd(x, y)
#define ARITH(n, IN, OUT) \
	OP2(add_##n, IN, OUT, keep, SUM(x, y)) OP2(sub_##n, IN, OUT, keep, SUM(x, -y)) OP2(mul_##n, IN, OUT, keep, x * y) \
	OP3(fma_##n, IN, OUT, keep, SUM(x * y, z)) OP3(fmarelu_##n, IN, OUT, relu, SUM(x * y, z))
ARITH(f16, h2f, f2h) ARITH(f16ftz, h2f_ftz, f2h_ftz) ARITH(bf16, b2f, f2b)
OP2(add_f16sat, h2f, f2h, sat, SUM(x, y)) OP2(sub_f16sat, h2f, f2h, sat, SUM(x, -y)) OP2(mul_f16sat, h2f, f2h, sat, x * y)
OP3(fma_f16sat, h2f, f2h, sat, SUM(x * y, z))

#define MINMAX(n, IN, OUT) \
	OP2(min_##n, IN, OUT, keep, (double)f32_min((f32)x, (f32)y)) OP2(max_##n, IN, OUT, keep, (double)f32_max((f32)x, (f32)y)) \
	OP2(minnan_##n, IN, OUT, keep, x != x || y != y ? x + y : (double)f32_min((f32)x, (f32)y)) \
	OP2(maxnan_##n, IN, OUT, keep, x != x || y != y ? x + y : (double)f32_max((f32)x, (f32)y))
MINMAX(f16, h2f, f2h) MINMAX(bf16, b2f, f2b)

EXEC1(neg_16, u32, u32, u32, (a ^ 0x8000) & 0xffff)
EXEC1(abs_16, u32, u32, u32, a & 0x7fff)
EXEC1(neg_16x2, u32, u32, u32, a ^ 0x80008000)
EXEC1(abs_16x2, u32, u32, u32, a & 0x7fff7fff)

OP1(ex2_f16, h2f, f2h, exp2(x)) OP1(tanh_f16, h2f, f2h, tanh(x)) OP1(ex2_bf16, b2f, f2b, exp2(x)) OP1(tanh_bf16, b2f, f2b, tanh(x))

/* Comparisons of single halves. Ordered unless a `u` stands in the name; ne is ordered too (a NaN makes it false). */
#define CMP(n, IN) \
	EXECP2(eq_##n, u32, u16, IN(a) == IN(b)) EXECP2(ne_##n, u32, u16, IN(a) < IN(b) || IN(a) > IN(b)) EXECP2(lt_##n, u32, u16, IN(a) < IN(b)) \
	EXECP2(le_##n, u32, u16, IN(a) <= IN(b)) EXECP2(gt_##n, u32, u16, IN(a) > IN(b)) EXECP2(ge_##n, u32, u16, IN(a) >= IN(b)) \
	EXECP2(equ_##n, u32, u16, !(IN(a) < IN(b) || IN(a) > IN(b))) EXECP2(neu_##n, u32, u16, IN(a) != IN(b)) EXECP2(ltu_##n, u32, u16, !(IN(a) >= IN(b))) \
	EXECP2(leu_##n, u32, u16, !(IN(a) > IN(b))) EXECP2(gtu_##n, u32, u16, !(IN(a) <= IN(b))) EXECP2(geu_##n, u32, u16, !(IN(a) < IN(b))) \
	EXECP2(num_##n, u32, u16, IN(a) == IN(a) && IN(b) == IN(b)) EXECP2(nan_##n, u32, u16, IN(a) != IN(a) || IN(b) != IN(b))
CMP(f16, h2f) CMP(bf16, b2f)

/* set on pairs: each half becomes K (row x: 0xffff or one) or 0. */
#define PAIR(n, c, IN, e) EXEC2(c##_##n##x2, u32, u32, u32, u32, u32, ({ f32 x = IN(a & 0xffff), y = IN(b & 0xffff); u32 r_ = (e) ? i->x : 0; \
	x = IN(a >> 16); y = IN(b >> 16); r_ | ((e) ? i->x << 16 : 0); }))
#define PAIRS(n, IN) \
	PAIR(n, eq, IN, x == y) PAIR(n, ne, IN, x < y || x > y) PAIR(n, lt, IN, x < y) PAIR(n, le, IN, x <= y) PAIR(n, gt, IN, x > y) PAIR(n, ge, IN, x >= y) \
	PAIR(n, equ, IN, !(x < y || x > y)) PAIR(n, neu, IN, x != y) PAIR(n, ltu, IN, !(x >= y)) PAIR(n, leu, IN, !(x > y)) PAIR(n, gtu, IN, !(x <= y)) \
	PAIR(n, geu, IN, !(x < y)) PAIR(n, num, IN, x == x && y == y) PAIR(n, nan, IN, x != x || y != y)
PAIRS(f16, h2f) PAIRS(bf16, b2f)

#define BOTH(OP, T, TX2, mods, wd, wx, fn) ROW(OP, T1(T), mods, wd, fn), ROW(OP, T1(TX2), mods, wx, fn##_x2)
#define ARITH_ROWS(T, TX2, mods, rmods, n) \
	BOTH(ADD, T, TX2, mods, "hhh", "www", add_##n), BOTH(SUB, T, TX2, mods, "hhh", "www", sub_##n), BOTH(MUL, T, TX2, mods, "hhh", "www", mul_##n), \
	BOTH(FMA, T, TX2, mods, "hhhh", "wwww", fma_##n), BOTH(FMA, T, TX2, rmods, "hhhh", "wwww", fmarelu_##n)
#define SETP(T, c, fn) ROWX(SETP, T1(T), M1(c), SETP, "phh", fn, 0), ROWX(SETP, T1(T), M2(c, FTZ), SETP, "phh", fn, 0)
#define SETP_ROWS(T, n) SETP(T, EQ, eq_##n), SETP(T, NE, ne_##n), SETP(T, LT, lt_##n), SETP(T, LE, le_##n), SETP(T, GT, gt_##n), SETP(T, GE, ge_##n), \
	SETP(T, EQU, equ_##n), SETP(T, NEU, neu_##n), SETP(T, LTU, ltu_##n), SETP(T, LEU, leu_##n), SETP(T, GTU, gtu_##n), SETP(T, GEU, geu_##n), \
	SETP(T, NUM, num_##n), SETP(T, ISNAN, nan_##n)
#define MINMAX_ROWS(T, TX2, n) \
	BOTH(MIN, T, TX2, M0, "hhh", "www", min_##n), BOTH(MAX, T, TX2, M0, "hhh", "www", max_##n), \
	BOTH(MIN, T, TX2, M1(FTZ), "hhh", "www", min_##n), BOTH(MAX, T, TX2, M1(FTZ), "hhh", "www", max_##n), \
	BOTH(MIN, T, TX2, M1(NAN_PROP), "hhh", "www", minnan_##n), BOTH(MAX, T, TX2, M1(NAN_PROP), "hhh", "www", maxnan_##n)
#define SET1(D, S, c, fn, k) ROWX(SET, T2(D, S), M1(c), ALU, "www", fn, k), ROWX(SET, T2(D, S), M2(c, FTZ), ALU, "www", fn, k)
#define SET2(D, S, n, k) SET1(D, S, EQ, eq_##n, k), SET1(D, S, NE, ne_##n, k), SET1(D, S, LT, lt_##n, k), SET1(D, S, LE, le_##n, k), SET1(D, S, GT, gt_##n, k), \
	SET1(D, S, GE, ge_##n, k), SET1(D, S, EQU, equ_##n, k), SET1(D, S, NEU, neu_##n, k), SET1(D, S, LTU, ltu_##n, k), SET1(D, S, LEU, leu_##n, k), \
	SET1(D, S, GTU, gtu_##n, k), SET1(D, S, GEU, geu_##n, k), SET1(D, S, NUM, num_##n, k), SET1(D, S, ISNAN, nan_##n, k)

static const struct em_row rows[] = {
	ARITH_ROWS(F16, F16X2, M0, M1(RELU), f16), ARITH_ROWS(F16, F16X2, M1(FTZ), M2(FTZ, RELU), f16ftz), ARITH_ROWS(BF16, BF16X2, M0, M1(RELU), bf16),
	BOTH(ADD, F16, F16X2, M1(SAT), "hhh", "www", add_f16sat), BOTH(SUB, F16, F16X2, M1(SAT), "hhh", "www", sub_f16sat),
	BOTH(MUL, F16, F16X2, M1(SAT), "hhh", "www", mul_f16sat), BOTH(FMA, F16, F16X2, M1(SAT), "hhhh", "wwww", fma_f16sat),
	MINMAX_ROWS(F16, F16X2, f16), MINMAX_ROWS(BF16, BF16X2, bf16),
	ROW(NEG, T1(F16), M0, "hh", neg_16), ROW(ABS, T1(F16), M0, "hh", abs_16), ROW(NEG, T1(BF16), M0, "hh", neg_16), ROW(ABS, T1(BF16), M0, "hh", abs_16),
	ROW(NEG, T1(F16X2), M0, "ww", neg_16x2), ROW(ABS, T1(F16X2), M0, "ww", abs_16x2), ROW(NEG, T1(BF16X2), M0, "ww", neg_16x2),
	ROW(ABS, T1(BF16X2), M0, "ww", abs_16x2),
	BOTH(EX2, F16, F16X2, M1(APPROX), "hh", "ww", ex2_f16), BOTH(TANH, F16, F16X2, M1(APPROX), "hh", "ww", tanh_f16),
	BOTH(EX2, BF16, BF16X2, M2(APPROX, FTZ), "hh", "ww", ex2_bf16), BOTH(TANH, BF16, BF16X2, M1(APPROX), "hh", "ww", tanh_bf16),
	SETP_ROWS(F16, f16), SETP_ROWS(BF16, bf16),
	SET2(U32, F16X2, f16x2, 0xffff), SET2(S32, F16X2, f16x2, 0xffff), SET2(F16X2, F16X2, f16x2, 0x3c00),
	SET2(U32, BF16X2, bf16x2, 0xffff), SET2(S32, BF16X2, bf16x2, 0xffff), SET2(BF16X2, BF16X2, bf16x2, 0x3f80),
};
const struct em_rows EM_ISA_NAME(em_rows_half);
const struct em_rows EM_ISA_NAME(em_rows_half) = { rows, sizeof rows / sizeof *rows };
