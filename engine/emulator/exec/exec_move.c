/* exec_move: moves, packing and unpacking of vectors, address conversion, clocks (PTX ISA 9.7.9.6 to 9.7.9.21), and the
 * small steps that decode.c puts around other instructions. */
#include <time.h>

#include "emulator/check/check.h"
#include "emulator/core/fault.h"
#include "emulator/cost/clock.h"
#include "emulator/exec/exec.h"

EXEC1(copy32, u32, u32, u32, a)
EXEC1(copy64, u64, u64, u64, a)
EXEC1(widen, u64, u32, u32, a)
EXEC1(widen_s, u64, u32, s32, (u64)(s64)a)
EXEC1(narrow, u32, u64, u64, (u32)a)
FN(copyp)
{
	uint32_t *d = PREDP(i->d), m = w->mask;
	*d = (*d & ~m) | (*PREDP(i->a) & m);
	return i + 1;
}
FN(notp)
{
	uint32_t *d = PREDP(i->d), m = w->mask;
	*d = (*d & ~m) | (~*PREDP(i->a) & m);
	return i + 1;
}
/* 128 bits are two rows of 64. */
FN(copyq)
{
	u64 *d = ROWP(u64, i->d), m = w->mask;
	const u64 *a = ROWP(u64, i->a);
	LANES
	{
		d[l] = ON(m) ? a[l] : d[l];
	}
	LANES
	{
		d[l + 32] = ON(m) ? a[l + 32] : d[l + 32];
	}
	return i + 1;
}

/* Vectors: pieces are a, b, c, x from the lowest bits up; unpacking writes a, b, c, x from d. */
EXEC2(pack, u64, u32, u32, u32, u32, (u64)b << 32 | a)
EXEC2(pack16, u32, u32, u16, u32, u16, (u32)b << 16 | a)
FN(pack16q)
{
	u64 *d = ROWP(u64, i->d);
	const u32 *a = ROWP(u32, i->a), *b = ROWP(u32, i->b), *c = ROWP(u32, i->c), *x = ROWP(u32, i->row);
	EM_LOOP(, (u64)(u16)a[l] | (u64)(u16)b[l] << 16 | (u64)(u16)c[l] << 32 | (u64)(u16)x[l] << 48);
}
FN(pack8)
{
	u32 *d = ROWP(u32, i->d);
	const u32 *a = ROWP(u32, i->a), *b = ROWP(u32, i->b), *c = ROWP(u32, i->c), *x = ROWP(u32, i->row);
	EM_LOOP(, (a[l] & 255) | (b[l] & 255) << 8 | (c[l] & 255) << 16 | x[l] << 24);
}
EXEC2(pack8h, u32, u32, u32, u32, u32, (a & 255) | (b & 255) << 8)
FN(packq)
{
	u64 *d = ROWP(u64, i->d), s[2 * EM_WARP], m = w->mask;
	memcpy(s, ROWP(u64, i->a), 256);
	memcpy(s + 32, ROWP(u64, i->b), 256);
	for (int l = 0; l < EM_WARP; l++)
		if (ON(m)) {
			d[l] = s[l];
			d[l + 32] = s[l + 32];
		}
	return i + 1;
}
#define PIECE(row, T, e) \
	do { \
		T *p_ = ROWP(T, row); \
		LANES \
		{ \
			T v_ = (T)(e); \
			p_[l] = ON(m) ? v_ : p_[l]; \
		} \
	} while (0)
/* The source may be one of the destinations: read it first. */
FN(unpack)
{
	u64 s[EM_WARP];
	memcpy(s, ROWP(u64, i->d), sizeof s);
	u32 m = w->mask;
	PIECE(i->a, u32, s[l]);
	PIECE(i->b, u32, s[l] >> 32);
	return i + 1;
}
FN(unpack16)
{
	u32 s[EM_WARP];
	memcpy(s, ROWP(u32, i->d), sizeof s);
	u32 m = w->mask;
	PIECE(i->a, u32, s[l] & 0xffff);
	PIECE(i->b, u32, s[l] >> 16);
	return i + 1;
}
FN(unpack16q)
{
	u64 s[EM_WARP];
	memcpy(s, ROWP(u64, i->d), sizeof s);
	u32 m = w->mask;
	PIECE(i->a, u32, s[l] & 0xffff);
	PIECE(i->b, u32, s[l] >> 16 & 0xffff);
	PIECE(i->c, u32, s[l] >> 32 & 0xffff);
	PIECE(i->row, u32, s[l] >> 48);
	return i + 1;
}
FN(unpack8)
{
	u32 s[EM_WARP];
	memcpy(s, ROWP(u32, i->d), sizeof s);
	u32 m = w->mask;
	PIECE(i->a, u32, s[l] & 255);
	PIECE(i->b, u32, s[l] >> 8 & 255);
	PIECE(i->c, u32, s[l] >> 16 & 255);
	PIECE(i->row, u32, s[l] >> 24);
	return i + 1;
}
FN(unpack8h)
{
	u32 s[EM_WARP];
	memcpy(s, ROWP(u32, i->d), sizeof s);
	u32 m = w->mask;
	PIECE(i->a, u32, s[l] & 255);
	PIECE(i->b, u32, s[l] >> 8 & 255);
	return i + 1;
}
FN(unpackq)
{
	u64 s[2 * EM_WARP];
	memcpy(s, ROWP(u64, i->d), sizeof s);
	u32 m = w->mask;
	PIECE(i->a, u64, s[l]);
	PIECE(i->b, u64, s[l + 32]);
	return i + 1;
}

