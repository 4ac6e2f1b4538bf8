/* exec_logic: logic, shifts and bit fields, PTX ISA 9.7.1.13 to 9.7.1.23, 9.7.7 and 9.7.8. */
#include "emulator/exec/exec.h"

EXEC2(and_32, u32, u32, u32, u32, u32, a &b)
EXEC2(or_32, u32, u32, u32, u32, u32, a | b)
EXEC2(xor_32, u32, u32, u32, u32, u32, a ^ b)
EXEC1(not_32, u32, u32, u32, ~a)
EXEC1(not_16, u32, u32, u32, (u16)~a)
EXEC1(cnot_16, u32, u32, u16, a == 0)
EXEC1(cnot_32, u32, u32, u32, a == 0)
EXEC2(and_64, u64, u64, u64, u64, u64, a &b)
EXEC2(or_64, u64, u64, u64, u64, u64, a | b)
EXEC2(xor_64, u64, u64, u64, u64, u64, a ^ b)
EXEC1(not_64, u64, u64, u64, ~a)
EXEC1(cnot_64, u64, u64, u64, a == 0)

/* Predicates are masks: one operation for the warp. */
#define PLOGIC(name, e) \
	FN(name) \
	{ \
		uint32_t a = *PREDP(i->a), b = *PREDP(i->b), m = w->mask; \
		(void)b; \
		uint32_t *d = PREDP(i->d); \
		*d = (*d & ~m) | ((e)&m); \
		return i + 1; \
	}
PLOGIC(and_p, a &b)
PLOGIC(or_p, a | b)
PLOGIC(xor_p, a ^ b)
PLOGIC(not_p, ~a)

/* Shifts clamp: a count at or beyond the width gives zero, or the sign. */
EXEC2(shl_16, u32, u32, u16, u32, u32, b < 16 ? (u16)((u32)a << (b & 15)) : 0)
EXEC2(shr_u16, u32, u32, u16, u32, u32, b < 16 ? (u32)a >> (b & 15) : 0)
EXEC2(shr_s16, u32, u32, s16, u32, u32, (u16)(a >> (b < 16 ? b : 15)))
EXEC2(shr_s64, u64, u64, s64, u32, u32, (u64)(a >> (b < 64 ? b : 63)))

