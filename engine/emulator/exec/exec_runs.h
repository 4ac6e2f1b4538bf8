/* exec_runs: the 32 addresses of a warp's access: are they runs (observe.h)? And what moves data between such places
 * and rows, for exec_ldst.h.
 *
 * Most accesses of most kernels are runs: what 16 lanes want is one place, or lies one after the other. Knowing that,
 * bounds, sectors and bank passes take a few comparisons, and the data moves in blocks. Compiled for each ISA. */
#ifndef EMULATOR_EXEC_RUNS_H
#define EMULATOR_EXEC_RUNS_H

#include "emulator/core/access.h"
#include "emulator/exec/exec.h"

#define ALWAYS static inline __attribute__((always_inline))
/* What each handler of loads and stores has a copy of, made for its sizes. With sanitizers one copy serves all of them
 * (module.mk): the copies took two fifths of the time that everything takes to compile. */
#ifdef EM_ONE_BODY
#define BODY __attribute__((noinline, unused)) static
#else
#define BODY ALWAYS
#endif

/* ---- what 32 addresses are, `step` bytes a lane: the kinds of both half-warps, k0 | k1 << 2, and how these lie to
 * each other. */
enum {
	EM_UU = EM_UNIFORM | EM_UNIFORM << 2,
	EM_CC = EM_CONSECUTIVE | EM_CONSECUTIVE << 2,
	EM_SAME = 16,
	EM_NEXT = 32, /* of EM_UU and EM_CC: the second begins where the first does; EM_CC: 16 steps after it */
	EM_KINDS = 15
};

