/* Calls that change how fast things would be, and what can be asked back: attributes of streams, advice on managed memory, memory pools that
 * count, batches of copies. */
#include "check.h"

__global__ void put(int *p, int v) { p[threadIdx.x] = v; }

static void streams()
{
	cudaStream_t a, b;
	cudaStreamAttrValue v = {}, w = {};
	Device<int> d(256);

	CUDA(cudaStreamCreate(&a));
	CUDA(cudaStreamCreate(&b));
	CUDA(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
	v.accessPolicyWindow.base_ptr = d;
	v.accessPolicyWindow.num_bytes = 1024;
	v.accessPolicyWindow.hitRatio = 0.6f;
	v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	CUDA(cudaStreamSetAttribute(a, cudaStreamAttributeAccessPolicyWindow, &v));
	put<<<1, 256, 0, a>>>(d, 5);
	CUDA(cudaStreamCopyAttributes(b, a));
	CUDA(cudaStreamGetAttribute(b, cudaStreamAttributeAccessPolicyWindow, &w));
	HOLDS(w.accessPolicyWindow.base_ptr == d.p && w.accessPolicyWindow.num_bytes == 1024);
	CUDA(cudaCtxResetPersistingL2Cache());
	CUDA(cudaStreamSynchronize(a));
	HOLDS(d.get()[255] == 5);
	CUDA(cudaStreamDestroy(a));
	CUDA(cudaStreamDestroy(b));
}

static void managed()
{
	cudaMemLocation device = { cudaMemLocationTypeDevice, 0 }, host = { cudaMemLocationTypeHost, 0 };
	int *p, value;
	void *data[2];
	size_t sizes[2] = { 4, 4 };
	int got[2];
	cudaMemRangeAttribute which[2] = { cudaMemRangeAttributeReadMostly, cudaMemRangeAttributeLastPrefetchLocation };

	CUDA(cudaMallocManaged(&p, 8192));
	CUDA(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, p, 8192));
	HOLDS(value == cudaInvalidDeviceId);
	CUDA(cudaMemAdvise(p, 8192, cudaMemAdviseSetPreferredLocation, device));
	CUDA(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, p, 8192));
	HOLDS(value == 0);
	CUDA(cudaMemAdvise(p, 8192, cudaMemAdviseSetReadMostly, device));
	CUDA(cudaMemAdvise(p, 8192, cudaMemAdviseSetAccessedBy, host));
	CUDA(cudaMemPrefetchAsync(p, 8192, host, 0, 0));
	CUDA(cudaStreamSynchronize(0));
	data[0] = &got[0];
	data[1] = &got[1];
	CUDA(cudaMemRangeGetAttributes(data, sizes, which, 2, p, 8192));
	HOLDS(got[0] == 1 && got[1] == cudaCpuDeviceId);
	GIVES(cudaMemAdvise((void *)64, 4, cudaMemAdviseSetReadMostly, device), cudaErrorInvalidValue);
	cudaGetLastError();
	CUDA(cudaFree(p));
}

static void pools()
{
	cudaMemPool_t pool, mine, now;
	cudaMemPoolProps props = {};
	cudaMemAccessDesc access = {};
	cudaMemAccessFlags flags;
	cudaMemLocation l = { cudaMemLocationTypeDevice, 0 };
	uint64_t used, high, keep = UINT64_MAX, zero = 0;
	cudaStream_t s;
	int *p, *q;

	CUDA(cudaStreamCreate(&s));
	CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
	CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
	CUDA(cudaMallocAsync(&p, 1 << 20, s));
	put<<<1, 64, 0, s>>>(p, 1);
	CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
	HOLDS(used == 1 << 20);
	CUDA(cudaFreeAsync(p, s));
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
	CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high));
	HOLDS(used == 0 && high == 1 << 20);
	CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &used));
	HOLDS(used >= 1 << 20);
	CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
	CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high));
	HOLDS(high == 0);
	GIVES(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &keep), cudaErrorInvalidValue);
	CUDA(cudaMemPoolTrimTo(pool, 0));
	CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &used));
	HOLDS(used == 0);

	props.allocType = cudaMemAllocationTypePinned;
	props.location = l;
	CUDA(cudaMemPoolCreate(&mine, &props));
	CUDA(cudaMallocFromPoolAsync(&p, 4096, mine, s));
	CUDA(cudaDeviceSetMemPool(0, mine));
	CUDA(cudaDeviceGetMemPool(&now, 0));
	HOLDS(now == mine);
	CUDA(cudaMallocAsync(&q, 4096, s));
	CUDA(cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &used));
	HOLDS(used == 8192);
	access.location = l;
	access.flags = cudaMemAccessFlagsProtReadWrite;
	CUDA(cudaMemPoolSetAccess(mine, &access, 1));
	CUDA(cudaMemPoolGetAccess(&flags, mine, &l));
	HOLDS(flags == cudaMemAccessFlagsProtReadWrite);
	CUDA(cudaDeviceSetMemPool(0, pool));
	CUDA(cudaFreeAsync(q, s));
	CUDA(cudaFreeAsync(p, s));
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaMemPoolDestroy(mine));
	cudaGetLastError();
	CUDA(cudaStreamDestroy(s));
}

static void batches()
{
	cudaMemcpyAttributes a = {};
	int host[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } }, back[4] = {};
	Device<int> x(4), y(4);
	cudaStream_t s;
	size_t first = 0;

	CUDA(cudaStreamCreate(&s));
	a.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	void *dsts[3] = { x.p, y.p, back };
	const void *srcs[3] = { host[0], host[1], x.p };
	size_t sizes[3] = { 16, 16, 16 };
	CUDA(cudaMemcpyBatchAsync(dsts, srcs, sizes, 2, &a, &first, 1, s));
	CUDA(cudaMemcpyBatchAsync(dsts + 2, srcs + 2, sizes + 2, 1, &a, &first, 1, s));
	CUDA(cudaStreamSynchronize(s));
	HOLDS(back[3] == 4 && y.get()[0] == 5);
	CUDA(cudaStreamDestroy(s));
}

int main()
{
	streams();
	managed();
	pools();
	batches();
	return finish();
}
