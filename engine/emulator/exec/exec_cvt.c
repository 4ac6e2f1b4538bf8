/* exec_cvt: conversions, PTX ISA 9.7.9.22. One executor for each pair of types; how to round, flush and saturate is in
 * the instruction's x, put there by its row. The pairs that kernels use all the time have loops of their own.
 * exec_cvt8.c has 8 bits and fewer. */
#include <math.h>

#include "emulator/exec/exec.h"
#include "emulator/exec/float_math.h"

/* mode: bits 0-1 rounding (EM_RN..EM_RZ) and flags. */
enum { FTZ = 4, SAT = 8, INTEGRAL = 16, RELU = 32, FINITE = 64 };

typedef int8_t s8;
typedef uint8_t u8;

/* ---- integer to integer: cut or extend; .sat clamps. A narrow result fills its 32-bit lane, extended by its own sign.
 */
#define WIDE_SIGNED(D) ((D)-1 < (D)1)
#define CLAMP(D, lo, hi) (D)(a_ < (__int128)(lo) ? (__int128)(lo) : a_ > (__int128)(hi) ? (__int128)(hi) : a_)
#define II(D, S, WD, WS, lo, hi) \
	EXEC1(D##_##S, WD, WS, S, WIDE_SIGNED(D) ? (WD)(s64)(D)a : (WD)(D)a) \
	EXEC1(D##_##S##_sat, WD, WS, S, ({ \
		__int128 a_ = a; \
		D r_ = CLAMP(D, lo, hi); \
		WIDE_SIGNED(D) ? (WD)(s64)r_ : (WD)r_; \
	}))
#define I_FROM(D, WD, lo, hi) \
	II(D, u8, WD, u32, lo, hi) \
	II(D, s8, WD, u32, lo, hi) \
	II(D, u16, WD, u32, lo, hi) \
	II(D, s16, WD, u32, lo, hi) \
	II(D, u32, WD, u32, lo, hi) II(D, s32, WD, u32, lo, hi) II(D, u64, WD, u64, lo, hi) II(D, s64, WD, u64, lo, hi)
I_FROM(u8, u32, 0, UINT8_MAX)
I_FROM(s8, u32, INT8_MIN, INT8_MAX)
I_FROM(u16, u32, 0, UINT16_MAX)
I_FROM(s16, u32, INT16_MIN, INT16_MAX)
I_FROM(u32, u32, 0, UINT32_MAX)
I_FROM(s32, u32, INT32_MIN, INT32_MAX)
I_FROM(u64, u64, 0, UINT64_MAX)
I_FROM(s64, u64, INT64_MIN, INT64_MAX)

/* ---- reading any floating type as a double: exact */
static inline double get_f16(u32 v, u32 x)
{
	(void)x;
	return f16_to_f32((u16)v);
}
static inline double get_bf16(u32 v, u32 x)
{
	(void)x;
	return bf16_to_f32((u16)v);
}
static inline double get_f32(u32 v, u32 x)
{
	return x & FTZ ? f32_canon(f32_flush(f32_of(v))) : f32_of(v);
}
static inline double get_f64(u64 v, u32 x)
{
	(void)x;
	return f64_of(v);
}
static inline double integral(double v, u32 mode)
{
	switch (mode & 3) {
	case EM_RM: return floor(v);
	case EM_RP: return ceil(v);
	case EM_RZ: return trunc(v);
	default: return rint(v);
	}
}

/* ---- float to integer: clamps; NaN gives 0, or the top bit alone where either side has 64 bits. */
#define FI(D, F, WD, WF, lo, hi, nan) \
	EXEC1(D##_##F, WD, WF, WF, ({ \
		double v_ = get_##F(a, i->mode); \
		D r_; \
		if (v_ != v_) \
			r_ = (D)(nan); \
		else { \
			v_ = integral(v_, i->mode); \
			r_ = v_ <= (double)(lo) ? (D)(lo) : v_ >= (double)(hi) ? (D)(hi) : (D)v_; \
		} \
		WIDE_SIGNED(D) ? (WD)(s64)r_ : (WD)r_; \
	}))
