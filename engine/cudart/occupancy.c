/* occupancy: NVIDIA's own calculator (cuda_occupancy.h of the toolkit), fed with the device's profile. */
#include <string.h>

#include <cuda_occupancy.h>

#include "cudart/cudart.h"

static void device_of(cudaOccDeviceProp *p)
{
	const int64_t *f = cudart_device()->field;

	memset(p, 0, sizeof *p);
	p->computeMajor = (int)f[DP_FIELD_CC_MAJOR];
	p->computeMinor = (int)f[DP_FIELD_CC_MINOR];
	p->maxThreadsPerBlock = (int)f[DP_FIELD_THREADS_PER_BLOCK];
	p->maxThreadsPerMultiprocessor = (int)f[DP_FIELD_THREADS_PER_SM];
	p->regsPerBlock = (int)f[DP_FIELD_REGS_PER_BLOCK];
	p->regsPerMultiprocessor = (int)f[DP_FIELD_REGS_PER_SM];
	p->warpSize = (int)f[DP_FIELD_WARP_SIZE];
	p->sharedMemPerBlock = (size_t)f[DP_FIELD_SHARED_PER_BLOCK];
	p->sharedMemPerMultiprocessor = (size_t)f[DP_FIELD_SHARED_PER_SM];
	p->numSms = (int)f[DP_FIELD_SM_COUNT];
	p->sharedMemPerBlockOptin = (size_t)f[DP_FIELD_SHARED_PER_BLOCK_OPTIN];
	p->reservedSharedMemPerBlock = (size_t)f[DP_FIELD_SHARED_RESERVED];
}

static void function_of(cudaOccFuncAttributes *a, const struct function *f)
{
	memset(a, 0, sizeof *a);
	a->maxThreadsPerBlock = (int)f->info.max_threads;
	a->numRegs = (int)f->info.regs;
	a->sharedSizeBytes = f->info.static_shared;
	a->partitionedGCConfig = PARTITIONED_GC_OFF;
	a->shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
	a->maxDynamicSharedSizeBytes = f->info.max_dynamic_shared;
	a->numBlockBarriers = 1;
}

/* How the multiprocessor's memory is to be divided between L1 and shared memory: the kernel's wish, else the device's. */
static void state_of(cudaOccDeviceState *s, const struct function *f)
{
	static const cudaOccCacheConfig words[] = {
		[cudaFuncCachePreferNone] = CACHE_PREFER_NONE, [cudaFuncCachePreferShared] = CACHE_PREFER_SHARED,
		[cudaFuncCachePreferL1] = CACHE_PREFER_L1, [cudaFuncCachePreferEqual] = CACHE_PREFER_EQUAL,
	};

	s->cacheConfig = words[f->cache != cudaFuncCachePreferNone ? f->cache : cudart_cache_config()];
	s->carveoutConfig = f->carveout_set ? f->carveout : SHAREDMEM_CARVEOUT_DEFAULT;
}

static cudaError_t blocks(int *n, const void *host, int threads, size_t dynamic)
{
	cudaOccDeviceState state;
	cudaOccFuncAttributes attributes;
	cudaOccDeviceProp device;
	cudaOccResult result;
	struct function *f;
	cudaError_t e;

	if (!n || threads <= 0)
		return cudaErrorInvalidValue;
	e = function_get(host, DP_CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessor, &f);
	if (e != cudaSuccess)
		return e;
	device_of(&device);
	function_of(&attributes, f);
	state_of(&state, f);
	if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &attributes, &state, threads, dynamic) != CUDA_OCC_SUCCESS)
		return cudaErrorInvalidValue;
	*n = result.activeBlocksPerMultiprocessor;
	return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *host, int threads, size_t dynamic)
{
	return cudart_done(blocks(n, host, threads, dynamic));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *host, int threads, size_t dynamic, unsigned flags)
{
	(void)flags;
	return cudart_done(blocks(n, host, threads, dynamic));
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int nblocks, int threads)
{
	cudaOccDeviceState state;
	cudaOccFuncAttributes attributes;
	cudaOccDeviceProp device;
	struct function *f;
	cudaError_t e;

	if (!bytes)
		return cudart_done(cudaErrorInvalidValue);
	e = function_get(host, DP_CALL_cudaOccupancyAvailableDynamicSMemPerBlock, &f);
	if (e != cudaSuccess)
		return cudart_done(e);
	device_of(&device);
	function_of(&attributes, f);
	state_of(&state, f);
	if (cudaOccAvailableDynamicSMemPerBlock(bytes, &device, &attributes, &state, nblocks, threads) != CUDA_OCC_SUCCESS)
		return cudart_done(cudaErrorInvalidValue);
	return cudart_done(cudaSuccess);
}
