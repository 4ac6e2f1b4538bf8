/* mufu_square: what the special function unit (mufu.h) and the program that finds its tables
 * (tests/conformance/mufu/fit.c) both need to know. */
#ifndef EMULATOR_MUFU_SQUARE_H
#define EMULATOR_MUFU_SQUARE_H

#include <stdint.h>

/* About x * x >> 19, for x of 17 bits: each of the 17 products of x and one of its bits is cut at 2^18 before they are
 * added up. */
static inline uint32_t em_mufu_square(uint32_t x)
{
#define EM_MUFU_BIT(k) (-(x >> (k)&1) & x >> (18 - (k)))
	return (EM_MUFU_BIT(2) + EM_MUFU_BIT(3) + EM_MUFU_BIT(4) + EM_MUFU_BIT(5) + EM_MUFU_BIT(6) + EM_MUFU_BIT(7) +
		       EM_MUFU_BIT(8) + EM_MUFU_BIT(9) + EM_MUFU_BIT(10) + EM_MUFU_BIT(11) + EM_MUFU_BIT(12) +
		       EM_MUFU_BIT(13) + EM_MUFU_BIT(14) + EM_MUFU_BIT(15) + EM_MUFU_BIT(16)) >>
		1;
#undef EM_MUFU_BIT
}

/* tanh's segments: a name and the exponent of each binade that has some, and how many bits of the significand choose
 * one. Below them tanh gives its argument, above 1. */
#define EM_MUFU_TANH_BINADES(row) \
	row(256TH, -8, 0) row(128TH, -7, 0) row(64TH, -6, 0) row(32ND, -5, 1) row(16TH, -4, 1) row(8TH, -3, 2) \
		row(4TH, -2, 2) row(HALF, -1, 2) row(1, 0, 3) row(2, 1, 4) row(4, 2, 3)
/* The number of each one's first segment, and of all. */
#define EM_MUFU_TANH_BEGIN(name, exponent, bits) \
	EM_MUFU_TANH_##name, EM_MUFU_TANH_##name##_LAST = EM_MUFU_TANH_##name + (1 << (bits)) - 1,
enum { EM_MUFU_TANH_BINADES(EM_MUFU_TANH_BEGIN) EM_MUFU_TANH_ROWS };
#undef EM_MUFU_TANH_BEGIN

#endif
