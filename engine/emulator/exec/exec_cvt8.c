/* exec_cvt8: conversions of two values into one register: the 8-bit formats of floats, and cvt.pack down to 2 bits (PTX
 * ISA, "cvt" and "cvt.pack"). */
#include "emulator/exec/exec.h"
#include "emulator/exec/float_math.h"

enum { RELU = 1 }; /* mode */

/* Eight-bit formats, in pairs: e4m3 has no infinities and one NaN a sign (0x7f), e5m2 is the top of an f16. .satfinite
 * is always there. */
static inline u32 put_e4m3(double v, u32 x)
{
	if (v != v)
		return 0x7f;
	if ((x & RELU) && !(v > 0))
		return 0;
	u32 s = f64_bits(v) >> 63 ? 0x80 : 0;
	double r = __builtin_fabs(round_small(v, 4, -6, 8, EM_RN));
	if (r > 448)
		return s | 0x7e;
	if (r < 0x1p-6)
		return s | (u32)(r * 512);
	u64 u = f64_bits(r);
	return s | (u32)((u >> 52) - 1016) << 3 | (u32)(u >> 49 & 7);
}
static inline u32 put_e5m2(double v, u32 x)
{
	if (v != v)
		return 0x7f;
	if ((x & RELU) && !(v > 0))
		return 0;
	u32 s = f64_bits(v) >> 63 ? 0x80 : 0;
	double r = __builtin_fabs(round_small(v, 3, -14, 15, EM_RN));
	return r > 57344 ? s | 0x7b : s | (u32)f16_pack(r) >> 8;
}
static inline u32 f16_of_e4m3(u32 v)
{
	u32 e = v >> 3 & 15, m = v & 7;
	if ((v & 127) == 127)
		return 0x7fff;
	double r = e ? (double)(8 + m) * f64_of((u64)(e + 1023 - 10) << 52) : (double)m * 0x1p-9;
	return f16_pack(r) | (v & 128) << 8;
}
static inline u32 f16_of_e5m2(u32 v)
{
	return (v & 127) > 0x7c ? 0x7fff : (v & 255) << 8;
}
static inline u32 relu_f16(u32 v, u32 x)
{
	return (x & RELU) && (v & 0x8000) && (v & 0x7fff) <= 0x7c00 ? 0 : v;
}
#define FP8(n) \
	EXEC2(n##x2_f32, u32, u32, u32, u32, u32, put_##n(f32_of(a), i->mode) << 8 | put_##n(f32_of(b), i->mode)) \
	EXEC1(n##x2_f16x2, u32, u32, u32, \
		put_##n(f16_to_f32((u16)(a >> 16)), i->mode) << 8 | put_##n(f16_to_f32((u16)a), i->mode)) \
	EXEC1(f16x2_##n##x2, u32, u32, u32, \
		relu_f16(f16_of_##n(a >> 8 & 255), i->mode) << 16 | relu_f16(f16_of_##n(a & 255), i->mode))
FP8(e4m3)
FP8(e5m2)

static inline u32 clampi(u32 v, s32 lo, s32 hi)
{
	s32 s = (s32)v;
	return (u32)(s < lo ? lo : s > hi ? hi : s);
}
EXEC2(pack_u16, u32, u32, u32, u32, u32, clampi(a, 0, 65535) << 16 | clampi(b, 0, 65535))
EXEC2(pack_s16, u32, u32, u32, u32, u32, clampi(a, -32768, 32767) << 16 | (clampi(b, -32768, 32767) & 0xffff))
EXEC3(pack_u8, u32, u32, u32, u32, u32, u32, u32, c << 16 | clampi(a, 0, 255) << 8 | clampi(b, 0, 255))
EXEC3(pack_s8, u32, u32, u32, u32, u32, u32, u32,
	c << 16 | (clampi(a, -128, 127) & 255) << 8 | (clampi(b, -128, 127) & 255))
EXEC3(pack_u4, u32, u32, u32, u32, u32, u32, u32, c << 8 | clampi(a, 0, 15) << 4 | clampi(b, 0, 15))
EXEC3(pack_s4, u32, u32, u32, u32, u32, u32, u32, c << 8 | (clampi(a, -8, 7) & 15) << 4 | (clampi(b, -8, 7) & 15))
EXEC3(pack_u2, u32, u32, u32, u32, u32, u32, u32, c << 4 | clampi(a, 0, 3) << 2 | clampi(b, 0, 3))
EXEC3(pack_s2, u32, u32, u32, u32, u32, u32, u32, c << 4 | (clampi(a, -2, 1) & 3) << 2 | (clampi(b, -2, 1) & 3))

/* ---- rows */
#define R(D, S, mods, wd, fn, x) ROWX(CVT, T2(D, S), mods, ALU, wd, fn, x)
#define FP8_ROWS(T, n) \
	R(T, F32, M1(SATFINITE), "hww", n##x2_f32, 0), R(T, F32, M2(SATFINITE, RELU), "hww", n##x2_f32, RELU), \
		R(T, F16X2, M1(SATFINITE), "hw", n##x2_f16x2, 0), \
		R(T, F16X2, M2(SATFINITE, RELU), "hw", n##x2_f16x2, RELU), R(F16X2, T, M0, "wh", f16x2_##n##x2, 0), \
		R(F16X2, T, M1(RELU), "wh", f16x2_##n##x2, RELU)

static const struct em_row rows[] = {
	FP8_ROWS(E4M3X2, e4m3),
	FP8_ROWS(E5M2X2, e5m2),
	ROW(CVT, T2(U16, S32), M2(PACK, SAT), "www", pack_u16),
	ROW(CVT, T2(S16, S32), M2(PACK, SAT), "www", pack_s16),
	ROW(CVT, T3(U8, S32, B32), M2(PACK, SAT), "wwww", pack_u8),
	ROW(CVT, T3(S8, S32, B32), M2(PACK, SAT), "wwww", pack_s8),
	ROW(CVT, T3(U4, S32, B32), M2(PACK, SAT), "wwww", pack_u4),
	ROW(CVT, T3(S4, S32, B32), M2(PACK, SAT), "wwww", pack_s4),
	ROW(CVT, T3(U2, S32, B32), M2(PACK, SAT), "wwww", pack_u2),
	ROW(CVT, T3(S2, S32, B32), M2(PACK, SAT), "wwww", pack_s2),
};
const struct em_rows EM_ISA_NAME(em_rows_cvt8);
const struct em_rows EM_ISA_NAME(em_rows_cvt8) = { rows, sizeof rows / sizeof *rows };