/* Do lanes 0 to 15 follow lane 0, and lanes 16 to 31 lane 16, as these kinds say? */
#ifdef __AVX2__
#define RUNS_V(p) (*(const __m256i *)(const void *)(p))
#define RUNS_SET64(a) _mm256_set1_epi64x((s64)(a))
#define RUNS_SET32(a) _mm256_set1_epi32((s32)(a))
#define RUNS_ARE(T, bits) \
	ALWAYS __m256i differ##bits(const T *a, unsigned kind, unsigned step) \
	{ \
		enum { N = 256 / bits }; \
		__m256i first = RUNS_SET##bits(a[0]), other = _mm256_setzero_si256(); \
		for (int k = 0; k < 16; k += N) { \
			_Alignas(32) T steps[N]; \
			for (int l = 0; l < N; l++) \
				steps[l] = kind == EM_UNIFORM ? 0 : (T)(k + l) * step; \
			other = _mm256_or_si256( \
				other, _mm256_xor_si256(_mm256_add_epi##bits(first, RUNS_V(steps)), RUNS_V(a + k))); \
		} \
		return other; \
	} \
	ALWAYS bool are##bits(const T *a, unsigned k0, unsigned k1, unsigned step) \
	{ \
		__m256i other = _mm256_or_si256(differ##bits(a, k0, step), differ##bits(a + 16, k1, step)); \
		return _mm256_testz_si256(other, other); \
	}
#else
#define RUNS_ARE(T, bits) \
	ALWAYS bool are##bits(const T *a, unsigned k0, unsigned k1, unsigned step) \
	{ \
		T other = 0; \
		for (unsigned l = 0; l < 16; l++) \
			other |= ((a[l] - a[0]) ^ (k0 == EM_UNIFORM ? 0 : (T)l * step)) | \
				((a[16 + l] - a[16]) ^ (k1 == EM_UNIFORM ? 0 : (T)l * step)); \
		return !other; \
	}
#endif
/* The first two lanes say what it can be; then one comparison with what the addresses would be shows whether it is.
 * classify knows the usual forms, else it returns 0; classify_any knows the mixed ones too. */
#define RUNS_CLASSIFY(T, bits) \
	RUNS_ARE(T, bits) \
	ALWAYS unsigned classify##bits(const T *a, unsigned step) \
	{ \
		const T a0 = a[0], a1 = a[16], next = a[1]; \
		if (next == (T)(a0 + step) && EM_LIKELY(are##bits(a, EM_CONSECUTIVE, EM_CONSECUTIVE, step))) \
			return a1 == (T)(a0 + 16 * step) ? EM_CC | EM_NEXT : a1 == a0 ? EM_CC | EM_SAME : EM_CC; \
		if (next == a0 && EM_LIKELY(are##bits(a, EM_UNIFORM, EM_UNIFORM, step))) \
			return a1 == a0 ? EM_UU | EM_SAME : EM_UU; \
		return 0; \
	} \
	ALWAYS unsigned classify_any##bits(const T *a, unsigned step) \
	{ \
		unsigned kind = classify##bits(a, step); \
		if (EM_LIKELY(kind)) \
			return kind; \
		if (are##bits(a, EM_CONSECUTIVE, EM_UNIFORM, step)) \
			return EM_CONSECUTIVE | EM_UNIFORM << 2; \
		return are##bits(a, EM_UNIFORM, EM_CONSECUTIVE, step) ? EM_UNIFORM | EM_CONSECUTIVE << 2 : 0; \
	}
RUNS_CLASSIFY(u64, 64)
RUNS_CLASSIFY(u32, 32)
/* Do all 32 follow lane 0? */
#ifdef __AVX2__
ALWAYS bool are_next32(const u32 *a, unsigned step)
{
	const __m256i first = RUNS_SET32(a[0]);
	__m256i other = _mm256_setzero_si256();
	for (int k = 0; k < EM_WARP; k += 8) {
		_Alignas(32) u32 steps[8];
		for (int l = 0; l < 8; l++)
			steps[l] = (u32)(k + l) * step;
		other = _mm256_or_si256(other, _mm256_xor_si256(_mm256_add_epi32(first, RUNS_V(steps)), RUNS_V(a + k)));
	}
	return _mm256_testz_si256(other, other);
}
#else
ALWAYS bool are_next32(const u32 *a, unsigned step)
{
	return are32(a, EM_CONSECUTIVE, EM_CONSECUTIVE, step) && a[16] == a[0] + 16 * step;
}
#endif

/* ---- sectors of one run, of two */
ALWAYS unsigned run_sectors(u64 a, unsigned bytes)
{
	return (unsigned)((a + bytes - 1) >> 5) - (unsigned)(a >> 5) + 1;
}
ALWAYS unsigned range_sectors(u64 a0, unsigned n0, u64 a1, unsigned n1)
{
	u64 s0 = a0 >> 5, e0 = (a0 + n0 - 1) >> 5, s1 = a1 >> 5, e1 = (a1 + n1 - 1) >> 5;
	u64 lo = s0 > s1 ? s0 : s1, hi = e0 < e1 ? e0 : e1;
	return (unsigned)(e0 - s0 + e1 - s1 + 2 - (lo <= hi ? hi - lo + 1 : 0));
}

/* ---- rows */
/* The v-th data row of an instruction. */
ALWAYS u32 data_row(const struct em_inst *i, unsigned vec, unsigned v)
{
	if (vec == 1)
		return i->d;
	const struct em_inst *e = i + 1 + v / 4;
	return v % 4 == 0 ? e->d : v % 4 == 1 ? e->a : v % 4 == 2 ? e->b : e->c;
}
#define SLOTS(vec) (1 + ((vec) > 1) + ((vec) > 4))

/* ---- the lanes one by one */
static inline u64 load_bytes(const uint8_t *p, unsigned bytes, bool sext)
{
	switch (bytes) {
	case 1: return sext ? (u64)(s64) * (const int8_t *)p : *p;
	case 2: {
		u16 v;
		memcpy(&v, p, 2);
		return sext ? (u64)(s64)(s16)v : v;
	}
	case 4: {
		u32 v;
		memcpy(&v, p, 4);
		return v;
	}
	default: {
		u64 v;
		memcpy(&v, p, 8);
		return v;
	}
	}
}
ALWAYS void lane_load(
	struct em_warp *w, const struct em_inst *i, int l, const uint8_t *p, unsigned bytes, unsigned vec, bool sext)
{
	for (unsigned v = 0; v < vec; v++, p += bytes) {
		u32 row = data_row(i, vec, v);
		if (bytes == 16)
			for (int h = 0; h < 2; h++)
				EM_AT(w, u64, row)[l + 32 * h] = load_bytes(p + 8 * h, 8, false);
		else if (bytes == 8)
			EM_AT(w, u64, row)[l] = load_bytes(p, 8, false);
		else
			EM_AT(w, u32, row)[l] = (u32)load_bytes(p, bytes, sext);
	}
}
ALWAYS void lane_store(struct em_warp *w, const struct em_inst *i, int l, uint8_t *p, unsigned bytes, unsigned vec)
{
	for (unsigned v = 0; v < vec; v++, p += bytes) {
		u32 row = data_row(i, vec, v);
		if (bytes == 16)
			for (int h = 0; h < 2; h++)
				memcpy(p + 8 * h, EM_AT(w, u64, row) + l + 32 * h, 8);
		else if (bytes == 8)
			memcpy(p, EM_AT(w, u64, row) + l, 8);
		else
			memcpy(p, EM_AT(w, u32, row) + l, bytes);
	}
}

/* ---- four words a lane: four lanes' are turned into four rows at once. AT(l): where lane l's lie. */
#ifdef __AVX2__
#define QUAD_ROW(v) ((__m256i *)(void *)(ROWP(u32, data_row(i, 4, v)) + l))
#define QUAD_PAIR(x, y) \
	_mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)(x))), \
		_mm_loadu_si128((const __m128i *)(const void *)(y)), 1)
#define QUADS(name, P, AT) \
	ALWAYS void name##_load(struct em_warp *w, const struct em_inst *i, P at, int from, int to) \
	{ \
		for (int l = from; l < to; l += 8) { \
			__m256i a = QUAD_PAIR(AT(l), AT(l + 4)), b = QUAD_PAIR(AT(l + 1), AT(l + 5)), \
				c = QUAD_PAIR(AT(l + 2), AT(l + 6)), d = QUAD_PAIR(AT(l + 3), AT(l + 7)); \
			__m256i ab = _mm256_unpacklo_epi32(a, b), cd = _mm256_unpacklo_epi32(c, d); \
			*QUAD_ROW(0) = _mm256_unpacklo_epi64(ab, cd); \
			*QUAD_ROW(1) = _mm256_unpackhi_epi64(ab, cd); \
			ab = _mm256_unpackhi_epi32(a, b); \
			cd = _mm256_unpackhi_epi32(c, d); \
			*QUAD_ROW(2) = _mm256_unpacklo_epi64(ab, cd); \
			*QUAD_ROW(3) = _mm256_unpackhi_epi64(ab, cd); \
		} \
	} \
	ALWAYS void name##_store(struct em_warp *w, const struct em_inst *i, P at, int from, int to) \
	{ \
		for (int l = from; l < to; l += 8) { \
			__m256i a = *QUAD_ROW(0), b = *QUAD_ROW(1), c = *QUAD_ROW(2), d = *QUAD_ROW(3), \
				ab = _mm256_unpacklo_epi32(a, b), cd = _mm256_unpacklo_epi32(c, d), lane[4]; \
			lane[0] = _mm256_unpacklo_epi64(ab, cd); \
			lane[1] = _mm256_unpackhi_epi64(ab, cd); \
			ab = _mm256_unpackhi_epi32(a, b); \
			cd = _mm256_unpackhi_epi32(c, d); \
			lane[2] = _mm256_unpacklo_epi64(ab, cd); \
			lane[3] = _mm256_unpackhi_epi64(ab, cd); \
			for (int k = 0; k < 4; k++) /* where lanes want one place the last one's stay */ \
				_mm_storeu_si128((__m128i *)(void *)AT(l + k), _mm256_castsi256_si128(lane[k])); \
			for (int k = 0; k < 4; k++) \
				_mm_storeu_si128( \
					(__m128i *)(void *)AT(l + 4 + k), _mm256_extracti128_si256(lane[k], 1)); \
		} \
	}
#define QUAD_LISTED(l) at[l]
#define QUAD_RUN(l) (at + 16 * (l))
QUADS(quads, uint8_t *const *, QUAD_LISTED)
QUADS(quad_run, uint8_t *, QUAD_RUN)
#define HAVE_QUADS 1
#else
#define HAVE_QUADS 0
#define quads_load(w, i, at, from, to) ((void)0)
#define quads_store(w, i, at, from, to) ((void)0)
#define quad_run_load(w, i, at, from, to) ((void)0)
#define quad_run_store(w, i, at, from, to) ((void)0)
#endif

/* ---- runs */
/* 64 bytes in vectors as wide as the arithmetic's, or store forwarding would stall its loads. */
ALWAYS void copy64_bytes(void *d, const void *s)
{
#ifdef __AVX2__
	__m256i a = _mm256_loadu_si256(s), b = _mm256_loadu_si256((const __m256i *)s + 1);
	_mm256_storeu_si256(d, a);
	_mm256_storeu_si256((__m256i *)d + 1, b);
#else
	memcpy(d, s, 64);
#endif
}
ALWAYS void half_load64(u64 *d, unsigned kind, const uint8_t *p, unsigned vec)
{
	if (kind == EM_UNIFORM) {
		u64 x;
		memcpy(&x, p, 8);
		for (int l = 0; l < 16; l++)
			d[l] = x;
	} else if (vec == 1) {
		copy64_bytes(d, p);
		copy64_bytes(d + 8, p + 64);
	} else
		for (unsigned l = 0; l < 16; l++)
			memcpy(&d[l], p + l * vec * 8, 8);
}
ALWAYS void half_load32(u32 *d, unsigned kind, const uint8_t *p, unsigned bytes, unsigned vec, bool sext)
{
	if (bytes < 4)
		for (unsigned l = 0; l < 16; l++)
			d[l] = (u32)load_bytes(p + (kind == EM_UNIFORM ? 0 : l * vec * bytes), bytes, sext);
	else if (kind == EM_UNIFORM) {
		u32 x;
		memcpy(&x, p, 4);
		for (int l = 0; l < 16; l++)
			d[l] = x;
	} else if (vec == 1)
		copy64_bytes(d, p);
	else
		for (unsigned l = 0; l < 16; l++)
			memcpy(&d[l], p + l * vec * 4, 4);
}
ALWAYS void runs_load(struct em_warp *w, const struct em_inst *i, unsigned k0, const uint8_t *p0, unsigned k1,
	const uint8_t *p1, unsigned bytes, unsigned vec, bool sext)
{
	if (HAVE_QUADS && bytes == 4 && vec == 4 && k0 == EM_CONSECUTIVE && k1 == EM_CONSECUTIVE) {
		quad_run_load(w, i, (uint8_t *)(uintptr_t)p0, 0, 16);
		quad_run_load(w, i, (uint8_t *)(uintptr_t)p1 - 256, 16, 32);
		return;
	}
	for (unsigned v = 0; v < vec; v++, p0 += bytes, p1 += bytes) {
		u32 row = data_row(i, vec, v);
		if (bytes == 8) {
			half_load64(ROWP(u64, row), k0, p0, vec);
			half_load64(ROWP(u64, row) + 16, k1, p1, vec);
		} else {
			half_load32(ROWP(u32, row), k0, p0, bytes, vec, sext);
			half_load32(ROWP(u32, row) + 16, k1, p1, bytes, vec, sext);
		}
	}
}
ALWAYS void half_store(
	struct em_warp *w, const struct em_inst *i, int h, unsigned kind, uint8_t *p, unsigned bytes, unsigned vec)
{
	if (kind == EM_UNIFORM) { /* every lane writes one place: the last one stays */
		lane_store(w, i, h + 15, p, bytes, vec);
		return;
	}
	if (HAVE_QUADS && bytes == 4 && vec == 4) {
		quad_run_store(w, i, p - 16 * h, h, h + 16);
		return;
	}
	for (unsigned v = 0; v < vec; v++) {
		u32 row = data_row(i, vec, v);
		if (bytes == 8) {
			const u64 *d = ROWP(u64, row) + h;
			if (vec == 1) {
				copy64_bytes(p, d);
				copy64_bytes(p + 64, d + 8);
			} else
				for (int l = 0; l < 16; l++)
					memcpy(p + ((unsigned)l * vec + v) * 8, &d[l], 8);
		} else if (bytes == 4) {
			const u32 *d = ROWP(u32, row) + h;
			if (vec == 1)
				copy64_bytes(p, d);
			else
				for (int l = 0; l < 16; l++)
					memcpy(p + ((unsigned)l * vec + v) * 4, &d[l], 4);
		} else {
			const u32 *d = ROWP(u32, row) + h;
			for (int l = 0; l < 16; l++)
				memcpy(p + ((unsigned)l * vec + v) * bytes, &d[l], bytes);
		}
	}
}
/* Both halves; the second one last. */
BODY void runs_move(struct em_warp *w, const struct em_inst *i, unsigned k0, uint8_t *p0, unsigned k1, uint8_t *p1,
	unsigned bytes, unsigned vec, bool sext, bool store)
{
	if (store) {
		half_store(w, i, 0, k0, p0, bytes, vec);
		half_store(w, i, 16, k1, p1, bytes, vec);
	} else {
		runs_load(w, i, k0, p0, k1, p1, bytes, vec, sext);
	}
}

#endif
