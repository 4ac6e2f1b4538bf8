/* exec_mufu: the approximations of PTX ISA 9.7.3 and 9.7.4 (rcp, sqrt, rsqrt, div, sin, cos, lg2, ex2, tanh with
 * .approx or .full), to the bit as sm_90's machine code computes them: the special function unit (mufu.h), and what
 * ptxas puts around it where subnormal numbers count. */
#include "emulator/exec/exec.h"
#include "emulator/exec/slow.h"
#include "emulator/exec/float_math.h"
#include "emulator/exec/mufu.h"

#define BITS1(name, e) EXEC1(name, u32, u32, u32, e)

/* With .ftz the unit alone. */
BITS1(rcp_ftz, em_mufu_rcp(a))
BITS1(rsqrt_ftz, em_mufu_rsq(a))
BITS1(sqrt_ftz, em_mufu_sqrt(a))
BITS1(ex2_ftz, em_mufu_ex2(a))
BITS1(lg2_ftz, em_mufu_lg2(a))
BITS1(tanh_, em_mufu_tanh(a))

/* Without it a subnormal argument is scaled by 2^24, and the result back. What is scaled and what not goes the same
 * way, times 1: so loops are vectors. */
static inline u32 is_tiny(u32 a)
{
	return (a & 0x7fffffff) < 0x800000;
}
static inline f32 either(u32 yes, f32 a, f32 b)
{
	return f32_of(em_mufu_pick(yes, f32_bits(a), f32_bits(b)));
}
static inline u32 scaled(u32 a, f32 by)
{
	return f32_bits(f32_of(a) * by);
}
static inline u32 scaled_up(u32 a)
{
	return scaled(a, either(is_tiny(a), 0x1p24f, 1));
}
#define SCALED(name, unit, back) \
	BITS1(name, f32_bits(f32_canon(f32_of(unit(scaled_up(a))) * either(is_tiny(a), back, 1))))
SCALED(rsqrt, em_mufu_rsq, 0x1p12f)
SCALED(sqrt_, em_mufu_sqrt, 0x1p-12f)
BITS1(lg2, f32_bits(f32_canon(f32_of(em_mufu_lg2(scaled_up(a))) - either(is_tiny(a), 24, 0))))
/* 1 / a: a quarter of a large one's, so that the result is not flushed. */
static inline f32 rcp_scale(u32 a)
{
	return either((a & 0x7fffffff) > 0x7e800000, 0.25f, either(is_tiny(a), 0x1p24f, 1));
}
BITS1(rcp, f32_bits(f32_canon(f32_of(em_mufu_rcp(scaled(a, rcp_scale(a)))) * rcp_scale(a))))
/* Below -126: of half the exponent, squared. */
static inline f32 squared(u32 yes, f32 r)
{
	return r * either(yes, r, 1);
}
static inline u32 is_low(u32 a)
{
	return a > 0xc2fc0000;
}
BITS1(ex2, f32_bits(f32_canon(squared(is_low(a), f32_of(em_mufu_ex2(scaled(a, either(is_low(a), 0.5f, 1))))))))

/* The angle in revolutions, cut to single precision: far from 0 the result is that of another angle. What is subnormal
 * there counts as 0. */
static inline u32 revolutions(u32 a)
{
	u32 r = em_mufu_cut((double)f32_of(a & 0x7fffffff), 0x1.45f306p-3);

	r = em_mufu_pick((a & 0x7fffffff) < 0x02000000, 0, r);
	return em_mufu_pick((a & 0x7f800000) == MUFU_INF, a, r | (a & 0x80000000));
}
BITS1(sin_, em_mufu_sin(revolutions(a)))
BITS1(cos_, em_mufu_cos(revolutions(a)))

/* a times the reciprocal of b. .full keeps clear of both ends of the exponents, .approx of the lower one only, with
 * .ftz of none. */
static inline f32 quotient(f32 a, f32 b)
{
	return f32_canon(a * f32_of(em_mufu_rcp(f32_bits(b))));
}
static inline f32 quotient_ftz(f32 a, f32 b)
{
	f32 r = f32_of(em_mufu_rcp(f32_bits(b)));

	a = f32_flush(a);
	return f32_tiny(f32_canon(a * r), (double)a * r);
}
static inline f32 small(f32 b)
{
	return either(is_tiny(f32_bits(b)), 0x1p24f, 1);
}
static inline f32 large(f32 b)
{
	return either((u32)(__builtin_fabsf(b) > 0x1p126f), 0.25f, 1);
}
#define F32_DIV(name, e) EXEC2(name, f32, f32, f32, f32, f32, e)
F32_DIV(div_approx, quotient(a *small(b), b *small(b)))
F32_DIV(div_approx_ftz, quotient_ftz(a, b))
F32_DIV(div_full, ({
	f32 s = small(b) * large(b);
	quotient(a * s, b * s);
}))
F32_DIV(div_full_ftz, ({
	f32 s = large(b);
	quotient_ftz(f32_tiny(f32_flush(a) * s, (double)f32_flush(a) * s), b * s);
}))