#ifdef __AVX2__
/* The vectors' own shifts clamp as PTX does. bits: of a lane. */
#define SHIFT(name, T, bits, vector, S, expr) \
	FN(name) \
	{ \
		T *d = ROWP(T, i->d); \
		const T *pa = ROWP(T, i->a); \
		const u32 *pb = ROWP(u32, i->b); \
		if (EM_LIKELY(w->mask == EM_FULL)) { \
			for (int k = 0; k < EM_WARP; k += 256 / bits) \
				VECTOR(d + k) = vector(VECTOR(pa + k), COUNTS##bits(pb + k)); \
			i++; \
			return EM_NEXT(w, i); \
		} \
		EM_LOOP(EM_P(S a = (S)pa[l]; u32 b = pb[l];), (T)(expr)); \
	}
#define VECTOR(p) (*(__m256i *)(void *)(uintptr_t)(p))
#define COUNTS32(p) VECTOR(p)
#define COUNTS64(p) _mm256_cvtepu32_epi64(*(const __m128i *)(const void *)(p))
#else
#define SHIFT(name, T, bits, vector, S, expr) EXEC2(name, T, T, S, u32, u32, expr)
#endif
SHIFT(shl_32, u32, 32, _mm256_sllv_epi32, u32, b < 32 ? a << (b & 31) : 0)
SHIFT(shr_u32, u32, 32, _mm256_srlv_epi32, u32, b < 32 ? a >> (b & 31) : 0)
SHIFT(shr_s32, u32, 32, _mm256_srav_epi32, s32, (u32)(a >> (b < 32 ? b : 31)))
SHIFT(shl_64, u64, 64, _mm256_sllv_epi64, u64, b < 64 ? a << (b & 63) : 0)
SHIFT(shr_u64, u64, 64, _mm256_srlv_epi64, u64, b < 64 ? a >> (b & 63) : 0)

/* Funnel shifts of b:a. */
static inline u32 funnel_l(u32 lo, u32 hi, u32 n)
{
	return n >= 32 ? lo : n ? hi << n | lo >> (32 - n) : hi;
}
static inline u32 funnel_r(u32 lo, u32 hi, u32 n)
{
	return n >= 32 ? hi : n ? hi << (32 - n) | lo >> n : lo;
}
EXEC3(shf_l_wrap, u32, u32, u32, u32, u32, u32, u32, funnel_l(a, b, c & 31))
EXEC3(shf_l_clamp, u32, u32, u32, u32, u32, u32, u32, funnel_l(a, b, c < 32 ? c : 32))
EXEC3(shf_r_wrap, u32, u32, u32, u32, u32, u32, u32, funnel_r(a, b, c & 31))
EXEC3(shf_r_clamp, u32, u32, u32, u32, u32, u32, u32, funnel_r(a, b, c < 32 ? c : 32))

/* lop3: the truth table selects minterms. The usual tables get a loop of their own. */
FN(lop3)
{
	u32 *d = ROWP(u32, i->d);
	const u32 *pa = ROWP(u32, i->a), *pb = ROWP(u32, i->b), *pc = ROWP(u32, i->c);
	u32 t[8];
	for (int k = 0; k < 8; k++)
		t[k] = i->mode >> k & 1 ? EM_FULL : 0;
	EM_LOOP(EM_P(u32 a = pa[l]; u32 b = pb[l]; u32 c = pc[l];),
		(a & ((b & ((c & t[7]) | (~c & t[6]))) | (~b & ((c & t[5]) | (~c & t[4]))))) |
			(~a & ((b & ((c & t[3]) | (~c & t[2]))) | (~b & ((c & t[1]) | (~c & t[0]))))));
}

static inline u32 rev32(u32 v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(v);
}
EXEC1(brev_32, u32, u32, u32, rev32(a))
EXEC1(brev_64, u64, u64, u64, (u64)rev32((u32)a) << 32 | rev32((u32)(a >> 32)))
EXEC1(popc_32, u32, u32, u32, (u32)__builtin_popcount(a))
EXEC1(popc_64, u32, u64, u64, (u32)__builtin_popcountll(a))
EXEC1(clz_32, u32, u32, u32, a ? (u32)__builtin_clz(a) : 32)
EXEC1(clz_64, u32, u64, u64, a ? (u32)__builtin_clzll(a) : 64)
/* bfind: the highest bit that is set (signed: that differs from the sign); none = all ones. shiftamt: the shift that
 * brings it to the top. */
static inline u32 find32(u32 v)
{
	return v ? 31 - (u32)__builtin_clz(v) : EM_FULL;
}
static inline u32 find64(u64 v)
{
	return v ? 63 - (u32)__builtin_clzll(v) : EM_FULL;
}
EXEC1(bfind_u32, u32, u32, u32, find32(a))
EXEC1(bfind_s32, u32, u32, s32, find32(a < 0 ? ~(u32)a : (u32)a))
EXEC1(bfind_u64, u32, u64, u64, find64(a))
EXEC1(bfind_s64, u32, u64, s64, find64(a < 0 ? ~(u64)a : (u64)a))
static inline u32 amount(u32 at, u32 top)
{
	return at == EM_FULL ? at : top - at;
}
EXEC1(bfindsh_u32, u32, u32, u32, amount(find32(a), 31))
EXEC1(bfindsh_s32, u32, u32, s32, amount(find32(a < 0 ? ~(u32)a : (u32)a), 31))
EXEC1(bfindsh_u64, u32, u64, u64, amount(find64(a), 63))
EXEC1(bfindsh_s64, u32, u64, s64, amount(find64(a < 0 ? ~(u64)a : (u64)a), 63))

/* Bit fields: position and length are the low byte of b and c for 32 bits, all of them for 64; bits beyond the top are
 * the sign (signed) or zero. */
static inline u32 bfe_u(u32 v, u32 pos, u32 len)
{
	pos &= 255;
	len &= 255;
	u32 r = pos < 32 ? v >> pos : 0;
	return len < 32 ? r & ((1u << len) - 1) : r;
}
static inline u32 bfe_s(u32 v, u32 pos, u32 len)
{
	pos &= 255;
	len &= 255;
	if (!len)
		return 0;
	u32 top = pos + len - 1 < 31 ? pos + len - 1 : 31;
	u32 sign = v >> top & 1;
	u32 r = pos < 32 ? v >> pos : 0;
	u32 taken = pos >= 32 ? 0 : top - pos + 1 < len ? top - pos + 1 : len; /* bits that come from v */
	u32 mask = taken >= 32 ? EM_FULL : (1u << taken) - 1;
	return (r & mask) | (sign ? ~mask : 0);
}
/* The 64-bit forms look at all of position and length. */
static inline u64 bfe_u6(u64 v, u32 pos, u32 len)
{
	u64 r = pos < 64 ? v >> pos : 0;
	return len < 64 ? r & (((u64)1 << len) - 1) : r;
}
static inline u64 bfe_s6(u64 v, u32 pos, u32 len)
{
	if (!len)
		return 0;
	u32 taken = pos >= 64 ? 0 : len < 64 - pos ? len : 64 - pos; /* bits that come from v */
	u64 sign = v >> (taken ? pos + taken - 1 : 63) & 1;
	u64 r = pos < 64 ? v >> pos : 0;
	u64 mask = taken >= 64 ? ~(u64)0 : ((u64)1 << taken) - 1;
	return (r & mask) | (sign ? ~mask : 0);
}
EXEC3(bfe_u32, u32, u32, u32, u32, u32, u32, u32, bfe_u(a, b, c))
EXEC3(bfe_s32, u32, u32, u32, u32, u32, u32, u32, bfe_s(a, b, c))
EXEC3(bfe_u64, u64, u64, u64, u32, u32, u32, u32, bfe_u6(a, b, c))
EXEC3(bfe_s64, u64, u64, u64, u32, u32, u32, u32, bfe_s6(a, b, c))
static inline u64 field(u32 pos, u32 len, u32 bits)
{
	if (pos >= bits || !len)
		return 0;
	u64 m = len >= 64 ? ~(u64)0 : ((u64)1 << len) - 1;
	return m << pos;
}
/* bfi d, a, b, pos, len: the fifth row is in x. */
FN(bfi_32)
{
	u32 *d = ROWP(u32, i->d);
	const u32 *pa = ROWP(u32, i->a), *pb = ROWP(u32, i->b), *pc = ROWP(u32, i->c), *pd = ROWP(u32, i->row);
	EM_LOOP(u32 f = (u32)field(pc[l] & 255 EM_P(, ) pd[l] & 255 EM_P(, ) 32); u32 p = pc[l] & 255;
		, (pb[l] & ~f) | ((p < 32 ? pa[l] << (p & 31) : 0) & f));
}
FN(bfi_64)
{
	u64 *d = ROWP(u64, i->d);
	const u64 *pa = ROWP(u64, i->a), *pb = ROWP(u64, i->b);
	const u32 *pc = ROWP(u32, i->c), *pd = ROWP(u32, i->row);
	EM_LOOP(u64 f = field(pc[l] EM_P(, ) pd[l] EM_P(, ) 64); u32 p = pc[l];
		, (pb[l] & ~f) | ((p < 64 ? pa[l] << (p & 63) : 0) & f));
}
EXEC2(bmsk_clamp, u32, u32, u32, u32, u32, a >= 32 ? 0 : (u32)field(a, b, 32))
EXEC2(bmsk_wrap, u32, u32, u32, u32, u32, (u32)field(a & 31, b & 31, 32))
EXEC2(szext_u_wrap, u32, u32, u32, u32, u32, a &((1u << (b & 31)) - 1))
EXEC2(szext_u_clamp, u32, u32, u32, u32, u32, b >= 32 ? a : a & ((1u << (b & 31)) - 1))
static inline u32 sext_at(u32 v, u32 n)
{
	return n == 0 ? 0 : n >= 32 ? v : (u32)((s32)(v << (32 - n)) >> (32 - n));
}
EXEC2(szext_s_wrap, u32, u32, u32, u32, u32, sext_at(a, b & 31))
EXEC2(szext_s_clamp, u32, u32, u32, u32, u32, sext_at(a, b < 32 ? b : 32))

/* fns: the n-th set bit of a from position b on: upwards, downwards, or b itself. */
static u32 nth_set(u32 v, u32 base, s32 n)
{
	if (base > 31)
		return EM_FULL;
	if (n == 0)
		return v >> base & 1 ? base : EM_FULL;
	for (s32 p = (s32)base; p >= 0 && p<32; p += n> 0 ? 1 : -1)
		if (v >> p & 1 && (n > 0 ? --n : ++n) == 0)
			return (u32)p;
	return EM_FULL;
}
EXEC3(fns_32, u32, u32, u32, u32, u32, u32, s32, nth_set(a, b, c))

/* prmt: pick bytes of b:a; bit 3 of a selector copies the sign over the byte. */
static inline u32 permute(u32 a, u32 b, u32 sel)
{
	u64 v = (u64)b << 32 | a;
	u32 r = 0;
	for (int k = 0; k < 4; k++) {
		u32 s = sel >> (4 * k) & 15, byte = (u32)(v >> (8 * (s & 7))) & 255;
		if (s & 8)
			byte = byte & 128 ? 255 : 0;
		r |= byte << (8 * k);
	}
	return r;
}
/* The modes of prmt as selectors for the general form, by the low two bits of c. */
static const u32 prmt_sel[6][4] = {
	{ 0x3210, 0x4321, 0x5432, 0x6543 }, /* f4e */
	{ 0x5670, 0x6701, 0x7012, 0x0123 }, /* b4e */
	{ 0x0000, 0x1111, 0x2222, 0x3333 }, /* rc8 */
	{ 0x3210, 0x3211, 0x3222, 0x3333 }, /* ecl */
	{ 0x0000, 0x1110, 0x2210, 0x3210 }, /* ecr */
	{ 0x1010, 0x3232, 0x1010, 0x3232 }, /* rc16 */
};
EXEC3(prmt_32, u32, u32, u32, u32, u32, u32, u32, permute(a, b, c))
#define PRMT(name, k) EXEC3(prmt_##name, u32, u32, u32, u32, u32, u32, u32, permute(a, b, prmt_sel[k][c & 3]))
PRMT(f4e, 0)
PRMT(b4e, 1)
PRMT(rc8, 2)
PRMT(ecl, 3)
PRMT(ecr, 4)
PRMT(rc16, 5)

#define LOGIC_ROWS(OP, n) \
	ROW(OP, T1(PRED), M0, "ppp", n##_p), ROW(OP, T1(B16), M0, "hhh", n##_32), ROW(OP, T1(B32), M0, "www", n##_32), \
		ROW(OP, T1(B64), M0, "lll", n##_64)
static const struct em_row rows[] = {
	LOGIC_ROWS(AND, and),
	LOGIC_ROWS(OR, or),
	LOGIC_ROWS(XOR, xor),
	ROW(NOT, T1(PRED), M0, "pp", not_p),
	ROW(NOT, T1(B16), M0, "hh", not_16),
	ROW(NOT, T1(B32), M0, "ww", not_32),
	ROW(NOT, T1(B64), M0, "ll", not_64),
	ROW(CNOT, T1(B16), M0, "hh", cnot_16),
	ROW(CNOT, T1(B32), M0, "ww", cnot_32),
	ROW(CNOT, T1(B64), M0, "ll", cnot_64),
	ROW(SHL, T1(B16), M0, "hhw", shl_16),
	ROW(SHL, T1(B32), M0, "www", shl_32),
	ROW(SHL, T1(B64), M0, "llw", shl_64),
	ROW(SHR, T1(B16), M0, "hhw", shr_u16),
	ROW(SHR, T1(B32), M0, "www", shr_u32),
	ROW(SHR, T1(B64), M0, "llw", shr_u64),
	ROW(SHR, T1(U16), M0, "hhw", shr_u16),
	ROW(SHR, T1(U32), M0, "www", shr_u32),
	ROW(SHR, T1(U64), M0, "llw", shr_u64),
	ROW(SHR, T1(S16), M0, "hhw", shr_s16),
	ROW(SHR, T1(S32), M0, "www", shr_s32),
	ROW(SHR, T1(S64), M0, "llw", shr_s64),
	ROW(SHF, T1(B32), M2(L, WRAP), "wwww", shf_l_wrap),
	ROW(SHF, T1(B32), M2(L, CLAMP), "wwww", shf_l_clamp),
	ROW(SHF, T1(B32), M2(R, WRAP), "wwww", shf_r_wrap),
	ROW(SHF, T1(B32), M2(R, CLAMP), "wwww", shf_r_clamp),
	ROW(LOP3, T1(B32), M0, "wwwwi", lop3),
	ROWX(LOP3, T1(B32), M1(AND), LOP3P, "", and_p, 0),
	ROWX(LOP3, T1(B32), M1(OR), LOP3P, "", or_p, 0),
	ROW(BREV, T1(B32), M0, "ww", brev_32),
	ROW(BREV, T1(B64), M0, "ll", brev_64),
	ROW(POPC, T1(B32), M0, "ww", popc_32),
	ROW(POPC, T1(B64), M0, "wl", popc_64),
	ROW(CLZ, T1(B32), M0, "ww", clz_32),
	ROW(CLZ, T1(B64), M0, "wl", clz_64),
	ROW(BFIND, T1(U32), M0, "ww", bfind_u32),
	ROW(BFIND, T1(S32), M0, "ww", bfind_s32),
	ROW(BFIND, T1(U64), M0, "wl", bfind_u64),
	ROW(BFIND, T1(S64), M0, "wl", bfind_s64),
	ROW(BFIND, T1(U32), M1(SHIFTAMT), "ww", bfindsh_u32),
	ROW(BFIND, T1(S32), M1(SHIFTAMT), "ww", bfindsh_s32),
	ROW(BFIND, T1(U64), M1(SHIFTAMT), "wl", bfindsh_u64),
	ROW(BFIND, T1(S64), M1(SHIFTAMT), "wl", bfindsh_s64),
	ROW(BFE, T1(U32), M0, "wwww", bfe_u32),
	ROW(BFE, T1(S32), M0, "wwww", bfe_s32),
	ROW(BFE, T1(U64), M0, "llww", bfe_u64),
	ROW(BFE, T1(S64), M0, "llww", bfe_s64),
	ROW(BFI, T1(B32), M0, "wwwwW", bfi_32),
	ROW(BFI, T1(B64), M0, "lllwW", bfi_64),
	ROW(BMSK, T1(B32), M1(CLAMP), "www", bmsk_clamp),
	ROW(BMSK, T1(B32), M1(WRAP), "www", bmsk_wrap),
	ROW(SZEXT, T1(U32), M1(WRAP), "www", szext_u_wrap),
	ROW(SZEXT, T1(U32), M1(CLAMP), "www", szext_u_clamp),
	ROW(SZEXT, T1(S32), M1(WRAP), "www", szext_s_wrap),
	ROW(SZEXT, T1(S32), M1(CLAMP), "www", szext_s_clamp),
	ROW(FNS, T1(B32), M0, "wwww", fns_32),
	ROW(PRMT, T1(B32), M0, "wwww", prmt_32),
	ROW(PRMT, T1(B32), M1(F4E), "wwww", prmt_f4e),
	ROW(PRMT, T1(B32), M1(B4E), "wwww", prmt_b4e),
	ROW(PRMT, T1(B32), M1(RC8), "wwww", prmt_rc8),
	ROW(PRMT, T1(B32), M1(ECL), "wwww", prmt_ecl),
	ROW(PRMT, T1(B32), M1(ECR), "wwww", prmt_ecr),
	ROW(PRMT, T1(B32), M1(RC16), "wwww", prmt_rc16),
};
const struct em_rows EM_ISA_NAME(em_rows_logic);
const struct em_rows EM_ISA_NAME(em_rows_logic) = { rows, sizeof rows / sizeof *rows };