/* A local address in a function that recurses: the lane's stack pointer (row b) plus a constant (x). */
FN(addsp)
{
	u64 *d = ROWP(u64, i->d);
	const u64 *sp = ROWP(u64, i->b);
	EM_LOOP(, sp[l] + i->displacement);
}
FN(addsp32)
{
	u32 *d = ROWP(u32, i->d);
	const u64 *sp = ROWP(u64, i->b);
	EM_LOOP(, (u32)sp[l] + i->displacement);
}
/* alloca d, size: the stack grows; stacksave and stackrestore are moves of the pointer. Row b is the pointer, x its
 * alignment. */
FN(alloca_64)
{
	u64 *d = ROWP(u64, i->d), *sp = ROWP(u64, i->b);
	const u64 *a = ROWP(u64, i->a);
	u32 m = w->mask;
	u64 al = i->alignment ? i->alignment : 16;
	for (int l = 0; l < EM_WARP; l++) {
		if (!ON(m))
			continue;
		u64 at = (sp[l] + al - 1) & ~(al - 1);
		if (a[l] > w->local_bytes || at + a[l] > w->local_bytes)
			return em_fault_set(w, i, l, EM_FAULT_STACK, "Stack overflow: alloca of %llu bytes",
				(unsigned long long)a[l]);
		d[l] = at;
		sp[l] = at + a[l];
	}
	return i + 1;
}

/* cvta: generic = space + window; the window is a constant row in b. isspacep compares with it. */
EXEC2(cvta_in, u64, u64, u64, u64, u64, a + b)
EXEC2(cvta_out, u64, u64, u64, u64, u64, a - b)
EXECP2(in_window, u64, u64, a - b < EM_WINDOW_BYTES)
EXECP1(in_global, u64, u64, a - EM_SHARED_WINDOW >= EM_WINDOW_BYTES && a - EM_LOCAL_WINDOW >= EM_WINDOW_BYTES)
FN(never_p)
{
	*PREDP(i->d) &= ~w->mask;
	return i + 1;
}

/* Clusters are of one block each: any address is in the cluster's only block, of rank 0. */
EXEC1(first_rank, u32, u64, u64, a & 0)
EXEC1(first_rank32, u32, u32, u32, a & 0)

/* A cache policy is opaque and changes no result: one value for all. */
FN(policy)
{
	u64 *d = ROWP(u64, i->d);
	EM_LOOP(, (u64)1 << 60);
}

/* c: in nanoseconds. */
static inline u64 ticks(struct em_warp *w, const struct em_inst *i)
{
	const u64 now = em_clock_at(w, i);
	return i->c ? em_clock_ns(w->t->run, now) : now;
}
FN(clock32)
{
	u32 *d = ROWP(u32, i->d);
	u32 c = (u32)(ticks(w, i) >> i->shift);
	EM_LOOP(, c);
}
FN(clock64)
{
	u64 *d = ROWP(u64, i->d);
	u64 c = ticks(w, i);
	EM_LOOP(, c);
}
FN(activemask)
{
	u32 *d = ROWP(u32, i->d);
	u32 m = w->mask;
	EM_LOOP(, m);
}

/* Parameters of functions live in word rows: byte o of a lane is in word o / 4. a = first row, x = offset << 8 | bytes
 * << 4 | signed. */
FN(param_ld)
{
	const uint8_t *base = EM_AT(w, uint8_t, i->a);
	u32 m = w->mask, off = i->mode >> 8, n = i->mode >> 4 & 15;
	for (int l = 0; l < EM_WARP; l++) {
		if (!ON(m))
			continue;
		uint8_t b[8] = { 0 };
		for (u32 k = 0; k < n && k < sizeof b; k++) /* n is 1, 2, 4 or 8 */
			b[k] = base[((off + k) >> 2) * 128 + (u32)l * 4 + ((off + k) & 3)];
		u64 v;
		memcpy(&v, b, 8);
		if (n == 8)
			ROWP(u64, i->d)[l] = v;
		else
			ROWP(u32, i->d)
		[l] = !(i->mode & 1) || n == 4 ? (u32)v : n == 1 ? (u32)(s32)(int8_t)v : (u32)(s32)(s16)v;
	}
	return i + 1;
}
FN(param_st)
{
	uint8_t *base = EM_AT(w, uint8_t, i->a);
	u32 m = w->mask, off = i->mode >> 8, n = i->mode >> 4 & 15;
	for (int l = 0; l < EM_WARP; l++) {
		if (!ON(m))
			continue;
		u64 v = n == 8 ? ROWP(u64, i->d)[l] : ROWP(u32, i->d)[l];
		for (u32 k = 0; k < n; k++)
			base[((off + k) >> 2) * 128 + (u32)l * 4 + ((off + k) & 3)] = (uint8_t)(v >> (8 * k));
	}
	return i + 1;
}

