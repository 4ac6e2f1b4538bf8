/* exec: how an executor is written, and the row that binds it to an instruction. Included by exec_*.c only (and by
 * the table that collects their rows).
 *
 * Every exec_*.c is compiled twice: for any x86-64 (EM_ISA is `base`) and for x86-64-v3 (`v3`: AVX2, FMA;
 * engine/emulator/ module.mk); those of the commonest instructions a third time, v3 in quick form (`v3q`; exec_flow.h),
 * exec_ends.c in that alone. Executors are static; each file exports one array of rows. To add an instruction, add a
 * row; see docs/adding-an-instruction.md.
 *
 * An executor's lanes: with a full mask a plain loop over 32 lanes that the compiler turns into vector code; else the
 * same loop with a blend, so inactive lanes compute on whatever their registers hold and must not trap.
 */
#ifndef EMULATOR_EXEC_H
#define EMULATOR_EXEC_H

#include "emulator/core/internal.h"
#ifdef __AVX2__
#include <immintrin.h>
#endif

#ifndef EM_ISA
#define EM_ISA base
#endif
#define EM_PASTE_(a, b) a##_##b
#define EM_PASTE(a, b) EM_PASTE_(a, b)
#define EM_ISA_NAME(name) EM_PASTE(name, EM_ISA)
/* What is compiled for each instruction set, but has no quick form. */
#ifdef __AVX2__
#define EM_SET_NAME(name) name##_v3
#else
#define EM_SET_NAME(name) name##_base
#endif

/* How operands become rows (decode.c has one function for each). */
enum em_bind {
	EM_BIND_ALU, /* d, a, b, c in the order written; `widths` says how wide */
	EM_BIND_MOV,
	EM_BIND_SETP,
	EM_BIND_SET,
	EM_BIND_SETPAIR,
	EM_BIND_SLCT,
	EM_BIND_CVTA,
	EM_BIND_LD,
	EM_BIND_ST,
	EM_BIND_ATOM,
	EM_BIND_RED,
	EM_BIND_ATOMV,
	EM_BIND_BRA,
	EM_BIND_BRX,
	EM_BIND_CALL,
	EM_BIND_EXIT,
	EM_BIND_RET,
	EM_BIND_BAR,
	EM_BIND_SYNC, /* an ALU form whose last operand (or x) is a member mask: waits for its lanes first */
	EM_BIND_NOP,  /* counted, does nothing */
	EM_BIND_CPASYNC,
	EM_BIND_CPGROUP,
	EM_BIND_MBAR,
	EM_BIND_LOP3P, /* lop3 with a predicate */
	EM_BIND_MIN3,  /* min and max of three: twice that of two */
	EM_BIND_VIDEO,
	EM_BIND_PACKED
};

/* Where bind_video.c puts what an instruction says of its registers: bits of a video executor's x. */
enum {
	EM_PART_A = 16,
	EM_PART_B = 19,
	EM_PART_D = 22,
	EM_NEG_PRODUCT = 25,
	EM_NEG_ADDEND = 26, /* scalar */
	EM_MASK_D = 16      /* packed: the elements that are written */
};

#define EM_NO 0xff
/* `widths`: one letter for each operand row, destination first: p predicate, h 16 bits, w 32, l 64, q 128; `-` none
 * (scratch); `i` an integer that goes into x. A register of another width than its letter gets a conversion. */
