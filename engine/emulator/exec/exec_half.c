/* exec_half: binary16 and bfloat16, single and in pairs (PTX ISA 9.7.4, 9.7.5). Values go through single precision,
 * exactly; a sum or product then rounds once (24 bits are enough to hold it), fma goes through double with the rest
 * kept as a sticky bit. */

#include "emulator/exec/exec.h"
#include "emulator/exec/float_math.h"

static inline f32 h2f(u32 v)
{
	return f16_to_f32((u16)v);
}
static inline f32 b2f(u32 v)
{
	return bf16_to_f32((u16)v);
}
static inline u32 f2h(double v)
{
	return f16_round(v, EM_RN);
}
static inline u32 f2b(double v)
{
	return bf16_round(v, EM_RN);
}
static inline u32 flush_h(u32 v)
{
	return v & 0x7c00 ? v : v & 0x8000;
}
static inline f32 h2f_ftz(u32 v)
{
	return f16_to_f32((u16)flush_h(v & 0xffff));
}
/* Tiny is what, rounded as if exponents had no end, stays under the smallest normal number. */
static inline u32 f2h_ftz(double v)
{
	return __builtin_fabs(round_small(v, 11, -200, 15, EM_RN)) < 0x1p-14 ? (f64_bits(v) >> 63 ? 0x8000u : 0) :
									       f16_round(v, EM_RN);
}
static inline double sat(double v)
{
	return v > 0 ? (v < 1 ? v : 1) : 0;
}
static inline double relu(double v)
{
	return v != v ? v : v > 0 ? v : 0;
}
static inline double as_is(double v)
{
	return v;
}

/* Single and pair forms of one operation: IN, OUT convert, POST adjusts before rounding. */
#define OP2(name, IN, OUT, POST, e) \
	EXEC2(name, u32, u32, u16, u32, u16, ({ \
		double x = IN(a), y = IN(b); \
		OUT(POST(e)); \
	})) \
	EXEC2(name##_x2, u32, u32, u32, u32, u32, ({ \
		double x = IN(a & 0xffff), y = IN(b & 0xffff); \
		u32 lo = OUT(POST(e)); \
		x = IN(a >> 16); \
		y = IN(b >> 16); \
		lo | OUT(POST(e)) << 16; \
	}))
#define OP3(name, IN, OUT, POST, e) \
	EXEC3(name, u32, u32, u16, u32, u16, u32, u16, ({ \
		double x = IN(a), y = IN(b), z = IN(c); \
		OUT(POST(e)); \
	})) \
	EXEC3(name##_x2, u32, u32, u32, u32, u32, u32, u32, ({ \
		double x = IN(a & 0xffff), y = IN(b & 0xffff), z = IN(c & 0xffff); \
		u32 lo = OUT(POST(e)); \
		x = IN(a >> 16); \
		y = IN(b >> 16); \
		z = IN(c >> 16); \
		lo | OUT(POST(e)) << 16; \
	}))
