/* exec_ends: how counted loops end: an addition to the counter or a shift of it, the comparison of what that gives, and
 * the branch. In quick form alone (exec_flow.h), for whole warps: one step for all three, where the counter need not be
 * read again. */
#include "emulator/exec/exec_flow.h"

/* Some lanes are off: one slot after the other. Not in the quick compilation, where executors call none. */
const struct em_inst *em_ends_part(struct em_warp *w, const struct em_inst *i);
#if !defined EM_QUICK && defined __AVX2__
const struct em_inst *em_ends_part(struct em_warp *w, const struct em_inst *i)
{
	u32 m = w->mask;
	em_step(w, i);
	em_step(w, i + 1);
	i += 2;
	return flow_branch(w, i, (*PREDP(i->predicate) ^ i->complement) & m, m);
}
#endif

#ifdef EM_QUICK
/* counter: from the vector a and the number b, which is the same in all lanes; compare: of the vectors v and c, all
 * ones where it holds; bits: of the 32 lanes' bits r. The slots: i counts, after it the comparison (exec_cmp.c), then
 * the branch. */
#define END(name, counter, compare, bits) \
	FN(name) \
	{ \
		const struct em_inst *cmp = i + 1, *bra = i + 2; \
		const __m256i *pa = (const __m256i *)(const void *)ROWP(u32, i->a), \
			      *pc = (const __m256i *)(const void *)ROWP(u32, cmp->b); \
		const __m256i b = _mm256_set1_epi32((s32)*ROWP(u32, i->b)); \
		__m256i t[4], *d = (__m256i *)(void *)ROWP(u32, i->d); \
		u32 r; \
		if (EM_UNLIKELY(w->mask != EM_FULL)) \
			return em_ends_part(w, i); \
		for (int l = 0; l < 4; l++) { \
			__m256i a = pa[l], c = pc[l], v = (counter); \
			t[l] = (compare); \
			d[l] = v; \
		} \
		r = em_bits((const u32 *)(const void *)t); \
		r = (bits); \
		if (EM_UNLIKELY(!cmp->x)) \
			*PREDP(cmp->d) = r; \
		r ^= bra->complement; \
		if (EM_LIKELY(r)) \
			return flow_branch(w, bra, r, EM_FULL); \
		return flow_enter(w, bra + 1); \
	}

#define LESS(x, y) _mm256_cmpgt_epi32(y, x)
#define LESS_EQUAL_U(x, y) _mm256_cmpeq_epi32(_mm256_min_epu32(x, y), x)
#define ENDS(op, counter) \
	END(op##_eq, counter, _mm256_cmpeq_epi32(v, c), r) \
	END(op##_ne, counter, _mm256_cmpeq_epi32(v, c), ~r) \
	END(op##_lt, counter, LESS(v, c), r) \
	END(op##_ge, counter, LESS(v, c), ~r) \
	END(op##_gt, counter, LESS(c, v), r) \
	END(op##_le, counter, LESS(c, v), ~r) \
	END(op##_ls, counter, LESS_EQUAL_U(v, c), r) \
	END(op##_hi, counter, LESS_EQUAL_U(v, c), ~r) \
	END(op##_hs, counter, LESS_EQUAL_U(c, v), r) END(op##_lo, counter, LESS_EQUAL_U(c, v), ~r)
ENDS(add, _mm256_add_epi32(a, b))
ENDS(shr, _mm256_srlv_epi32(a, b))
ENDS(shl, _mm256_sllv_epi32(a, b))

#define ROWS(OP, type, op) \
	{ PTX_OP_##OP, PTX_##type, PTX_S32, PTX_MOD_EQ, op##_eq }, \
		{ PTX_OP_##OP, PTX_##type, PTX_S32, PTX_MOD_NE, op##_ne }, \
		{ PTX_OP_##OP, PTX_##type, PTX_S32, PTX_MOD_LT, op##_lt }, \
		{ PTX_OP_##OP, PTX_##type, PTX_S32, PTX_MOD_GE, op##_ge }, \
		{ PTX_OP_##OP, PTX_##type, PTX_S32, PTX_MOD_GT, op##_gt }, \
		{ PTX_OP_##OP, PTX_##type, PTX_S32, PTX_MOD_LE, op##_le }, \
		{ PTX_OP_##OP, PTX_##type, PTX_U32, PTX_MOD_LS, op##_ls }, \
		{ PTX_OP_##OP, PTX_##type, PTX_U32, PTX_MOD_HI, op##_hi }, \
		{ PTX_OP_##OP, PTX_##type, PTX_U32, PTX_MOD_HS, op##_hs }, \
	{ \
		PTX_OP_##OP, PTX_##type, PTX_U32, PTX_MOD_LO, op##_lo \
	}
static const struct em_end rows[] = { ROWS(ADD, S32, add), ROWS(SHR, U32, shr), ROWS(SHL, B32, shl) };
const struct em_ends em_ends_v3q = { rows, sizeof rows / sizeof *rows };
#endif
