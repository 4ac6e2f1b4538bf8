/* exec: how an executor is written. Included by exec_*.c only; the row that binds one to an instruction is row.h.
 *
 * Every exec_*.c is compiled twice: for any x86-64 (EM_ISA is `base`) and for x86-64-v3 (`v3`: AVX2, FMA; module.mk);
 * those of the commonest instructions a third time, v3 in quick form (`v3q`; exec_flow.h), exec_ends.c in that alone.
 * Executors are static; each file exports one array of rows. To add an instruction, add a row; see
 * docs/adding-an-instruction.md.
 *
 * An executor's lanes: with a full mask a plain loop over 32 lanes that the compiler turns into vector code; else the
 * same loop with a blend, so inactive lanes compute on whatever their registers hold and must not trap.
 */
#ifndef EMULATOR_EXEC_H
#define EMULATOR_EXEC_H

#include "emulator/core/machine.h"
#include "emulator/exec/row.h"
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
 * put in order after it. */
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
