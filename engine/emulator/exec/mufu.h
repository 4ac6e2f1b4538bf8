/* mufu: the special function unit (SASS's MUFU) of an NVIDIA GPU, to the last bit. Arguments and results are the bits
 * of floats.
 *
 * The unit interpolates: it cuts the argument's significand into a segment and a place x in it, and adds C0 + C1 x + C2
 * x^2 in integers, where the square is cut (mufu_square.h) and so is the sum. Its tables (mufu.def) were found from
 * what an H200 gave for every significand (tests/conformance/mufu, which also holds digests of all those results).
 * Subnormal arguments count as zeros of their sign and subnormal results become zeros, as MUFU has it; what PTX's forms
 * without .ftz do about that is the executors' business. A NaN gives 0x7fffffff.
 *
 * Loops over lanes are to become vectors: there are no branches, and sums of up to 44 bits are kept in doubles, which
 * hold them exactly. */
#ifndef EMULATOR_MUFU_H
#define EMULATOR_MUFU_H

#include <stdint.h>
#include <string.h>

#include "emulator/exec/mufu_square.h"

#define MUFU_NAN 0x7fffffffu
#define MUFU_INF 0x7f800000u

/* C0, C1, C2 of every segment, and em_mufu_NAME_sum(segment, x): the sum before it is cut, a whole number. */
#define MUFU_SUM(name, bits, square, base, round) \
	static inline double em_mufu_##name##_sum(uint32_t seg, uint32_t x) \
	{ \
		double s = (double)(int32_t)(em_mufu_square(x << (17 - (bits))) << (square)), n = (double)(int32_t)x; \
		return (double)em_mufu_c0[EM_MUFU_##name + seg] * (1 << (base)) + (round) + \
			((double)em_mufu_c1[EM_MUFU_##name + seg] * n + (double)em_mufu_c2[EM_MUFU_##name + seg] * s); \
	}
#define MUFU_TABLE(name, segments, bits, square, base, round) \
	EM_MUFU_##name, EM_MUFU_##name##_LAST = EM_MUFU_##name + (segments)-1,
#define MUFU_ROW(c0, c1, c2)
enum {
#include "emulator/exec/mufu.def"
	EM_MUFU_ROWS
};
#undef MUFU_ROW
#undef MUFU_TABLE
#define MUFU_TABLE(name, segments, bits, square, base, round)
static const int32_t em_mufu_c0[EM_MUFU_ROWS] = {
#define MUFU_ROW(c0, c1, c2) c0,
#include "emulator/exec/mufu.def"
#undef MUFU_ROW
};
static const int32_t em_mufu_c1[EM_MUFU_ROWS] = {
#define MUFU_ROW(c0, c1, c2) c1,
#include "emulator/exec/mufu.def"
#undef MUFU_ROW
};
static const int32_t em_mufu_c2[EM_MUFU_ROWS] = {
#define MUFU_ROW(c0, c1, c2) c2,
#include "emulator/exec/mufu.def"
#undef MUFU_ROW
};
#undef MUFU_TABLE
#define MUFU_TABLE(name, segments, bits, square, base, round) MUFU_SUM(name, bits, square, base, round)
#define MUFU_ROW(c0, c1, c2)
#include "emulator/exec/mufu.def"
#undef MUFU_ROW
#undef MUFU_TABLE

static inline uint32_t em_mufu_is_nan(uint32_t u)
{
	return (u & 0x7fffffff) > MUFU_INF;
}
static inline uint32_t em_mufu_pick(uint32_t yes, uint32_t a, uint32_t b)
{
	return b ^ ((a ^ b) & -yes);
} /* yes: 0 or 1 */
/* v / 2^k, cut; v is not negative, and the result has at most 31 bits. */
static inline uint32_t em_mufu_bits(double v, int k)
{
	return (uint32_t)(int32_t)(v * (1.0 / (double)(1 << k)));
}

/* 1 / a. */
static inline uint32_t em_mufu_rcp(uint32_t u)
{
	uint32_t sign = u & 0x80000000, e = u >> 23 & 255, m = u & 0x7fffff;
	uint32_t f = em_mufu_bits(em_mufu_rcp_sum(m >> 16, m & 0xffff), 15) -
		0x800000; /* 0x800000 for m = 0: counts the exponent up */
	int32_t r = (253 - (int32_t)e) * (1 << 23) + (int32_t)f;

	r = (int32_t)em_mufu_pick(r < 0x800000, 0, (uint32_t)r);
	r = (int32_t)em_mufu_pick(e == 0, MUFU_INF, (uint32_t)r);
	r = (int32_t)em_mufu_pick(e == 255, 0, (uint32_t)r);
	return em_mufu_pick(em_mufu_is_nan(u), MUFU_NAN, sign | (uint32_t)r);
}

/* 1 / sqrt(a). */
static inline uint32_t em_mufu_rsq(uint32_t u)
{
	uint32_t sign = u & 0x80000000, e = u >> 23 & 255, m = (u & 0x7fffff) | (~e & 1) << 23;
	uint32_t f = em_mufu_bits(em_mufu_rsq_sum(m >> 17, m & 0x1ffff), 16) - 0x800000;
	uint32_t r = ((126 - (uint32_t)(((int32_t)e - 127) >> 1)) << 23) + em_mufu_pick(m == 0, 0x800000, f);

	r = em_mufu_pick(e == 255, 0, r);
	r = em_mufu_pick(sign != 0, MUFU_NAN, r);
	r = em_mufu_pick(e == 0, sign | MUFU_INF, r);
	return em_mufu_pick(em_mufu_is_nan(u), MUFU_NAN, r);
}

/* sqrt(a). */
static inline uint32_t em_mufu_sqrt(uint32_t u)
{
	uint32_t sign = u & 0x80000000, e = u >> 23 & 255, m = (u & 0x7fffff) | (~e & 1) << 23;
	uint32_t f = em_mufu_bits(em_mufu_sqrt_sum(m >> 17, m & 0x1ffff), 17) - 0x800000;
	uint32_t r = ((127 + (uint32_t)(((int32_t)e - 127) >> 1)) << 23) + f;

	r = em_mufu_pick(e == 255, MUFU_INF, r);
	r = em_mufu_pick(sign != 0, MUFU_NAN, r);
	r = em_mufu_pick(e == 0, sign, r);
	return em_mufu_pick(em_mufu_is_nan(u), MUFU_NAN, r);
}

/* 2 to the a. */
static inline uint32_t em_mufu_ex2(uint32_t u)
{
	int32_t e = (int32_t)(u >> 23 & 255) - 127;
	uint32_t negative = u >> 31, m = (u & 0x7fffff) | 0x800000;
	/* 7 bits before the point and 23 after it, cut; a negative argument's fraction is complemented, unless it is 0
	 */
	uint32_t fixed = em_mufu_pick(e >= 0, m << (e & 7), em_mufu_pick(e < -24, 0, m >> (-e & 31)));
	uint32_t fraction = fixed & 0x7fffff, flip = -(negative & (fraction != 0));
	int32_t whole = (int32_t)((fixed >> 23) ^ -negative) + (int32_t)(negative & (fraction == 0));
	int32_t r;

	fraction = (fraction ^ flip) & 0x7fffff;
	r = (int32_t)(((uint32_t)(whole + 127) << 23) +
		em_mufu_bits(em_mufu_ex2_sum(fraction >> 17, fraction & 0x1ffff), 15) - 0x800000);
	r = (int32_t)em_mufu_pick(r < 0x800000, 0, (uint32_t)r);
	r = (int32_t)em_mufu_pick(whole >= 128, MUFU_INF, (uint32_t)r);
	r = (int32_t)em_mufu_pick(e >= 7, em_mufu_pick(negative, 0, MUFU_INF), (uint32_t)r);
	return em_mufu_pick(em_mufu_is_nan(u), MUFU_NAN, (uint32_t)r);
}

/* v * unit as a float, cut to 24 bits: a product that a double holds, neither negative nor, but for 0, below 2^-126. */
static inline uint32_t em_mufu_cut(double v, double unit)
{
	double exact = v * unit;
	uint64_t b;

	memcpy(&b, &exact, 8);
	return em_mufu_pick((uint32_t)(b >> 32) == 0, 0, (uint32_t)(b >> 29) - ((uint32_t)(1023 - 127) << 23));
}

/* The logarithm to base 2. */
static inline uint32_t em_mufu_lg2(uint32_t u)
{
	uint32_t sign = u & 0x80000000, e = u >> 23 & 255, m = u & 0x7fffff, below = e < 127, upper, r;
	double v = em_mufu_lg2_sum(m >> 17, m & 0x1ffff), whole = (double)((int32_t)e - 127);

	/* Two bits less, cut, and the exponent in front; a negative sum is complemented. */
	upper = em_mufu_bits(v, 20);
	v = whole * 0x1p36 + (double)(int32_t)upper * 0x1p18 +
		(double)(int32_t)em_mufu_bits(v - (double)(int32_t)upper * 0x1p20, 2);
	v = v * (double)(1 - 2 * (int32_t)below) - (double)(int32_t)below;
	r = em_mufu_cut(v, 0x1p-36) | below << 31;

	r = em_mufu_pick(u == 0x3f800000, 0, r);
	r = em_mufu_pick(e == 255, MUFU_INF, r);
	r = em_mufu_pick(sign != 0, MUFU_NAN, r);
	r = em_mufu_pick(e == 0, 0x80000000 | MUFU_INF, r);
	return em_mufu_pick(em_mufu_is_nan(u), MUFU_NAN, r);
}

/* sin and cos of a revolutions: a quarter is 1 in the fixed-point form, cut at 23 bits after the point. */
static inline uint32_t em_mufu_wave(uint32_t u, uint32_t quarters)
{
	int32_t e = (int32_t)(u >> 23 & 255) - 125;
	uint32_t m = (u & 0x7fffff) | 0x800000;
	uint32_t fixed =
		em_mufu_pick(e >= 0, em_mufu_pick(e > 24, 0, m << (e & 31)), em_mufu_pick(e < -24, 0, m >> (-e & 31)));
	uint32_t quadrant = (fixed >> 23) + quarters, sign = em_mufu_pick(quarters, 0, u & 0x80000000);

	fixed = (fixed ^ -(quadrant & 1)) & 0x7fffff;
	sign ^= (quadrant & 2) << 30;
	return em_mufu_pick((u >> 23 & 255) == 255, MUFU_NAN,
		em_mufu_cut(em_mufu_sin_sum(fixed >> 17, fixed & 0x1ffff), 0x1p-37) | sign);
}
static inline uint32_t em_mufu_sin(uint32_t u)
{
	return em_mufu_wave(u, 0);
}
static inline uint32_t em_mufu_cos(uint32_t u)
{
	return em_mufu_wave(u, 1);
}

/* tanh. */
static inline uint32_t em_mufu_tanh(uint32_t u)
{
	/* of each binade: where its rows begin, and how many bits of the significand choose one */
#define EM_MUFU_FIRST(name, exponent, bits) EM_MUFU_TANH_##name,
#define EM_MUFU_CHOSEN(name, exponent, bits) bits,
	static const int32_t rows[] = { EM_MUFU_TANH_BINADES(EM_MUFU_FIRST) },
			     chosen[] = { EM_MUFU_TANH_BINADES(EM_MUFU_CHOSEN) };
#undef EM_MUFU_FIRST
#undef EM_MUFU_CHOSEN
	uint32_t sign = u & 0x80000000, m = u & 0x7fffff;
	int32_t e = (int32_t)(u >> 23 & 255) - (127 - 8),
		k = (int32_t)em_mufu_pick(e < 0, 0, em_mufu_pick(e > 10, 10, (uint32_t)e));
	uint32_t bits = (uint32_t)chosen[k], seg = (uint32_t)rows[k] + (m >> (23 - bits)),
		 x = (m << bits & 0x7fffff) >> 6;
	uint32_t r = sign | em_mufu_cut(em_mufu_tanh_sum(seg, x), 0x1p-42);

	r = em_mufu_pick(e < 0, u, r);
	r = em_mufu_pick(e > 10, sign | 0x3f800000, r);
	return em_mufu_pick(em_mufu_is_nan(u), MUFU_NAN, r);
}

/* The upper words of 1 / a and 1 / sqrt(a) in double precision (MUFU.RCP64H, MUFU.RSQ64H), from the upper word of a: 20
 * bits of the same tables. */
static inline uint32_t em_mufu_rcp64h(uint32_t u)
{
	uint32_t sign = u & 0x80000000, e = u >> 20 & 2047, m = (u & 0xfffff) << 3;
	int32_t r =
		(int32_t)(em_mufu_rcp(0x3f800000 | m) >> 3) + ((1023 - 127) << 20) - (((int32_t)e - 1023) * (1 << 20));

	r = (int32_t)em_mufu_pick((uint32_t)(r < 0x100000) | (e == 2047), 0, (uint32_t)r);
	r = (int32_t)em_mufu_pick(e == 0, 0x7ff00000, (uint32_t)r);
	return em_mufu_pick((uint32_t)(e == 2047) & (m != 0), MUFU_NAN, sign | (uint32_t)r);
}
static inline uint32_t em_mufu_rsq64h(uint32_t u)
{
	uint32_t sign = u & 0x80000000, m = (u & 0xfffff) << 3;
	int32_t e = (int32_t)(u >> 20 & 2047) - 1023;
	uint32_t r = (em_mufu_rsq((0x3f800000 + ((uint32_t)(e & 1) << 23)) | m) >> 3) + ((1023 - 127) << 20) -
		((uint32_t)(e >> 1) << 20);

	r = em_mufu_pick(e == 1024, 0, r);
	r = em_mufu_pick(sign != 0, MUFU_NAN, r);
	r = em_mufu_pick(e == -1023, sign | 0x7ff00000, r);
	return em_mufu_pick((uint32_t)(e == 1024) & (m != 0), MUFU_NAN, r);
}

/* A result in half precision: the single one, cut. */
static inline uint32_t em_mufu_f16(uint32_t u)
{
	uint32_t sign = u >> 16 & 0x8000, e = u >> 23 & 255, m = (u & 0x7fffff) | 0x800000;
	uint32_t r =
		em_mufu_pick(e >= 113, (e - 113) * 1024 + (m >> 13), em_mufu_pick(e < 102, 0, m >> ((126 - e) & 31)));

	r = em_mufu_pick(e >= 143, 0x7c00, r);
	return em_mufu_pick(em_mufu_is_nan(u), 0x7fff, sign | r);
}
static inline uint32_t em_mufu_bf16(uint32_t u)
{
	return em_mufu_pick(em_mufu_is_nan(u), 0x7fff, u >> 16);
}

#endif