#define F_TO(D, WD, lo, hi, top) \
	FI(D, f16, WD, u32, lo, hi, sizeof(D) == 8 ? (top) : 0) \
	FI(D, bf16, WD, u32, lo, hi, sizeof(D) == 8 ? (top) : 0) \
	FI(D, f32, WD, u32, lo, hi, sizeof(D) == 8 ? (top) : 0) FI(D, f64, WD, u64, lo, hi, top)
F_TO(u8, u32, 0, UINT8_MAX, 1u << 7)
F_TO(s8, u32, INT8_MIN, INT8_MAX, INT8_MIN)
F_TO(u16, u32, 0, UINT16_MAX, 1u << 15)
F_TO(s16, u32, INT16_MIN, INT16_MAX, INT16_MIN)
F_TO(u32, u32, 0, UINT32_MAX, 1u << 31)
F_TO(s32, u32, INT32_MIN, INT32_MAX, INT32_MIN)
F_TO(u64, u64, 0, UINT64_MAX, 1ull << 63)
F_TO(s64, u64, INT64_MIN, INT64_MAX, INT64_MIN)
EXEC1(s32_f32_rzi, u32, f32, f32, a != a ? 0 : a >= 0x1p31f ? 0x7fffffffu : a <= -0x1p31f ? 0x80000000u : (u32)(s32)a)

static inline double adjust(double v, u32 x)
{
	if (x & INTEGRAL)
		v = v != v ? f64_quiet(v) : copysign(integral(v, x), v);
	if (x & SAT)
		v = v > 0 ? (v < 1 ? v : 1) : 0;
	if ((x & RELU) && !(v > 0) && v == v)
		v = 0;
	return v;
}
/* ---- integer to float. A 64-bit integer keeps what a double cannot hold as a sticky last bit. */
static inline double odd_s64(s64 v)
{
	u64 m = v < 0 ? 0 - (u64)v : (u64)v;
	double r = m >> 53 ? (double)(m >> 10 | ((m & 1023) != 0)) * 1024.0 : (double)m;
	return v < 0 ? -r : r;
}
static inline double odd_u64(u64 v)
{
	return v >> 53 ? (double)(v >> 11 | ((v & 2047) != 0)) * 2048.0 : (double)v;
}
#define EM_SATURATE(v) ((i->mode & SAT) ? ((v) > 0 ? ((v) < 1 ? (v) : 1) : 0) : (v))
#define TO_F32(name, WS, S) \
	__attribute__((noinline)) static const struct em_inst *name##_(struct em_warp *w, const struct em_inst *i) \
	{ \
		f32 *d = ROWP(f32, i->d); \
		const WS *pa = ROWP(WS, i->a); \
		EM_LOOP(S a = (S)pa[l];, (f32)a); \
	} \
	FN(name) \
	{ \
		if (!(i->mode & (3 | SAT))) \
			return name##_(w, i); \
		uint32_t old = round_begin(i->mode & 3); \
		const struct em_inst *n = name##_(w, i); \
		round_end(old); \
		if (i->mode & SAT) { \
			f32 *d = ROWP(f32, i->d); \
			for (int l = 0; l < EM_WARP; l++) \
				if (ON(w->mask)) \
					d[l] = f32_sat(d[l]); \
		} \
		return n; \
	}
#define TO_F64(name, WS, S) \
	__attribute__((noinline)) static const struct em_inst *name##_(struct em_warp *w, const struct em_inst *i) \
	{ \
		f64 *d = ROWP(f64, i->d); \
		const WS *pa = ROWP(WS, i->a); \
		EM_LOOP(S a = (S)pa[l];, (f64)a); \
	} \
	FN(name) \
	{ \
		if (!(i->mode & (3 | SAT))) \
			return name##_(w, i); \
		uint32_t old = round_begin(i->mode & 3); \
		const struct em_inst *n = name##_(w, i); \
		round_end(old); \
		if (i->mode & SAT) { \
			f64 *d = ROWP(f64, i->d); \
			for (int l = 0; l < EM_WARP; l++) \
				if (ON(w->mask)) \
					d[l] = adjust(d[l], SAT); \
		} \
		return n; \
	}