/* bf16 sums need more than single precision can hold between far exponents: round to odd first. */
#define SUM(x, y) add_odd(x, y)
#define ARITH(n, IN, OUT) \
	OP2(add_##n, IN, OUT, as_is, SUM(x, y)) \
	OP2(sub_##n, IN, OUT, as_is, SUM(x, -y)) \
	OP2(mul_##n, IN, OUT, as_is, x *y) \
	OP3(fma_##n, IN, OUT, as_is, SUM(x *y, z)) OP3(fmarelu_##n, IN, OUT, relu, SUM(x *y, z))
#ifdef __F16C__
/* Eight lanes at once, all of it in single precision: it holds a product of two halves exactly, and of a sum enough
 * where that is rounded to odd: 24 bits, where a half has 11, and no exponent is out of reach. The pieces of sums are
 * those of add_odd. */
static inline __m256 half8(const u32 *p, bool high)
{
	__m256i v = *(const __m256i *)(const void *)p;
	v = high ? _mm256_srli_epi32(v, 16) : _mm256_and_si256(v, _mm256_set1_epi32(0xffff));
	return _mm256_cvtph_ps(_mm_packus_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)));
}
static inline __m256i halves8(__m256 v)
{
	__m256i h = _mm256_cvtepu16_epi32(_mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT)),
		nan = _mm256_castps_si256(_mm256_cmp_ps(v, v, _CMP_UNORD_Q));
	return _mm256_blendv_epi8(h, _mm256_set1_epi32(0x7fff), nan);
}
static inline __m256 sum8(__m256 a, __m256 b)
{
	const __m256 zero = _mm256_setzero_ps();
	__m256 s = a + b, t = s - a, err = (a - (s - t)) + (b - t);
	__m256i u = _mm256_castps_si256(s), one = _mm256_set1_epi32(1),
		even = _mm256_sub_epi32(_mm256_and_si256(u, one), one);
	__m256i off = _mm256_castps_si256(
		_mm256_cmp_ps(err, zero, _CMP_NEQ_OQ)); /* never of what has no end: there err is none either */
	__m256i down = _mm256_castps_si256(
		_mm256_xor_ps(_mm256_cmp_ps(err, zero, _CMP_GT_OQ), _mm256_cmp_ps(s, zero, _CMP_GT_OQ)));
	return _mm256_castsi256_ps(
		_mm256_add_epi32(u, _mm256_and_si256(_mm256_and_si256(off, even), _mm256_or_si256(down, one))));
}
#define EIGHT(part, e) \
	({ \
		__m256 x = half8(pa + k, part), y = half8(pb + k, part), z = half8(pc + k, part); \
		(void)z; \
		halves8(e); \
	})
#define HALVES(name, e) \
	FN(name##_f16) \
	{ \
		u32 *d = ROWP(u32, i->d); \
		const u32 *pa = ROWP(u32, i->a), *pb = ROWP(u32, i->b), *pc = ROWP(u32, i->c); \
		_Alignas(32) u32 r[EM_WARP]; \
		for (int k = 0; k < EM_WARP; k += 8) \
			*(__m256i *)(void *)(r + k) = EIGHT(false, e); \
		EM_LOOP(, r[l]); \
	} \
	FN(name##_f16_x2) \
	{ \
		u32 *d = ROWP(u32, i->d); \
		const u32 *pa = ROWP(u32, i->a), *pb = ROWP(u32, i->b), *pc = ROWP(u32, i->c); \
		_Alignas(32) u32 r[EM_WARP]; \
		for (int k = 0; k < EM_WARP; k += 8) \
			*(__m256i *)(void *)(r + k) = \
				_mm256_or_si256(EIGHT(false, e), _mm256_slli_epi32(EIGHT(true, e), 16)); \
		EM_LOOP(, r[l]); \
	}
HALVES(add, sum8(x, y))
HALVES(sub, sum8(x, -y))
HALVES(mul, x *y)
HALVES(fma, sum8(x *y, z))
OP3(fmarelu_f16, h2f, f2h, relu, SUM(x *y, z))
#else
ARITH(f16, h2f, f2h)
#endif
ARITH(f16ftz, h2f_ftz, f2h_ftz)
ARITH(bf16, b2f, f2b)
/* .oob: a factor that is the NaN of places out of bounds makes the result +0, whatever the addend (which NaN: an H200
 * tells, tests/conformance). */
static inline bool out_of_bounds(u32 v)
{
	return (v & 0x7fff) == 0x7ff7;
}
#define OOB(name, fma) \
	EXEC3(name, u32, u32, u16, u32, u16, u32, u16, out_of_bounds(a) || out_of_bounds(b) ? 0 : fma(a, b, c)) \
	EXEC3(name##_x2, u32, u32, u32, u32, u32, u32, u32, \
		(out_of_bounds(a) || out_of_bounds(b) ? 0 : fma((u16)a, (u16)b, (u16)c)) | \
			(out_of_bounds(a >> 16) || out_of_bounds(b >> 16) ? \
					0 : \
					fma((u16)(a >> 16), (u16)(b >> 16), (u16)(c >> 16))) \
				<< 16)
#define FUSED(name, IN, OUT, POST) \
	static inline u32 name(u16 a, u16 b, u16 c) \
	{ \
		double x = IN(a), y = IN(b), z = IN(c); \
		return OUT(POST(SUM(x * y, z))); \
	}
FUSED(fused_f16, h2f, f2h, as_is)
FUSED(fusedrelu_f16, h2f, f2h, relu)
FUSED(fused_bf16, b2f, f2b, as_is)
FUSED(fusedrelu_bf16, b2f, f2b, relu)
OOB(fmaoob_f16, fused_f16)
OOB(fmaoobrelu_f16, fusedrelu_f16)
OOB(fmaoob_bf16, fused_bf16)
OOB(fmaoobrelu_bf16, fusedrelu_bf16)
#define SATURATED(n, IN, OUT) \
	OP2(add_##n, IN, OUT, sat, SUM(x, y)) \
	OP2(sub_##n, IN, OUT, sat, SUM(x, -y)) OP2(mul_##n, IN, OUT, sat, x *y) OP3(fma_##n, IN, OUT, sat, SUM(x *y, z))
SATURATED(f16sat, h2f, f2h)
SATURATED(f16ftzsat, h2f_ftz, f2h_ftz)

/* .xorsign.abs: of the magnitudes, with the product of the signs. */
#define MAG(v) __builtin_fabs(v)
#define XSIGN(v) (f64_bits(x) >> 63 != f64_bits(y) >> 63 ? -MAG(v) : MAG(v))
#define PICK(f, a, b) (double)f((f32)(a), (f32)(b))
#define OR_NAN(v) (x != x || y != y ? x + y : (v))
#define MINMAX1(name, f, IN, OUT) \
	OP2(name, IN, OUT, as_is, PICK(f, x, y)) \
	OP2(name##nan, IN, OUT, as_is, OR_NAN(PICK(f, x, y))) \
	OP2(name##xa, IN, OUT, as_is, XSIGN(PICK(f, MAG(x), MAG(y)))) \
	OP2(name##nanxa, IN, OUT, as_is, OR_NAN(XSIGN(PICK(f, MAG(x), MAG(y)))))
MINMAX1(min_f16, f32_min, h2f, f2h)
MINMAX1(max_f16, f32_max, h2f, f2h)
MINMAX1(min_f16ftz, f32_min, h2f_ftz, f2h)
MINMAX1(max_f16ftz, f32_max, h2f_ftz, f2h)
MINMAX1(min_bf16, f32_min, b2f, f2b)
MINMAX1(max_bf16, f32_max, b2f, f2b)

static inline u32 canon(u32 v, u32 inf)
{
	return (v & 0x7fff) > inf ? 0x7fff : v & 0xffff;
}
#define SIGNS(n, inf, PRE) \
	EXEC1(neg_##n, u32, u32, u32, canon(PRE(a & 0xffff) ^ 0x8000, inf)) \
	EXEC1(abs_##n, u32, u32, u32, canon(PRE(a & 0xffff) & 0x7fff, inf)) \
	EXEC1(neg_##n##_x2, u32, u32, u32, \
		canon(PRE(a & 0xffff) ^ 0x8000, inf) | canon(PRE(a >> 16) ^ 0x8000, inf) << 16) \
	EXEC1(abs_##n##_x2, u32, u32, u32, \
		canon(PRE(a & 0xffff) & 0x7fff, inf) | canon(PRE(a >> 16) & 0x7fff, inf) << 16)
SIGNS(f16, 0x7c00, )
SIGNS(f16ftz, 0x7c00, flush_h)
SIGNS(bf16, 0x7f80, )

/* Comparisons of single halves. Ordered unless a `u` stands in the name; ne is ordered too (a NaN makes it false). */
#define CMP(n, IN) \
	EXECP2(eq_##n, u32, u16, IN(a) == IN(b)) \
	EXECP2(ne_##n, u32, u16, IN(a) < IN(b) || IN(a) > IN(b)) \
	EXECP2(lt_##n, u32, u16, IN(a) < IN(b)) \
	EXECP2(le_##n, u32, u16, IN(a) <= IN(b)) \
	EXECP2(gt_##n, u32, u16, IN(a) > IN(b)) \
	EXECP2(ge_##n, u32, u16, IN(a) >= IN(b)) \
	EXECP2(equ_##n, u32, u16, !(IN(a) < IN(b) || IN(a) > IN(b))) \
	EXECP2(neu_##n, u32, u16, IN(a) != IN(b)) \
	EXECP2(ltu_##n, u32, u16, !(IN(a) >= IN(b))) \
	EXECP2(leu_##n, u32, u16, !(IN(a) > IN(b))) \
	EXECP2(gtu_##n, u32, u16, !(IN(a) <= IN(b))) \
	EXECP2(geu_##n, u32, u16, !(IN(a) < IN(b))) \
	EXECP2(num_##n, u32, u16, IN(a) == IN(a) && IN(b) == IN(b)) \
	EXECP2(nan_##n, u32, u16, IN(a) != IN(a) || IN(b) != IN(b))
CMP(f16, h2f)
CMP(f16ftz, h2f_ftz)
CMP(bf16, b2f)

/* set on pairs: each half becomes `one` (0xffff or 1.0) or 0. */
#define PAIR(n, c, IN, e) \
	EXEC2(c##_##n##x2, u32, u32, u32, u32, u32, ({ \
		f32 x = IN(a & 0xffff), y = IN(b & 0xffff); \
		u32 r_ = (e) ? i->one : 0; \
		x = IN(a >> 16); \
		y = IN(b >> 16); \
		r_ | ((e) ? i->one << 16 : 0); \
	}))
#define PAIRS(n, IN) \
	PAIR(n, eq, IN, x == y) \
	PAIR(n, ne, IN, x<y || x> y) \
	PAIR(n, lt, IN, x < y) \
	PAIR(n, le, IN, x <= y) \
	PAIR(n, gt, IN, x > y) \
	PAIR(n, ge, IN, x >= y) \
	PAIR(n, equ, IN, !(x < y || x > y)) \
	PAIR(n, neu, IN, x != y) \
	PAIR(n, ltu, IN, !(x >= y)) \
	PAIR(n, leu, IN, !(x > y)) \
	PAIR(n, gtu, IN, !(x <= y)) \
	PAIR(n, geu, IN, !(x < y)) PAIR(n, num, IN, x == x && y == y) PAIR(n, nan, IN, x != x || y != y)
PAIRS(f16, h2f)
PAIRS(f16ftz, h2f_ftz)
PAIRS(bf16, b2f)

#define ARITH_ROWS(T, TX2, mods, rmods, n) \
	ROW_HALVES(ADD, T, TX2, mods, "hhh", "www", add_##n), ROW_HALVES(SUB, T, TX2, mods, "hhh", "www", sub_##n), \
		ROW_HALVES(MUL, T, TX2, mods, "hhh", "www", mul_##n), \
		ROW_HALVES(FMA, T, TX2, mods, "hhhh", "wwww", fma_##n), \
		ROW_HALVES(FMA, T, TX2, rmods, "hhhh", "wwww", fmarelu_##n)
#define SETP(T, m, fn) ROWX(SETP, T1(T), m, SETP, "phh", fn, 0)
#define CMPS(X, T, n) \
	X(T, EQ, eq_##n), X(T, NE, ne_##n), X(T, LT, lt_##n), X(T, LE, le_##n), X(T, GT, gt_##n), X(T, GE, ge_##n), \
		X(T, EQU, equ_##n), X(T, NEU, neu_##n), X(T, LTU, ltu_##n), X(T, LEU, leu_##n), X(T, GTU, gtu_##n), \
		X(T, GEU, geu_##n), X(T, NUM, num_##n), X(T, ISNAN, nan_##n)
#define SETP1(T, c, fn) SETP(T, M1(c), fn)
#define SETPF(T, c, fn) SETP(T, M2(c, FTZ), fn)
#define MINMAX_ROWS(T, TX2, n, m0, m1, m2, m3) \
	ROW_HALVES(MIN, T, TX2, m0, "hhh", "www", min_##n), ROW_HALVES(MAX, T, TX2, m0, "hhh", "www", max_##n), \
		ROW_HALVES(MIN, T, TX2, m1, "hhh", "www", min_##n##nan), \
		ROW_HALVES(MAX, T, TX2, m1, "hhh", "www", max_##n##nan), \
		ROW_HALVES(MIN, T, TX2, m2, "hhh", "www", min_##n##xa), \
		ROW_HALVES(MAX, T, TX2, m2, "hhh", "www", max_##n##xa), \
		ROW_HALVES(MIN, T, TX2, m3, "hhh", "www", min_##n##nanxa), \
		ROW_HALVES(MAX, T, TX2, m3, "hhh", "www", max_##n##nanxa)
#define SIGN_ROWS(T, TX2, m, n) \
	ROW_HALVES(NEG, T, TX2, m, "hh", "ww", neg_##n), ROW_HALVES(ABS, T, TX2, m, "hh", "ww", abs_##n)
#define SAT_ROWS(m, n) \
	ROW_HALVES(ADD, F16, F16X2, m, "hhh", "www", add_##n), ROW_HALVES(SUB, F16, F16X2, m, "hhh", "www", sub_##n), \
		ROW_HALVES(MUL, F16, F16X2, m, "hhh", "www", mul_##n), \
		ROW_HALVES(FMA, F16, F16X2, m, "hhhh", "wwww", fma_##n)

#define SETM(T, c, fn) \
	ROWX(SET, T2(U32, T), M1(c), ALU, "www", fn, 0xffff), ROWX(SET, T2(S32, T), M1(c), ALU, "www", fn, 0xffff), \
		ROWX(SET, T2(T, T), M1(c), ALU, "www", fn, PTX_##T == PTX_F16X2 ? 0x3c00 : 0x3f80)
#define SETF(T, c, fn) \
	ROWX(SET, T2(U32, T), M2(c, FTZ), ALU, "www", fn, 0xffff), \
		ROWX(SET, T2(S32, T), M2(c, FTZ), ALU, "www", fn, 0xffff), \
		ROWX(SET, T2(T, T), M2(c, FTZ), ALU, "www", fn, 0x3c00)

static const struct em_row rows[] = { ARITH_ROWS(F16, F16X2, M0, M1(RELU), f16),
	ARITH_ROWS(F16, F16X2, M1(FTZ), M2(FTZ, RELU), f16ftz), ARITH_ROWS(BF16, BF16X2, M0, M1(RELU), bf16),
	ROW_HALVES(FMA, F16, F16X2, M1(OOB), "hhhh", "wwww", fmaoob_f16),
	ROW_HALVES(FMA, F16, F16X2, M2(OOB, RELU), "hhhh", "wwww", fmaoobrelu_f16),
	ROW_HALVES(FMA, BF16, BF16X2, M1(OOB), "hhhh", "wwww", fmaoob_bf16),
	ROW_HALVES(FMA, BF16, BF16X2, M2(OOB, RELU), "hhhh", "wwww", fmaoobrelu_bf16), SAT_ROWS(M1(SAT), f16sat),
	SAT_ROWS(M2(FTZ, SAT), f16ftzsat),
	MINMAX_ROWS(F16, F16X2, f16, M0, M1(NAN_PROP), M2(XORSIGN, ABS), M3(NAN_PROP, XORSIGN, ABS)),
	MINMAX_ROWS(
		F16, F16X2, f16ftz, M1(FTZ), M2(FTZ, NAN_PROP), M3(FTZ, XORSIGN, ABS), M4(FTZ, NAN_PROP, XORSIGN, ABS)),
	MINMAX_ROWS(BF16, BF16X2, bf16, M0, M1(NAN_PROP), M2(XORSIGN, ABS), M3(NAN_PROP, XORSIGN, ABS)),
	SIGN_ROWS(F16, F16X2, M0, f16), SIGN_ROWS(F16, F16X2, M1(FTZ), f16ftz), SIGN_ROWS(BF16, BF16X2, M0, bf16),
	CMPS(SETP1, F16, f16), CMPS(SETPF, F16, f16ftz), CMPS(SETP1, BF16, bf16), CMPS(SETM, F16X2, f16x2),
	CMPS(SETF, F16X2, f16ftzx2), CMPS(SETM, BF16X2, bf16x2) };
const struct em_rows EM_ISA_NAME(em_rows_half);
const struct em_rows EM_ISA_NAME(em_rows_half) = { rows, sizeof rows / sizeof *rows };
