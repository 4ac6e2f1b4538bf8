/* pool: memory pools: the device's own, and those that the program creates. All take from the device's memory, which
 * has freed memory back at once; a pool keeps count, and says that it holds on to freed memory as far as its release
 * threshold would have it. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cudart/api/api.h"

enum { ATTRIBUTES = cudaMemPoolAttrUsedMemHigh + 1 };
struct pool {
	uint64_t attribute[ATTRIBUTES], most; /* bytes that it may give out; 0: any */
};
struct taken {
	struct pool *pool;
	uint64_t bytes;
};

/* A handle is a pool's address. Pools stay when they are destroyed: what was allocated from one may outlive it. */
static struct {
	pthread_mutex_t lock;
	struct pool own, *current;
	struct table created; /* handle -> itself */
	struct table taken;   /* address -> struct taken */
} pools = { .lock = PTHREAD_MUTEX_INITIALIZER,
	.current = &pools.own,
	.own = { .attribute = { [cudaMemPoolReuseFollowEventDependencies] = 1,
			 [cudaMemPoolReuseAllowOpportunistic] = 1,
			 [cudaMemPoolReuseAllowInternalDependencies] = 1 } } };

enum { BLOCK = 32 << 20 }; /* a pool takes memory in these, as an H200's does */

/* ---- counting, under the lock */
static void count(struct pool *p, int64_t by)
{
	uint64_t *a = p->attribute, keep, need;

	a[cudaMemPoolAttrUsedMemCurrent] += (uint64_t)by;
	if (a[cudaMemPoolAttrUsedMemCurrent] > a[cudaMemPoolAttrUsedMemHigh])
		a[cudaMemPoolAttrUsedMemHigh] = a[cudaMemPoolAttrUsedMemCurrent];
	keep = a[cudaMemPoolAttrReservedMemCurrent] < a[cudaMemPoolAttrReleaseThreshold] ?
		a[cudaMemPoolAttrReservedMemCurrent] :
		a[cudaMemPoolAttrReleaseThreshold];
	need = (a[cudaMemPoolAttrUsedMemCurrent] + BLOCK - 1) / BLOCK * BLOCK;
	a[cudaMemPoolAttrReservedMemCurrent] = keep > need ? keep : need;
	if (a[cudaMemPoolAttrReservedMemCurrent] > a[cudaMemPoolAttrReservedMemHigh])
		a[cudaMemPoolAttrReservedMemHigh] = a[cudaMemPoolAttrReservedMemCurrent];
}

void pool_take(struct pool *p, void *at, size_t bytes)
{
	struct taken *t = xmalloc(sizeof *t);

	pthread_mutex_lock(&pools.lock);
	*t = (struct taken){ p ? p : pools.current, bytes };
	table_put(&pools.taken, at, t);
	count(t->pool, (int64_t)bytes);
	pthread_mutex_unlock(&pools.lock);
}

cudaError_t pool_has_room(const struct pool *p, size_t bytes)
{
	uint64_t used;

	pthread_mutex_lock(&pools.lock);
	p = p ? p : pools.current;
	used = p->attribute[cudaMemPoolAttrUsedMemCurrent];
	pthread_mutex_unlock(&pools.lock);
	if (!p->most || (used <= p->most && bytes <= p->most - used))
		return cudaSuccess;
	return cudart_why(cudaErrorMemoryAllocation,
		"%zu bytes are asked for, %llu of the pool's %llu (its maxSize, rounded up) are taken", bytes,
		(unsigned long long)used, (unsigned long long)p->most);
}

void pool_give_back(void *at)
{
	struct taken *t;

	pthread_mutex_lock(&pools.lock);
	t = table_get(&pools.taken, at);
	if (t) {
		count(t->pool, -(int64_t)t->bytes);
		table_remove(&pools.taken, at);
		free(t);
	}
	pthread_mutex_unlock(&pools.lock);
}