struct em_row {
	uint16_t op;
	uint8_t space, vec; /* of ld, st, atom, red, cvta, isspacep; else 0 */
	uint32_t types;
	uint32_t mods; /* those that matter (decode.c drops hints, scopes and .rn), in any order */
	uint8_t bind;
	const char *widths;
	em_fn fn;
	uint32_t x;
	em_fn again; /* of loads and stores: the one that finds its addresses' shape known (exec_ldst.h); of
		      * comparisons: this and the branch behind it; of what begins or ends a block: the quick form
		      * (exec_flow.h); or NULL */
};
/* Packed into one number each, a byte an entry, EM_NO where there is none. */
#define EM_PACK(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define T0 EM_PACK(EM_NO, EM_NO, EM_NO, EM_NO)
#define T1(a) EM_PACK(PTX_##a, EM_NO, EM_NO, EM_NO)
#define T2(a, b) EM_PACK(PTX_##a, PTX_##b, EM_NO, EM_NO)
#define T3(a, b, c) EM_PACK(PTX_##a, PTX_##b, PTX_##c, EM_NO)
#define M0 EM_PACK(EM_NO, EM_NO, EM_NO, EM_NO)
#define M1(a) EM_PACK(PTX_MOD_##a, EM_NO, EM_NO, EM_NO)
#define M2(a, b) EM_PACK(PTX_MOD_##a, PTX_MOD_##b, EM_NO, EM_NO)
#define M3(a, b, c) EM_PACK(PTX_MOD_##a, PTX_MOD_##b, PTX_MOD_##c, EM_NO)
#define M4(a, b, c, d) EM_PACK(PTX_MOD_##a, PTX_MOD_##b, PTX_MOD_##c, PTX_MOD_##d)
#define EM_P(...) __VA_ARGS__
#define ROW(op, types, mods, widths, fn) \
	{ \
		PTX_OP_##op, 0, 0, types, mods, EM_BIND_ALU, widths, fn, 0, NULL \
	}
