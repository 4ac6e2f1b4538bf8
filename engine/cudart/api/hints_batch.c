/* hints_batch: prefetching and discarding managed memory, many ranges in a call. What is discarded may as well
 * stay. Codes as an H200 gave them (tests/programs/library.cu). */
#include "cudart/api/api.h"

/* `which[k]`: the first range that goes to place k. */
static cudaError_t check(void **p, const size_t *sizes, size_t n, unsigned long long flags, cudaStream_t stream)
{
	if (!p || !sizes || !n || flags || !stream_id(stream))
		return cudaErrorInvalidValue;
	for (size_t i = 0; i < n; i++) {
		uint64_t at = (uint64_t)(uintptr_t)p[i], start, bytes;

		if (!sizes[i] || ranges_find(at, &start, &bytes) != DP_MEM_MANAGED || sizes[i] > bytes - (at - start))
			return cudaErrorInvalidValue;
	}
	return stream_live(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

static cudaError_t prefetch(void **p, const size_t *sizes, size_t n, const struct cudaMemLocation *to,
	const size_t *which, size_t nto, unsigned long long flags, cudaStream_t stream)
{
	cudaError_t e = to && which && nto && nto <= n && which[0] == 0 ? check(p, sizes, n, flags, stream) :
									  cudaErrorInvalidValue;

	for (size_t k = 1; k < nto && e == cudaSuccess; k++)
		if (which[k] <= which[k - 1] || which[k] >= n)
			e = cudaErrorInvalidValue;
	for (size_t i = 0, k = 0; i < n && e == cudaSuccess; i++) {
		k += k + 1 < nto && which[k + 1] == i;
		e = cudaMemPrefetchAsync(p[i], sizes[i], to[k], 0, stream);
	}
	return e;
}

cudaError_t cudaMemPrefetchBatchAsync(void **p, size_t *sizes, size_t n, struct cudaMemLocation *to, size_t *which,
	size_t nto, unsigned long long flags, cudaStream_t stream)
{
	return cudart_done(prefetch(p, sizes, n, to, which, nto, flags, stream));
}

cudaError_t cudaMemDiscardBatchAsync(void **p, size_t *sizes, size_t n, unsigned long long flags, cudaStream_t stream)
{
	return cudart_done(check(p, sizes, n, flags, stream));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **p, size_t *sizes, size_t n, struct cudaMemLocation *to,
	size_t *which, size_t nto, unsigned long long flags, cudaStream_t stream)
{
	return cudart_done(prefetch(p, sizes, n, to, which, nto, flags, stream));
}
