/* pool: memory pools and hints about memory. There is one pool, the device's; its attributes are accepted and change nothing, because the
 * emulated device gives memory back at once. */
#include <string.h>

#include "cudart/cudart.h"

static char the_pool; /* its address is the handle */

static cudaError_t give(cudaMemPool_t *pool, int device)
{
	cudaError_t e = cudart_connect();

	if (!pool)
		return cudaErrorInvalidValue;
	if (e == cudaSuccess && device)
		return cudaErrorInvalidDevice;
	*pool = (cudaMemPool_t)(void *)&the_pool;
	return e;
}

static cudaError_t known(cudaMemPool_t pool)
{
	return (void *)pool == (void *)&the_pool ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
	return cudart_done(give(pool, device));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
	return cudart_done(give(pool, device));
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
	return cudart_done(device ? cudaErrorInvalidDevice : known(pool));
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	(void)attribute;
	return cudart_done(value ? known(pool) : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	bool wide = attribute != cudaMemPoolReuseFollowEventDependencies && attribute != cudaMemPoolReuseAllowOpportunistic &&
		attribute != cudaMemPoolReuseAllowInternalDependencies;

	if (!value || known(pool) != cudaSuccess)
		return cudart_done(cudaErrorInvalidValue);
	memset(value, 0, wide ? sizeof(uint64_t) : sizeof(int));
	return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
	(void)bytes;
	return cudart_done(known(pool));
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
	cudaError_t e = known(pool);

	return e == cudaSuccess ? cudaMallocAsync(p, bytes, stream) : cudart_done(e);
}
ALIAS(cudaMallocFromPoolAsync, _ptsz);

/* ---- managed memory: both sides always see it, so hints about where it should be are only checked */
static cudaError_t managed(const void *p, size_t n)
{
	uint64_t start, bytes, at = (uint64_t)(uintptr_t)p;

	if (!n || ranges_find(at, &start, &bytes) != DP_MEM_MANAGED || n > bytes - (at - start))
		return cudaErrorInvalidValue;
	return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, struct cudaMemLocation location, unsigned flags, cudaStream_t stream)
{
	cudaError_t e = managed(p, n);

	(void)location, (void)flags, (void)stream;
	if (e != cudaSuccess)
		e = cudart_refuse(DP_CALL_cudaMemPrefetchAsync, e, "%p is not managed memory of %zu bytes", p, n);
	return cudart_done(e);
}
ALIAS(cudaMemPrefetchAsync, _ptsz);

cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
	cudaError_t e = managed(p, n);

	(void)advice, (void)location;
	if (e != cudaSuccess)
		e = cudart_refuse(DP_CALL_cudaMemAdvise, e, "%p is not managed memory of %zu bytes", p, n);
	return cudart_done(e);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t n, unsigned flags)
{
	(void)stream, (void)n, (void)flags;
	return cudart_done(managed(p, 1));
}
ALIAS(cudaStreamAttachMemAsync, _ptsz);