/* Double precision: the upper words alone; without .ftz rsqrt takes a step of Newton's method from there. */
EXEC1(rcp64, u64, u64, u64, (u64)em_mufu_rcp64h((u32)(a >> 32)) << 32)
EXEC1(rsqrt64_ftz, u64, u64, u64, (u64)em_mufu_rsq64h((u32)(a >> 32)) << 32)
static inline f64 rsqrt_step(f64 a)
{
	f64 y = f64_of((u64)em_mufu_rsq64h((u32)(f64_bits(a) >> 32)) << 32), rest = __builtin_fma(a, -(y * y), 1);

	return __builtin_fma(__builtin_fma(rest, 0.375, 0.5), y * rest, y);
}
static inline f64 rsqrt_f64(f64 a)
{
	u64 u = f64_bits(a), sign = u & 1ull << 63;

	if ((u >> 32) - 0x100000 < 0x7fe00000)
		return rsqrt_step(a);
	if (a == 0)
		return f64_of(sign | 0x7ff0000000000000ull);
	if (a != a)
		return f64_quiet(a);
	if (sign)
		return f64_of(0xfff8000000000000ull);
	return u == 0x7ff0000000000000ull ? 0 : rsqrt_step(a * 0x1p54) * 0x1p27;
}
EXEC1(rsqrt64_, f64, f64, f64, rsqrt_f64(a))
FN(rsqrt64) /* slow.h */
{
	if (EM_UNLIKELY(!em_easy64_plus(ROWP(u64, i->a), EM_RSQRT_FROM64, EM_SQRT_TO64)))
		em_slow_rsqrt64(w, i);
	return rsqrt64_(w, i);
}

/* Half precision, single and in pairs: what single precision gives, cut. */
static inline u32 f16_bits32(u32 h)
{
	return f32_bits(f16_to_f32((u16)h));
}
static inline u32 bf16_bits32(u32 h)
{
	return h << 16;
}
#define HALF(name, IN, OUT, unit) \
	BITS1(name, OUT(unit(IN(a & 0xffff)))) \
	BITS1(name##_x2, OUT(unit(IN(a & 0xffff))) | OUT(unit(IN(a >> 16))) << 16)
HALF(ex2_f16, f16_bits32, em_mufu_f16, em_mufu_ex2)
HALF(tanh_f16, f16_bits32, em_mufu_f16, em_mufu_tanh)
HALF(ex2_bf16, bf16_bits32, em_mufu_bf16, em_mufu_ex2)
HALF(tanh_bf16, bf16_bits32, em_mufu_bf16, em_mufu_tanh)

#define BOTH_FORMS(OP, wd, n, n_ftz) ROW(OP, T1(F32), M1(APPROX), wd, n), ROW(OP, T1(F32), M2(APPROX, FTZ), wd, n_ftz)
static const struct em_row rows[] = {
	BOTH_FORMS(RCP, "ww", rcp, rcp_ftz),
	BOTH_FORMS(SQRT, "ww", sqrt_, sqrt_ftz),
	BOTH_FORMS(RSQRT, "ww", rsqrt, rsqrt_ftz),
	BOTH_FORMS(EX2, "ww", ex2, ex2_ftz),
	BOTH_FORMS(LG2, "ww", lg2, lg2_ftz),
	BOTH_FORMS(SIN, "ww", sin_, sin_),
	BOTH_FORMS(COS, "ww", cos_, cos_),
	BOTH_FORMS(TANH, "ww", tanh_, tanh_),
	BOTH_FORMS(DIV, "www", div_approx, div_approx_ftz),
	ROW(DIV, T1(F32), M1(FULL), "www", div_full),
	ROW(DIV, T1(F32), M2(FULL, FTZ), "www", div_full_ftz),
	ROW(RCP, T1(F64), M2(APPROX, FTZ), "ll", rcp64),
	ROW(RSQRT, T1(F64), M1(APPROX), "ll", rsqrt64),
	ROW(RSQRT, T1(F64), M2(APPROX, FTZ), "ll", rsqrt64_ftz),
	ROW_HALVES(EX2, F16, F16X2, M1(APPROX), "hh", "ww", ex2_f16),
	ROW_HALVES(TANH, F16, F16X2, M1(APPROX), "hh", "ww", tanh_f16),
	ROW_HALVES(EX2, BF16, BF16X2, M2(APPROX, FTZ), "hh", "ww", ex2_bf16),
	ROW_HALVES(TANH, BF16, BF16X2, M1(APPROX), "hh", "ww", tanh_bf16),
};
const struct em_rows EM_ISA_NAME(em_rows_mufu);
const struct em_rows EM_ISA_NAME(em_rows_mufu) = { rows, sizeof rows / sizeof *rows };
