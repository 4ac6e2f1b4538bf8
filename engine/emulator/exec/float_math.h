/* float_math: small pieces of arithmetic that several exec_*.c share: NaNs and subnormals as an NVIDIA GPU treats them,
 * directed rounding, and the binary16 and bfloat16 formats. */
#ifndef EMULATOR_FLOAT_MATH_H
#define EMULATOR_FLOAT_MATH_H

#include <stdint.h>
#include <string.h>

static inline uint32_t f32_bits(float v)
{
	uint32_t u;
	memcpy(&u, &v, 4);
	return u;
}
static inline float f32_of(uint32_t u)
{
	float v;
	memcpy(&v, &u, 4);
	return v;
}
static inline uint64_t f64_bits(double v)
{
	uint64_t u;
	memcpy(&u, &v, 8);
	return u;
}
static inline double f64_of(uint64_t u)
{
	double v;
	memcpy(&v, &u, 8);
	return v;
}

/* Single-precision results that are NaN have one pattern, whatever the operands' payloads. */
static inline float f32_canon(float v)
{
	return v == v ? v : f32_of(0x7fffffff);
}
/* .ftz: a subnormal becomes a zero of its sign. */
static inline float f32_flush(float v)
{
	uint32_t u = f32_bits(v);
	return f32_of(u & ((u & 0x7f800000) ? 0xffffffffu : 0x80000000u));
}
/* .sat: to [0, 1]; NaN and -0 become +0. */
static inline float f32_sat(float v)
{
	return v > 0 ? (v < 1 ? v : 1.0f) : 0.0f;
}

/* A product or quotient under .ftz: tiny is what, rounded as if exponents had no end, stays under the smallest normal
 * number; as a subnormal it might have rounded up to that. The scaling is exact and the conversion rounds in the mode
 * that is on. */
static inline float f32_tiny(float r, double exact)
{
	return __builtin_fabsf((float)(exact * 0x1p100)) < 0x1p-26f ? f32_of(f32_bits(r) & 0x80000000u) : f32_flush(r);
}

/* Double-precision results that are NaN carry an operand's payload, made quiet: b's first, then c's, then a's. */
static inline double f64_quiet(double v)
{
	return f64_of(f64_bits(v) | 0x8000000000000ull);
}
static inline double f64_nan2(double r, double a, double b)
{
	return r == r ? r : b != b ? f64_quiet(b) : a != a ? f64_quiet(a) : r;
}
static inline double f64_nan3(double r, double a, double b, double c)
{
	return r == r ? r : b != b ? f64_quiet(b) : c != c ? f64_quiet(c) : a != a ? f64_quiet(a) : r;
}

/* min and max of IEEE 754-2008 as PTX has them: a NaN loses against a number, -0 is less than +0. */
static inline float f32_min(float a, float b)
{
	return a < b   ? a :
		b < a  ? b :
		a == b ? f32_of(f32_bits(a) | f32_bits(b)) :
		a == a ? a :
		b == b ? b :
			 f32_of(0x7fffffff);
}
static inline float f32_max(float a, float b)
{
	return a > b   ? a :
		b > a  ? b :
		a == b ? f32_of(f32_bits(a) & f32_bits(b)) :
		a == a ? a :
		b == b ? b :
			 f32_of(0x7fffffff);
}
static inline double f64_min(double a, double b)
{
	return a < b   ? a :
		b < a  ? b :
		a == b ? f64_of(f64_bits(a) | f64_bits(b)) :
		a == a ? a :
		b == b ? b :
			 f64_quiet(b);
}
static inline double f64_max(double a, double b)
{
	return a > b   ? a :
		b > a  ? b :
		a == b ? f64_of(f64_bits(a) & f64_bits(b)) :
		a == a ? a :
		b == b ? b :
			 f64_quiet(b);
}

/* Directed rounding: the rounding field of MXCSR around a loop. The clobber keeps loads after it and stores before it.
 */
