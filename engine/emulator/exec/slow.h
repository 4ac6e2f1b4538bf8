/* slow: which lanes' numbers are not easy for a division, a reciprocal or a root (cost/slow_ways.h). An executor takes
 * a quick look at all lanes first (the loops below, which become a few vector instructions); only where something may
 * be the matter does it come here, before it works: a result may lie where an operand was. */
#ifndef EMULATOR_SLOW_H
#define EMULATOR_SLOW_H

#include "emulator/core/machine.h"

/* They count what the lanes that are on do: i is the instruction's slot, with its operands. */
void em_slow_div32(struct em_warp *w, const struct em_inst *i);
void em_slow_rcp32(struct em_warp *w, const struct em_inst *i);
void em_slow_sqrt32(struct em_warp *w, const struct em_inst *i);
void em_slow_div64(struct em_warp *w, const struct em_inst *i);
void em_slow_rcp64(struct em_warp *w, const struct em_inst *i);
void em_slow_sqrt64(struct em_warp *w, const struct em_inst *i);
void em_slow_rsqrt64(struct em_warp *w, const struct em_inst *i);

/* Are the bits, without the sign, of all lanes in [from, to]? Of words, and of the upper words of doubles; *_plus: with
 * the sign, so that those of negative numbers are not. */
#define EM_EASY(name, T, bits) \
	static inline __attribute__((always_inline)) bool em_easy##name(const T *v, uint32_t from, uint32_t to) \
	{ \
		uint32_t far = 0; \
		for (int l = 0; l < EM_WARP; l++) { \
			const uint32_t x = (uint32_t)(bits)*2 - 2 * from; \
			far = x > far ? x : far; \
		} \
		return far <= 2 * (to - from); \
	} \
	static inline __attribute__((always_inline)) bool em_easy##name##_plus(const T *v, uint32_t from, uint32_t to) \
	{ \
		uint32_t far = 0; \
		for (int l = 0; l < EM_WARP; l++) { \
			const uint32_t x = (uint32_t)(bits)-from; \
			far = x > far ? x : far; \
		} \
		return far <= to - from; \
	}
EM_EASY(32, uint32_t, v[l])
EM_EASY(64, uint64_t, v[l] >> 32)
#undef EM_EASY
/* 2^-60 to 2^60, and 2^-400 to 2^400: both of them so, their quotient is easy too. */
#define EM_EASY_FROM32 0x21800000u
#define EM_EASY_TO32 0x5d800000u
#define EM_EASY_FROM64 0x26f00000u
#define EM_EASY_TO64 0x58f00000u
/* What a reciprocal and a root ask for themselves. */
#define EM_RCP_FROM32 0x00800000u
#define EM_RCP_TO32 0x7e7fffffu
#define EM_RCP_FROM64 0x00100000u
#define EM_RCP_TO64 0x7fcffbfdu
#define EM_SQRT_FROM32 0x0d000000u
#define EM_SQRT_TO32 0x7f7fffffu
#define EM_SQRT_FROM64 0x03500000u
#define EM_RSQRT_FROM64 0x00100000u
#define EM_SQRT_TO64 0x7fefffffu

#endif