/* A parameter whose address is taken (words from row a on, x bytes) goes into local memory: at offset d, after the
 * frame pointer (row b, 0: none). */
FN(param_home)
{
	const u64 *fp = i->b ? ROWP(u64, i->b) : NULL;
	for (int l = 0; l < EM_WARP; l++) {
		if (!ON(w->mask))
			continue;
		const u64 to = i->d + (fp ? fp[l] : 0);
		for (u32 k = 0; k < i->displacement; k += 4) {
			const u32 left = i->displacement - k;
			memcpy(w->local + (size_t)l * w->local_bytes + to + k, &ROWP(u32, i->a + k / 4 * 128)[l],
				left < 4 ? left : 4);
		}
		em_init_given(w, l, to, i->displacement);
	}
	return i + 1;
}

#define H(id, fn) \
	{ \
		PTX_OP_COUNT + EM_H_##id, 0, 0, T0, M0, EM_BIND_ALU, "", fn, 0, NULL \
	}
#define MOV(T, wd, fn) ROWX(MOV, T1(T), M0, MOV, wd, fn, 0)
#define CVTA(sp, mods, fn) \
	{ \
		PTX_OP_CVTA, PTX_##sp, 0, T1(U64), mods, EM_BIND_CVTA, "ll", fn, 0, NULL \
	}
#define ISSP(sp, mods, fn) \
	{ \
		PTX_OP_ISSPACEP, PTX_##sp, 0, T0, mods, EM_BIND_CVTA, "pl", fn, 0, NULL \
	}
static const struct em_row rows[] = { MOV(PRED, "pp", copyp), MOV(B16, "hh", copy32), MOV(U16, "hh", copy32),
	MOV(S16, "hh", copy32), MOV(F16, "hh", copy32), MOV(BF16, "hh", copy32), MOV(B32, "ww", copy32),
	MOV(U32, "ww", copy32), MOV(S32, "ww", copy32), MOV(F32, "ww", copy32), MOV(B64, "ll", copy64),
	MOV(U64, "ll", copy64), MOV(S64, "ll", copy64), MOV(F64, "ll", copy64), MOV(B128, "qq", copyq),
	CVTA(GLOBAL, M0, copy64), CVTA(GLOBAL, M1(TO), copy64), CVTA(CONST, M0, copy64), CVTA(CONST, M1(TO), copy64),
	CVTA(PARAM, M0, copy64), CVTA(PARAM, M1(TO), copy64), CVTA(SHARED, M0, cvta_in), CVTA(SHARED, M1(TO), cvta_out),
	CVTA(LOCAL, M0, cvta_in), CVTA(LOCAL, M1(TO), cvta_out), ISSP(SHARED, M0, in_window),
	ISSP(LOCAL, M0, in_window), ISSP(GLOBAL, M0, in_global), ISSP(CONST, M0, never_p), ISSP(PARAM, M0, never_p),
	ROW(ACTIVEMASK, T1(B32), M0, "w", activemask), ROW(STACKSAVE, T1(U64), M0, "ls", copy64),
	ROW(STACKRESTORE, T1(U64), M0, "Sl", copy64), ROW(ALLOCA, T1(U64), M0, "lls", alloca_64),
	ROW(ALLOCA, T1(U64), EM_PACK(EM_NO, EM_NO, EM_NO, EM_NO), "lls", alloca_64),
	ROW(CREATEPOLICY, T1(B64), M1(FRACTIONAL), "l", policy), ROW(CREATEPOLICY, T1(B64), M1(RANGE), "l", policy),
	ROW(CREATEPOLICY, T1(B64), M2(CVT, L2), "ll", copy64), ROW(MAPA, T1(U64), M0, "ll", copy64),
	ROW(MAPA, T1(U32), M0, "ww", copy32), ROW(GETCTARANK, T1(U64), M0, "wl", first_rank),
	ROW(GETCTARANK, T1(U32), M0, "ww", first_rank32), H(COPY32M, copy32), H(COPY64M, copy64), H(COPYP, copyp),
	H(COPYQM, copyq), H(NOTP, notp), H(WIDEN, widen), H(WIDEN16, widen_s), H(NARROW, narrow), H(PACK, pack),
	H(UNPACK, unpack), H(PACK16, pack16), H(UNPACK16, unpack16), H(PACK16Q, pack16q), H(UNPACK16Q, unpack16q),
	H(PACK8, pack8), H(UNPACK8, unpack8), H(PACK8H, pack8h), H(UNPACK8H, unpack8h), H(PACKQ, packq),
	H(UNPACKQ, unpackq), H(ADDSP, addsp), H(CLOCK32, clock32), H(CLOCK64, clock64), H(PARAM_LD, param_ld),
	H(PARAM_ST, param_st), H(PARAM_HOME, param_home), H(ADDSP32, addsp32) };
const struct em_rows EM_ISA_NAME(em_rows_move);
const struct em_rows EM_ISA_NAME(em_rows_move) = { rows, sizeof rows / sizeof *rows };