enum { EM_RN, EM_RM, EM_RP, EM_RZ };
static inline uint32_t round_begin(uint32_t mode)
{
	uint32_t old, next;
	__asm__ volatile("stmxcsr %0" : "=m"(old) : : "memory");
	next = (old & ~0x6000u) | mode << 13;
	__asm__ volatile("ldmxcsr %0" : : "m"(next) : "memory");
	return old;
}
static inline void round_end(uint32_t old)
{
	__asm__ volatile("ldmxcsr %0" : : "m"(old) : "memory");
}

/* ---- binary16 and bfloat16 */
static inline float f16_to_f32(uint16_t h)
{
	uint32_t s = (uint32_t)(h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;
	if (e == 31)
		return f32_of(s | 0x7f800000 | m << 13);
	if (e)
		return f32_of(s | (e + 112) << 23 | m << 13);
	float v = (float)m * 0x1p-24f;
	return f32_of(f32_bits(v) | s);
}
static inline float bf16_to_f32(uint16_t h)
{
	return f32_of((uint32_t)h << 16);
}

/* A double that is exact, or rounded to odd, to a small format of `p` significand bits, smallest normal exponent `emin`
 * and largest finite exponent `emax`; mode as above. Returns the value as a double; ±inf on overflow. */
static inline double round_small(double v, int p, int emin, int emax, int mode)
{
	uint64_t u = f64_bits(v);
	int e = (int)(u >> 52 & 2047) - 1023;
	if (e == 1024 || (u << 1) == 0)
		return v;
	if (e < emin)
		e = emin;
	double unit = f64_of((uint64_t)(e - (p - 1) + 1023) << 52);
	double a = f64_of(u & ~(1ull << 63)) / unit; /* exact: a power of two */
	double lo = (double)(int64_t)a, frac = a - lo, r = lo;
	int neg = (int)(u >> 63);
	if (frac > 0) {
		int up = mode == EM_RN ? frac > 0.5 || (frac == 0.5 && ((int64_t)lo & 1)) :
			mode == EM_RM  ? neg :
			mode == EM_RP  ? !neg :
					 0;
		r = lo + up;
	}
	r *= unit;
	double max = (2.0 - f64_of((uint64_t)(1023 - (p - 1)) << 52)) * f64_of((uint64_t)(emax + 1023) << 52);
	if (r > max)
		r = mode == EM_RZ || (mode == EM_RM && !neg) || (mode == EM_RP && neg) ? max :
											 f64_of(0x7ff0000000000000ull);
	return neg ? -r : r;
}
/* Bits of a value that is exactly representable, or infinite, or NaN. */
static inline uint16_t f16_pack(double v)
{
	if (v != v)
		return 0x7fff;
	uint16_t s = f64_bits(v) >> 63 ? 0x8000 : 0;
	double a = v < 0 ? -v : v;
	if (a > 65504)
		return (uint16_t)(s | 0x7c00);
	if (a < 0x1p-14)
		return (uint16_t)(s | (uint16_t)(a * 0x1p24));
	uint64_t u = f64_bits(a);
	return (uint16_t)(s | ((u >> 52) - 1008) << 10 | (u >> 42 & 0x3ff));
}
static inline uint16_t bf16_pack(double v)
{
	if (v != v)
		return 0x7fff;
	return (uint16_t)(f32_bits((float)v) >> 16);
}
static inline uint16_t f16_round(double v, int mode)
{
	return f16_pack(round_small(v, 11, -14, 15, mode));
}
static inline uint16_t bf16_round(double v, int mode)
{
	return bf16_pack(round_small(v, 8, -126, 127, mode));
}

/* a + b rounded to odd: what is cut off later rounds as if from the exact sum. */
static inline double add_odd(double a, double b)
{
	double s = a + b, t = s - a, err = (a - (s - t)) + (b - t);
	uint64_t u = f64_bits(s);
	if (err == 0 || s != s || (u >> 52 & 2047) == 2047 || (u & 1))
		return s;
	return f64_of((err > 0) == (s > 0) ? u | 1 : u - 1);
}

#endif
