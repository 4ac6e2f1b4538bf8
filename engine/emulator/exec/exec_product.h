/* exec_product: what both executors of products.h have in common. */
#ifndef EMULATOR_EXEC_PRODUCT_H
#define EMULATOR_EXEC_PRODUCT_H

#include "emulator/exec/exec_ldst.h"
#include "emulator/exec/products.h"

/* Where the words of both half-warps lie; kind: as classify's. */
struct product_words {
	const uint8_t *p0, *p1;
	unsigned kind;
};

/* Eight lanes' words, from lane l of a half-warp on. */
ALWAYS __m256 product_eight(const uint8_t *p, bool uniform, int l)
{
	return uniform ? _mm256_broadcast_ss((const float *)(const void *)p) :
			 _mm256_loadu_ps((const float *)(const void *)p + l);
}

/* d = x * y + c, with the one NaN that there is (float_math.h, f32_canon). */
ALWAYS void product_sum(struct em_warp *w, const struct em_inst *i, const struct product_words *x,
	const struct product_words *y, bool x_uniform, bool y_uniform)
{
	const __m256 nan = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
	const float *c = ROWP(float, i->c);
	float *d = ROWP(float, i->d);
	for (int l = 0; l < EM_WARP; l += 8) {
		__m256 v = _mm256_fmadd_ps(product_eight(l < 16 ? x->p0 : x->p1, x_uniform, l & 15),
			product_eight(l < 16 ? y->p0 : y->p1, y_uniform, l & 15), _mm256_load_ps(c + l));
		_mm256_store_ps(d + l, _mm256_blendv_ps(v, nan, _mm256_cmp_ps(v, v, _CMP_UNORD_Q)));
	}
}

ALWAYS void product(
	struct em_warp *w, const struct em_inst *i, const struct product_words *x, const struct product_words *y)
{
	const bool x_uniform = (x->kind & EM_KINDS) == EM_UU, y_uniform = (y->kind & EM_KINDS) == EM_UU;
	if (x_uniform) {
		if (y_uniform)
			product_sum(w, i, x, y, true, true);
		else
			product_sum(w, i, x, y, true, false);
	} else if (y_uniform) {
		product_sum(w, i, x, y, false, true);
	} else {
		product_sum(w, i, x, y, false, false);
	}
}

#endif