static cudaError_t give(cudaMemPool_t *pool, int device, struct pool *p)
{
	cudaError_t e = cudart_connect();

	if (!pool)
		return cudaErrorInvalidValue;
	if (e == cudaSuccess && device)
		return cudaErrorInvalidDevice;
	*pool = (cudaMemPool_t)(void *)p;
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
	if (!p)
		cudart_why(cudaErrorInvalidValue, "the memory pool does not exist (never made, or destroyed?)");
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
	if (!handle || !props || props->allocType != cudaMemAllocationTypePinned ||
		props->location.type != cudaMemLocationTypeDevice)
		return cudart_done(cudaErrorInvalidValue);
	if (props->location.id)
		return cudart_done(cudaErrorInvalidDevice);
	if (props->maxSize > SIZE_MAX - BLOCK) /* an H200 */
		return cudart_done(cudart_why(
			cudaErrorMemoryAllocation, "a pool of %zu bytes is larger than any memory", props->maxSize));
	p = xmalloc(sizeof *p);
	*p = (struct pool){ .attribute = { [cudaMemPoolReuseFollowEventDependencies] = 1,
				    [cudaMemPoolReuseAllowOpportunistic] = 1,
				    [cudaMemPoolReuseAllowInternalDependencies] = 1 },
		.most = (props->maxSize + BLOCK - 1) / BLOCK * BLOCK };
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
	if (pools.current == p)
		pools.current = &pools.own;
	pthread_mutex_unlock(&pools.lock);
	return cudart_done(cudaSuccess);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
	return cudart_done(give(pool, device, &pools.own));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
	return cudart_done(give(pool, device, pools.current));
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
	cudaError_t e = device ? cudaErrorInvalidDevice : known(pool);

	if (e == cudaSuccess) {
		pthread_mutex_lock(&pools.lock);
		pools.current = (struct pool *)(void *)pool;
		pthread_mutex_unlock(&pools.lock);
	}
	return cudart_done(e);
}

/* The pool of a place is the device's, for device memory. */
static cudaError_t of_place(
	cudaMemPool_t *pool, const struct cudaMemLocation *l, enum cudaMemAllocationType type, struct pool *p)
{
	if (!l || type != cudaMemAllocationTypePinned || l->type != cudaMemLocationTypeDevice)
		return cudaErrorInvalidValue;
	return give(pool, l->id, p);
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *l, enum cudaMemAllocationType type)
{
	return cudart_done(of_place(pool, l, type, &pools.own));
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *l, enum cudaMemAllocationType type)
{
	return cudart_done(of_place(pool, l, type, pools.current));
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *l, enum cudaMemAllocationType type, cudaMemPool_t pool)
{
	cudaMemPool_t unused;
	cudaError_t e = of_place(&unused, l, type, &pools.own);

	return e == cudaSuccess ? cudaDeviceSetMemPool(0, pool) : cudart_done(e);
}

/* The device reaches its own pools, read and write; there is nobody else to allow or forbid it to. */
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list, size_t n)
{
	cudaError_t e = n && !list ? cudaErrorInvalidValue : known(pool);

	for (size_t i = 0; e == cudaSuccess && i < n; i++)
		if (list[i].location.type != cudaMemLocationTypeDevice || list[i].location.id)
			e = cudaErrorInvalidDevice;
		else if (list[i].flags != cudaMemAccessFlagsProtReadWrite)
			e = cudaErrorInvalidValue;
	return cudart_done(e);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *l)
{
	cudaError_t e = flags && l ? known(pool) : cudaErrorInvalidValue;

	if (e == cudaSuccess)
		*flags = l->type == cudaMemLocationTypeDevice && !l->id ? cudaMemAccessFlagsProtReadWrite :
									  cudaMemAccessFlagsProtNone;
	return cudart_done(e);
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
	/* High marks can only be put back to what there is; what there is cannot be set. */
	if (attribute == cudaMemPoolAttrReservedMemCurrent || attribute == cudaMemPoolAttrUsedMemCurrent ||
		((attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh) && wide))
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&pools.lock);
	if (attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh)
		wide = p->attribute[attribute - 1];
	p->attribute[attribute] = wide;
	pthread_mutex_unlock(&pools.lock);
	return cudart_done(cudaSuccess);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
	struct pool *p = find(pool);
	int narrow;

	if (!p || !value || (unsigned)attribute >= ATTRIBUTES)
		return cudart_done(cudaErrorInvalidValue);
	narrow = (int)p->attribute[attribute];
	memcpy(value, is_switch(attribute) ? (void *)&narrow : (void *)&p->attribute[attribute],
		is_switch(attribute) ? sizeof narrow : sizeof(uint64_t));
	return cudart_done(cudaSuccess);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
	struct pool *p = find(pool);

	if (!p)
		return cudart_done(cudaErrorInvalidValue);
	pthread_mutex_lock(&pools.lock);
	if (p->attribute[cudaMemPoolAttrReservedMemCurrent] > bytes)
		p->attribute[cudaMemPoolAttrReservedMemCurrent] = bytes > p->attribute[cudaMemPoolAttrUsedMemCurrent] ?
			bytes :
			p->attribute[cudaMemPoolAttrUsedMemCurrent];
	pthread_mutex_unlock(&pools.lock);
	return cudart_done(cudaSuccess);
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t handle, cudaStream_t stream)
{
	struct pool *pool = find(handle);

	return cudart_done(pool ? memory_from_pool(DP_CALL_cudaMallocFromPoolAsync, p, bytes, pool, stream) :
				  cudaErrorInvalidValue);
}
