/* exec_product: what the executors of products.h and chains.h have in common: sums of products. */
#ifndef EMULATOR_EXEC_PRODUCT_H
#define EMULATOR_EXEC_PRODUCT_H

#include "emulator/exec/exec_ldst.h"
#include "emulator/exec/products.h"

/* Are both half-warps' words in the same order? (An access before may have kept a mixed kind.) */
ALWAYS bool product_runs(unsigned kind)
{
	return (kind & EM_KINDS) == EM_UU || (kind & EM_KINDS) == EM_CC;
}

/* The words that a load wants: of both half-warps. */
struct product_words {
	const uint8_t *p0, *p1;
	bool uniform;
};
/* The sums of 32 lanes. */
struct product_sums {
	__m256 v[4];
};

/* Eight lanes' words, from lane 8 * k on. */
ALWAYS __m256 product_eight(const struct product_words *x, bool uniform, int k)
{
	const float *p = (const float *)(const void *)(k < 2 ? x->p0 : x->p1);
	return uniform ? _mm256_broadcast_ss(p) : _mm256_loadu_ps(p + 8 * (k & 1));
}
#define PRODUCT_ADD(k, x_uniform, y_uniform) \
	s->v[k] = _mm256_fmadd_ps(product_eight(x, x_uniform, k), product_eight(y, y_uniform, k), s->v[k])
#define PRODUCT_ADDS(x_uniform, y_uniform) \
	do { \
		PRODUCT_ADD(0, x_uniform, y_uniform); \
		PRODUCT_ADD(1, x_uniform, y_uniform); \
		PRODUCT_ADD(2, x_uniform, y_uniform); \
		PRODUCT_ADD(3, x_uniform, y_uniform); \
	} while (0)
/* s += x * y, rounded once. */
ALWAYS void product_add(struct product_sums *s, const struct product_words *x, const struct product_words *y)
{
	if (x->uniform) {
		if (y->uniform)
			PRODUCT_ADDS(true, true);
		else
			PRODUCT_ADDS(true, false);
	} else if (y->uniform) {
		PRODUCT_ADDS(false, true);
	} else {
		PRODUCT_ADDS(false, false);
	}
}

ALWAYS void product_begin(struct product_sums *s, const float *c)
{
	s->v[0] = _mm256_load_ps(c);
	s->v[1] = _mm256_load_ps(c + 8);
	s->v[2] = _mm256_load_ps(c + 16);
	s->v[3] = _mm256_load_ps(c + 24);
}
/* With the one NaN that there is (float_math.h, f32_canon): one that came on the way has stayed one. */
ALWAYS __m256 product_canon(__m256 v)
{
	const __m256 nan = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
	return _mm256_blendv_ps(v, nan, _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
}
ALWAYS void product_end(const struct product_sums *s, float *d)
{
	_mm256_store_ps(d, product_canon(s->v[0]));
	_mm256_store_ps(d + 8, product_canon(s->v[1]));
	_mm256_store_ps(d + 16, product_canon(s->v[2]));
	_mm256_store_ps(d + 24, product_canon(s->v[3]));
}

ALWAYS void product(
	struct em_warp *w, const struct em_inst *i, const struct product_words *x, const struct product_words *y)
{
	struct product_sums s;
	product_begin(&s, ROWP(float, i->c));
	product_add(&s, x, y);
	product_end(&s, ROWP(float, i->d));
}

#endif