/* Of halves: one, and a pair of them in a register (fn, fn_x2). */
#define ROW_HALVES(op, type, pair, mods, widths, pair_widths, fn) \
	ROW(op, T1(type), mods, widths, fn), ROW(op, T1(pair), mods, pair_widths, fn##_x2)
#define ROWX(op, types, mods, bind, widths, fn, x) \
	{ \
		PTX_OP_##op, 0, 0, types, mods, EM_BIND_##bind, widths, fn, x, NULL \
	}

struct em_rows {
	const struct em_row *row;
	size_t n;
};

/* Executors that decode needs by name and no PTX instruction names. One array of them for each ISA. */
enum em_helper {
	EM_H_BB,
	EM_H_GUARD,
	EM_H_UNGUARD,
	EM_H_BRA,
	EM_H_CBRA,
	EM_H_CSKIP,
	EM_H_EXIT,
	EM_H_RET,
	EM_H_CALL,
	EM_H_CALLI,
	EM_H_BUILTIN,
	EM_H_BRX,
	EM_H_SAVE,
	EM_H_ENTER,
	EM_H_TICK,
	EM_H_SLEEP,
	EM_H_SPIN,
	EM_H_NOP,
	EM_H_BAR_ALL,
	EM_H_BAR_ARRIVE,
	EM_H_BARRED_ARRIVE,
	EM_H_WSYNC,
	EM_H_COPY32M,
	EM_H_COPY64M,
	EM_H_COPYP,
	EM_H_COPYQM,
	EM_H_NOTP,
	EM_H_WIDEN,
	EM_H_WIDEN16,
	EM_H_NARROW,
	EM_H_PACK,
	EM_H_UNPACK,
	EM_H_PACK16,
	EM_H_UNPACK16,
	EM_H_PACK16Q,
	EM_H_UNPACK16Q,
	EM_H_PACK8,
	EM_H_UNPACK8,
	EM_H_PACK8H,
	EM_H_UNPACK8H,
	EM_H_PACKQ,
	EM_H_UNPACKQ,
	EM_H_FENCE,
	EM_H_ADDSP,
	EM_H_ADDSP32,
	EM_H_CLOCK32,
	EM_H_CLOCK64,
	EM_H_PARAM_LD,
	EM_H_PARAM_ST,
	EM_H_COPIES_END,
	EM_H_COUNT
};

/* In the quick compilation (EM_TAIL, module.mk) the compiler makes a jump of a call whose result is returned, so an
 * executor goes on to the next slot itself. Elsewhere it returns it, and whoever called goes on. Both may be mixed. */
#ifdef EM_TAIL
#define EM_NEXT(w, i) ((i)->fn(w, i))
#else
#define EM_NEXT(w, i) (i)
#endif
#define FN(name) static const struct em_inst *name(struct em_warp *w, const struct em_inst *i)
#define ROWP(T, off) ((T *)__builtin_assume_aligned((char *)w + (off), 64))
#define PREDP(off) EM_AT(w, uint32_t, off)
#define LANES _Pragma("GCC ivdep") for (int l = 0; l < EM_WARP; l++)
#define ON(m) ((m)&1u << l)

/* Lanes of d from `expr`; the caller has declared d. pre: declarations in each lane. */
#define EM_LOOP(pre, expr) \
	do { \
		uint32_t m_ = w->mask; \
		if (EM_LIKELY(m_ == EM_FULL)) { \
			LANES \
			{ \
				pre d[l] = (expr); \
			} \
		} else { \
			LANES \
			{ \
				pre __typeof__(d[0]) em_v_ = (expr); \
				d[l] = ON(m_) ? em_v_ : d[l]; \
			} \
		} \
		i++; \
		return EM_NEXT(w, i); \
	} while (0)

/* S?: type of a row's lane in memory; the operand has type ?: S is uint32_t for 16-bit types. */
#define EXEC1(name, SD, SA, A, expr) \
	FN(name) \
	{ \
		SD *d = ROWP(SD, i->d); \
		const SA *pa = ROWP(SA, i->a); \
		EM_LOOP(A a = (A)pa[l];, (SD)(expr)); \
	}
#define EXEC2(name, SD, SA, A, SB, B, expr) \
	FN(name) \
	{ \
		SD *d = ROWP(SD, i->d); \
		const SA *pa = ROWP(SA, i->a); \
		const SB *pb = ROWP(SB, i->b); \
		EM_LOOP(EM_P(A a = (A)pa[l]; B b = (B)pb[l];), (SD)(expr)); \
	}
#define EXEC3(name, SD, SA, A, SB, B, SC, C, expr) \
	FN(name) \
	{ \
		SD *d = ROWP(SD, i->d); \
		const SA *pa = ROWP(SA, i->a); \
		const SB *pb = ROWP(SB, i->b); \
		const SC *pc = ROWP(SC, i->c); \
		EM_LOOP(EM_P(A a = (A)pa[l]; B b = (B)pb[l]; C c = (C)pc[l];), (SD)(expr)); \
	}
/* A predicate from a comparison. */
#ifdef __AVX2__
/* 32 words, each 0 or all ones, to bits: narrowed to bytes, which the two halves of a vector do apart, so the words are
 * put in order behind it. */
static inline __attribute__((always_inline)) uint32_t em_bits(const uint32_t *t)
{
	const __m256i_u *v = (const __m256i_u *)(const void *)t;
	__m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3]));
	return (uint32_t)_mm256_movemask_epi8(
		_mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
}
#define EM_MASK(r, expr) \
	do { \
		uint32_t t_[EM_WARP]; \
		for (int l = 0; l < EM_WARP; l++) \
			t_[l] = (expr) ? EM_FULL : 0; \
		r = em_bits(t_); \
	} while (0)
#else
#define EM_MASK(r, expr) \
	do { \
		for (int l = 0; l < EM_WARP; l++) \
			r |= (uint32_t)(expr) << l; \
	} while (0)
#endif
#define EM_PRED(expr) \
	do { \
		uint32_t r_ = 0; \
		EM_MASK(r_, expr); \
		uint32_t *d = PREDP(i->d); \
		*d = (*d & ~w->mask) | (r_ & w->mask); \
		i++; \
		return EM_NEXT(w, i); \
	} while (0)
#define EXECP2(name, SA, A, expr) \
	FN(name) \
	{ \
		const SA *pa = ROWP(SA, i->a), *pb = ROWP(SA, i->b); \
		EM_PRED(({ \
			A a = (A)pa[l], b = (A)pb[l]; \
			(expr); \
		})); \
	}
#define EXECP1(name, SA, A, expr) \
	FN(name) \
	{ \
		const SA *pa = ROWP(SA, i->a); \
		EM_PRED(({ \
			A a = (A)pa[l]; \
			(expr); \
		})); \
	}

typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef float f32;
typedef double f64;

#endif