#define TO_HALF(name, WS, S, f, conv) \
	EXEC1(name, u32, WS, S, ({ \
		double v_ = conv(a); \
		v_ = EM_SATURATE(v_); \
		f(v_, (int)(i->mode & 3)); \
	}))
#define I_TO(S, WS, conv) \
	TO_F32(f32_##S, WS, S) \
	TO_F64(f64_##S, WS, S) TO_HALF(f16_##S, WS, S, f16_round, conv) TO_HALF(bf16_##S, WS, S, bf16_round, conv)
I_TO(u8, u32, (double))
I_TO(s8, u32, (double))
I_TO(u16, u32, (double))
I_TO(s16, u32, (double))
I_TO(u32, u32, (double))
I_TO(s32, u32, (double))
I_TO(u64, u64, odd_u64)
I_TO(s64, u64, odd_s64)

/* ---- float to float */
static inline f32 put_f32(double v, u32 x)
{
	f32 r;
	if ((x & 3) && !(x & INTEGRAL)) {
		uint32_t old = round_begin(x & 3);
		volatile double t = v;
		r = (f32)t;
		__asm__ volatile("" : "+m"(r));
		round_end(old);
	} else {
		r = (f32)v;
	}
	return f32_canon(x & FTZ ? f32_flush(r) : r);
}
static inline u32 put_f16(double v, u32 x)
{
	u32 r = f16_round(v, x & INTEGRAL ? EM_RN : (int)(x & 3));
	return (x & FINITE) && (r & 0x7fff) == 0x7c00 ? (r & 0x8000) | 0x7bff : r;
}
static inline u32 put_bf16(double v, u32 x)
{
	u32 r = bf16_round(v, x & INTEGRAL ? EM_RN : (int)(x & 3));
	return (x & FINITE) && (r & 0x7fff) == 0x7f80 ? (r & 0x8000) | 0x7f7f : r;
}
static inline double put_f64(double v, u32 x)
{
	(void)x;
	return v;
}
/* From double precision a NaN keeps its sign and the top of its payload; from the others it becomes the one that has
 * all bits set. */
static inline f32 nan_f32(double v)
{
	return f32_of((u32)(f64_bits(v) >> 32 & 0x80000000) | 0x7fc00000 | (u32)(f64_bits(v) >> 29 & 0x7fffff));
}
static inline u32 nan_f16(double v)
{
	return (u32)(f64_bits(v) >> 48 & 0x8000) | 0x7e00 | (u32)(f64_bits(v) >> 42 & 0x3ff);
}
static inline u32 nan_bf16(double v)
{
	return (u32)(f64_bits(v) >> 48 & 0x8000) | 0x7fc0 | (u32)(f64_bits(v) >> 45 & 0x7f);
}
#define nan_f64(v) (v)
#define KEEP_f64(D, v, x, e) ((v) != (v) && !((x) & (SAT | RELU)) ? nan_##D(v) : (e))
#define KEEP_f32(D, v, x, e) (e)
#define KEEP_f16(D, v, x, e) (e)
#define KEEP_bf16(D, v, x, e) (e)
#define FF(D, S, WD, WS) \
	EXEC1(D##_##S, WD, WS, WS, ({ \
		double v_ = adjust(get_##S(a, i->mode), i->mode); \
		KEEP_##S(D, v_, i->mode, put_##D(v_, i->mode)); \
	}))
#define FF_TO(D, WD) FF(D, f16, WD, u32) FF(D, bf16, WD, u32) FF(D, f32, WD, u32) FF(D, f64, WD, u64)
FF_TO(f16, u32)
FF_TO(bf16, u32)
FF_TO(f32, f32)
FF_TO(f64, f64)
EXEC1(f64_f32_plain, f64, f32, f32, a)
EXEC1(f32_f64_plain, f32, f64, f64, (f32)a)
EXEC1(f32_copy, u32, u32, u32, a)
EXEC1(f32_f16_plain, f32, u32, u32, f32_canon(f16_to_f32((u16)a)))
EXEC1(f32_bf16_plain, f32, u32, u32, bf16_to_f32((u16)a))
EXEC1(f32_rn, f32, f32, f32, f32_canon(__builtin_rintf(a)))
EXEC1(f32_floor, f32, f32, f32, f32_canon(__builtin_floorf(a)))
EXEC1(f32_ceil, f32, f32, f32, f32_canon(__builtin_ceilf(a)))
EXEC1(f32_trunc, f32, f32, f32, f32_canon(__builtin_truncf(a)))
EXEC2(f16x2_f32, u32, u32, u32, u32, u32,
	put_f16(adjust(get_f32(a, 0), i->mode), i->mode) << 16 | put_f16(adjust(get_f32(b, 0), i->mode), i->mode))
EXEC2(bf16x2_f32, u32, u32, u32, u32, u32,
	put_bf16(adjust(get_f32(a, 0), i->mode), i->mode) << 16 | put_bf16(adjust(get_f32(b, 0), i->mode), i->mode))
/* tf32: 10 bits of significand; .rna ties away from zero, .rn to even, .rz cuts. */
static inline u32 tf32_of(u32 a, u32 add, u32 x)
{
	if ((a & 0x7f800000) == 0x7f800000)
		return (a & 0x7fffff) ? 0x7fffe000 : (x & RELU) && a >> 31 ? 0 : a;
	u32 r = (a + add) & ~0x1fffu;
	if ((x & FINITE) && (r & 0x7f800000) == 0x7f800000)
		r = (r & 0x80000000) | 0x7f7fe000;
	return (x & RELU) && r >> 31 ? 0 : r;
}
/* .rna.satfinite takes one step back from whatever has the largest exponent, NaNs too. */
EXEC1(tf32_rna, u32, u32, u32, ({
	u32 r_ = (a & 0x7f800000) == 0x7f800000 ? a & ~0x1fffu : tf32_of(a, 0x1000, 0);
	(i->mode & FINITE) && (r_ & 0x7f800000) == 0x7f800000 ? r_ - 0x2000 : r_;
}))
EXEC1(tf32_rn, u32, u32, u32, tf32_of(a, 0xfff + (a >> 13 & 1), i->mode))
EXEC1(tf32_rz, u32, u32, u32, tf32_of(a, 0, i->mode))

/* ---- rows */
#define R(D, S, mods, wd, fn, x) ROWX(CVT, T2(D, S), mods, ALU, wd, fn, x)
#define II_ROW(D, S, d, s, wd) R(D, S, M0, wd, d##_##s, 0), R(D, S, M1(SAT), wd, d##_##s##_sat, 0)
#define II_ROWS(D, d, c) \
	II_ROW(D, U8, d, u8, c "h"), II_ROW(D, S8, d, s8, c "h"), II_ROW(D, U16, d, u16, c "h"), \
		II_ROW(D, S16, d, s16, c "h"), II_ROW(D, U32, d, u32, c "w"), II_ROW(D, S32, d, s32, c "w"), \
		II_ROW(D, U64, d, u64, c "l"), II_ROW(D, S64, d, s64, c "l")
#define FI_MODE(D, S, wd, fn, m, r) \
	R(D, S, M1(m), wd, fn, r), R(D, S, M2(m, FTZ), wd, fn, (r) | FTZ), R(D, S, M2(m, SAT), wd, fn, r), \
		R(D, S, M3(m, FTZ, SAT), wd, fn, (r) | FTZ)
#define FI_ROW(D, S, wd, fn) \
	FI_MODE(D, S, wd, fn, RNI, EM_RN), FI_MODE(D, S, wd, fn, RZI, EM_RZ), FI_MODE(D, S, wd, fn, RMI, EM_RM), \
		FI_MODE(D, S, wd, fn, RPI, EM_RP)
#define FI_ROWS(D, d, c) \
	FI_ROW(D, F16, c "h", d##_f16), FI_ROW(D, BF16, c "h", d##_bf16), FI_ROW(D, F64, c "l", d##_f64)
#define IF_ROW(D, S, wd, fn) \
	R(D, S, M0, wd, fn, 0), R(D, S, M1(RZ), wd, fn, EM_RZ), R(D, S, M1(RM), wd, fn, EM_RM), \
		R(D, S, M1(RP), wd, fn, EM_RP), R(D, S, M1(SAT), wd, fn, SAT), \
		R(D, S, M2(RZ, SAT), wd, fn, EM_RZ | SAT), R(D, S, M2(RM, SAT), wd, fn, EM_RM | SAT), \
		R(D, S, M2(RP, SAT), wd, fn, EM_RP | SAT)
/* No integer is subnormal in single precision: .ftz changes nothing. */
#define IF_FTZ(S, wd, fn) \
	R(F32, S, M1(FTZ), wd, fn, 0), R(F32, S, M2(RZ, FTZ), wd, fn, EM_RZ), R(F32, S, M2(RM, FTZ), wd, fn, EM_RM), \
		R(F32, S, M2(RP, FTZ), wd, fn, EM_RP), R(F32, S, M2(FTZ, SAT), wd, fn, SAT), \
		R(F32, S, M3(RZ, FTZ, SAT), wd, fn, EM_RZ | SAT), R(F32, S, M3(RM, FTZ, SAT), wd, fn, EM_RM | SAT), \
		R(F32, S, M3(RP, FTZ, SAT), wd, fn, EM_RP | SAT)
#define IF_ROWS(S, s, c) \
	IF_ROW(F16, S, "h" c, f16_##s), IF_ROW(BF16, S, "h" c, bf16_##s), IF_ROW(F32, S, "w" c, f32_##s), \
		IF_FTZ(S, "w" c, f32_##s), IF_ROW(F64, S, "l" c, f64_##s)
#define FF_MODE(D, S, wd, fn, m, r) \
	R(D, S, M1(m), wd, fn, r), R(D, S, M2(m, FTZ), wd, fn, (r) | FTZ), R(D, S, M2(m, SAT), wd, fn, (r) | SAT), \
		R(D, S, M3(m, FTZ, SAT), wd, fn, (r) | FTZ | SAT)
/* Without a rounding word, or with .rn, which decode drops. */
#define FF_NONE(D, S, wd, fn) \
	R(D, S, M1(FTZ), wd, fn, FTZ), R(D, S, M1(SAT), wd, fn, SAT), R(D, S, M2(FTZ, SAT), wd, fn, FTZ | SAT)
#define FF_ROUND(D, S, wd, fn) \
	FF_MODE(D, S, wd, fn, RZ, EM_RZ), FF_MODE(D, S, wd, fn, RM, EM_RM), FF_MODE(D, S, wd, fn, RP, EM_RP)
#define FF_INT(D, S, wd, fn) \
	FF_MODE(D, S, wd, fn, RNI, INTEGRAL), FF_MODE(D, S, wd, fn, RZI, INTEGRAL | EM_RZ), \
		FF_MODE(D, S, wd, fn, RMI, INTEGRAL | EM_RM), FF_MODE(D, S, wd, fn, RPI, INTEGRAL | EM_RP)
/* To f16 from f32 .ftz flushes nothing. */
#define HALF_MODE(D, S, wd, fn, m, r) \
	R(D, S, M1(m), wd, fn, r), R(D, S, M2(m, FTZ), wd, fn, r), R(D, S, M2(m, SAT), wd, fn, (r) | SAT), \
		R(D, S, M3(m, FTZ, SAT), wd, fn, (r) | SAT)
#define HALF_FTZ(D, S, wd, fn) \
	R(D, S, M0, wd, fn, 0), R(D, S, M1(FTZ), wd, fn, 0), R(D, S, M1(SAT), wd, fn, SAT), \
		R(D, S, M2(FTZ, SAT), wd, fn, SAT), HALF_MODE(D, S, wd, fn, RZ, EM_RZ), \
		HALF_MODE(D, S, wd, fn, RM, EM_RM), HALF_MODE(D, S, wd, fn, RP, EM_RP)
#define HALF_F32(D, d, wd, fn) \
	R(D, F32, M1(RELU), wd, fn, RELU), R(D, F32, M1(SATFINITE), wd, fn, FINITE), \
		R(D, F32, M2(SATFINITE, RELU), wd, fn, FINITE | RELU), R(D, F32, M2(RZ, RELU), wd, fn, EM_RZ | RELU), \
		R(D, F32, M2(RZ, SATFINITE), wd, fn, EM_RZ | FINITE), \
		R(D, F32, M3(RZ, SATFINITE, RELU), wd, fn, EM_RZ | FINITE | RELU)

static const struct em_row rows[] = {
	II_ROWS(U8, u8, "h"),
	II_ROWS(S8, s8, "h"),
	II_ROWS(U16, u16, "h"),
	II_ROWS(S16, s16, "h"),
	II_ROWS(U32, u32, "w"),
	II_ROWS(S32, s32, "w"),
	II_ROWS(U64, u64, "l"),
	II_ROWS(S64, s64, "l"),
	FI_ROWS(U8, u8, "h"),
	FI_ROWS(S8, s8, "h"),
	FI_ROWS(U16, u16, "h"),
	FI_ROWS(S16, s16, "h"),
	FI_ROWS(U32, u32, "w"),
	FI_ROWS(S32, s32, "w"),
	FI_ROWS(U64, u64, "l"),
	FI_ROWS(S64, s64, "l"),
	FI_ROW(U8, F32, "hw", u8_f32),
	FI_ROW(S8, F32, "hw", s8_f32),
	FI_ROW(U16, F32, "hw", u16_f32),
	FI_ROW(S16, F32, "hw", s16_f32),
	FI_ROW(U32, F32, "ww", u32_f32),
	FI_ROW(U64, F32, "lw", u64_f32),
	FI_ROW(S64, F32, "lw", s64_f32),
	R(S32, F32, M1(RZI), "ww", s32_f32_rzi, 0),
	R(S32, F32, M2(RZI, FTZ), "ww", s32_f32_rzi, 0),
	R(S32, F32, M2(RZI, SAT), "ww", s32_f32_rzi, 0),
	R(S32, F32, M3(RZI, FTZ, SAT), "ww", s32_f32_rzi, 0),
	FI_MODE(S32, F32, "ww", s32_f32, RNI, EM_RN),
	FI_MODE(S32, F32, "ww", s32_f32, RMI, EM_RM),
	FI_MODE(S32, F32, "ww", s32_f32, RPI, EM_RP),
	IF_ROWS(U8, u8, "h"),
	IF_ROWS(S8, s8, "h"),
	IF_ROWS(U16, u16, "h"),
	IF_ROWS(S16, s16, "h"),
	IF_ROWS(U32, u32, "w"),
	IF_ROWS(S32, s32, "w"),
	IF_ROWS(U64, u64, "l"),
	IF_ROWS(S64, s64, "l"),
	R(F64, F32, M0, "lw", f64_f32_plain, 0),
	FF_NONE(F64, F32, "lw", f64_f32),
	R(F32, F64, M0, "wl", f32_f64_plain, 0),
	FF_NONE(F32, F64, "wl", f32_f64),
	FF_ROUND(F32, F64, "wl", f32_f64),
	R(F32, F16, M0, "wh", f32_f16_plain, 0),
	FF_NONE(F32, F16, "wh", f32_f16),
	R(F32, BF16, M0, "wh", f32_bf16_plain, 0),
	FF_NONE(F32, BF16, "wh", f32_bf16),
	R(F32, BF16, M1(RZ), "wh", f32_bf16_plain, 0),
	R(F32, BF16, M1(RM), "wh", f32_bf16_plain, 0),
	R(F32, BF16, M1(RP), "wh", f32_bf16_plain, 0),
	FF_ROUND(F32, BF16, "wh", f32_bf16), /* the plain ones stand above */
	R(F64, F16, M0, "lh", f64_f16, 0),
	FF_NONE(F64, F16, "lh", f64_f16),
	R(F64, BF16, M0, "lh", f64_bf16, 0),
	FF_ROUND(F64, BF16, "lh", f64_bf16),
	HALF_FTZ(F16, F32, "hw", f16_f32),
	HALF_F32(F16, f16, "hw", f16_f32),
	R(BF16, F32, M0, "hw", bf16_f32, 0),
	FF_NONE(BF16, F32, "hw", bf16_f32),
	FF_ROUND(BF16, F32, "hw", bf16_f32),
	HALF_F32(BF16, bf16, "hw", bf16_f32),
	R(F16, F64, M0, "hl", f16_f64, 0),
	FF_NONE(F16, F64, "hl", f16_f64),
	FF_ROUND(F16, F64, "hl", f16_f64),
	R(BF16, F64, M0, "hl", bf16_f64, 0),
	FF_ROUND(BF16, F64, "hl", bf16_f64),
	R(F16, BF16, M0, "hh", f16_bf16, 0),
	FF_ROUND(F16, BF16, "hh", f16_bf16),
	R(BF16, F16, M0, "hh", bf16_f16, 0),
	FF_ROUND(BF16, F16, "hh", bf16_f16),
	R(F32, F32, M0, "ww", f32_copy, 0),
	FF_NONE(F32, F32, "ww", f32_f32),
	R(F32, F32, M1(RNI), "ww", f32_rn, 0),
	R(F32, F32, M1(RZI), "ww", f32_trunc, 0),
	R(F32, F32, M1(RMI), "ww", f32_floor, 0),
	R(F32, F32, M1(RPI), "ww", f32_ceil, 0),
	FF_INT(F32, F32, "ww", f32_f32), /* the plain ones stand above */
	R(F64, F64, M0, "ll", f64_f64, 0),
	R(F64, F64, M1(SAT), "ll", f64_f64, SAT),
	FF_INT(F64, F64, "ll", f64_f64),
	R(F16, F16, M0, "hh", f16_f16, 0),
	R(F16, F16, M1(SAT), "hh", f16_f16, SAT),
	FF_INT(F16, F16, "hh", f16_f16),
	R(BF16, BF16, M0, "hh", bf16_bf16, 0),
	FF_INT(BF16, BF16, "hh", bf16_bf16),
	R(F16X2, F32, M0, "www", f16x2_f32, 0),
	R(F16X2, F32, M1(RZ), "www", f16x2_f32, EM_RZ),
	HALF_F32(F16X2, f16x2, "www", f16x2_f32),
	R(BF16X2, F32, M0, "www", bf16x2_f32, 0),
	R(BF16X2, F32, M1(RZ), "www", bf16x2_f32, EM_RZ),
	HALF_F32(BF16X2, bf16x2, "www", bf16x2_f32),
	R(TF32, F32, M1(RNA), "ww", tf32_rna, 0),
	R(TF32, F32, M2(RNA, SATFINITE), "ww", tf32_rna, FINITE),
	R(TF32, F32, M0, "ww", tf32_rn, 0),
	R(TF32, F32, M1(RELU), "ww", tf32_rn, RELU),
	R(TF32, F32, M1(RZ), "ww", tf32_rz, 0),
	R(TF32, F32, M2(RZ, RELU), "ww", tf32_rz, RELU),
};
const struct em_rows EM_ISA_NAME(em_rows_cvt);
const struct em_rows EM_ISA_NAME(em_rows_cvt) = { rows, sizeof rows / sizeof *rows };
