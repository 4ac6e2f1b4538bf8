/* pool: memory pools and hints about memory. The emulated device gives memory back at once, so a pool is a name for its attributes: the
 * device's own, and those that the program creates. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/cudart.h"

enum { ATTRIBUTES = cudaMemPoolAttrUsedMemHigh + 1 };
struct pool { uint64_t attribute[ATTRIBUTES]; };

/* A handle is a pool's address. */
static struct {
	pthread_mutex_t lock;
	struct pool own;
	struct table created;
} pools = { .lock = PTHREAD_MUTEX_INITIALIZER,
	.own = { { [cudaMemPoolReuseFollowEventDependencies] = 1, [cudaMemPoolReuseAllowOpportunistic] = 1,
		[cudaMemPoolReuseAllowInternalDependencies] = 1 } } };

static cudaError_t give(cudaMemPool_t *pool, int device)
{
	cudaError_t e = cudart_connect();

	if (!pool)
		return cudaErrorInvalidValue;
	if (e == cudaSuccess && device)
		return cudaErrorInvalidDevice;
	*pool = (cudaMemPool_t)(void *)&pools.own;
	return e;
}

/* NULL: no pool of ours. */
static struct pool *find(cudaMemPool_t handle)
{
	struct pool *p = &pools.own;

	if ((void *)handle == (void *)p)
		return p;
	pthread_mutex_lock(&pools.lock);
	p = handle ? table_get(&pools.created, handle) : NULL;
	pthread_mutex_unlock(&pools.lock);
	return p;
}

static cudaError_t known(cudaMemPool_t pool)
{
	return find(pool) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *handle, const struct cudaMemPoolProps *props)
{
	cudaError_t e = cudart_connect();
	struct pool *p;

	if (e != cudaSuccess)
		return cudart_done(e);
	if (!handle || !props || props->allocType != cudaMemAllocationTypePinned || props->location.type != cudaMemLocationTypeDevice)
		return cudart_done(cudaErrorInvalidValue);
	if (props->location.id)
		return cudart_done(cudaErrorInvalidDevice);
	p = xmalloc(sizeof *p);
	*p = (struct pool){ { [cudaMemPoolReuseFollowEventDependencies] = 1, [cudaMemPoolReuseAllowOpportunistic] = 1,
		[cudaMemPoolReuseAllowInternalDependencies] = 1 } };
	pthread_mutex_lock(&pools.lock);
	table_put(&pools.created, p, p);
	pthread_mutex_unlock(&pools.lock);
	*handle = (cudaMemPool_t)(void *)p;
	return cudart_done(cudaSuccess);
}

/* What was allocated from it stays valid until it is freed, as the API has it. */
cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle)
{
	struct pool *p = find(handle);

	if (!p || p == &pools.own)
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&pools.lock);
	table_remove(&pools.created, p);
	pthread_mutex_unlock(&pools.lock);
	free(p);
	return cudart_done(cudaSuccess);
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

/* The three switches are ints, everything else is 64 bits wide. */
static bool is_switch(enum cudaMemPoolAttr a)
{
	return a == cudaMemPoolReuseFollowEventDependencies || a == cudaMemPoolReuseAllowOpportunistic ||
		a == cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	struct pool *p = find(pool);
	uint64_t wide;
	int narrow;

	if (!p || !value || (unsigned)attribute >= ATTRIBUTES)
		return cudart_done(cudaErrorInvalidValue);
	if (is_switch(attribute)) {
		memcpy(&narrow, value, sizeof narrow);
		wide = narrow != 0;
	} else {
		memcpy(&wide, value, sizeof wide);
	}
	p->attribute[attribute] = wide;
	return cudart_done(cudaSuccess);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	struct pool *p = find(pool);
	int narrow;

	if (!p || !value || (unsigned)attribute >= ATTRIBUTES)
		return cudart_done(cudaErrorInvalidValue);
	narrow = (int)p->attribute[attribute];
	memcpy(value, is_switch(attribute) ? (void *)&narrow : (void *)&p->attribute[attribute], is_switch(attribute) ? sizeof narrow : sizeof(uint64_t));
	return cudart_done(cudaSuccess);
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
