/* occupancy: the calls that ask how many blocks fit (device/resident.h), with what the program wished of L1 and shared
 * memory. */
#include "cudart/api/api.h"
#include "device/resident.h"

/* How the multiprocessor's memory is to be divided between L1 and shared memory: the kernel's wish, else the device's.
 */
static void state_of(cudaOccDeviceState *s, const struct function *f)
{
	static const cudaOccCacheConfig words[] = { [cudaFuncCachePreferNone] = CACHE_PREFER_NONE,
		[cudaFuncCachePreferShared] = CACHE_PREFER_SHARED,
		[cudaFuncCachePreferL1] = CACHE_PREFER_L1,
		[cudaFuncCachePreferEqual] = CACHE_PREFER_EQUAL };

	s->cacheConfig = words[f->cache != cudaFuncCachePreferNone ? f->cache : cudart_cache_config()];
	s->carveoutConfig = f->carveout_set ? f->carveout : SHAREDMEM_CARVEOUT_DEFAULT;
}

static void kernel_of(struct resident_kernel *k, const struct function *f)
{
	k->regs = f->info.regs;
	k->static_shared = f->info.static_shared;
	k->max_threads = f->info.max_threads;
	k->max_dynamic_shared = f->info.max_dynamic_shared;
	state_of(&k->state, f);
}

static cudaError_t blocks(int *n, const void *host, int threads, size_t dynamic)
{
	struct resident_kernel k;
	struct function *f;
	cudaError_t e;
	int64_t fit;

	if (!n)
		return cudaErrorInvalidValue;
	e = function_get(host, DP_CALL_cudaOccupancyMaxActiveBlocksPerMultiprocessor, &f);
	if (e != cudaSuccess)
		return e;
	kernel_of(&k, f);
	fit = resident_blocks(cudart_device()->field, &k, threads, (int64_t)dynamic);
	if (fit < 0)
		return cudaErrorInvalidValue;
	*n = (int)fit;
	return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *host, int threads, size_t dynamic)
{
	return cudart_done(blocks(n, host, threads, dynamic));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *n, const void *host, int threads, size_t dynamic, unsigned flags)
{
	if (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
		return cudart_done(cudart_why(cudaErrorInvalidValue, "0x%x are no flags of this call", flags));
	return cudart_done(blocks(n, host, threads, dynamic));
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int nblocks, int threads)
{
	cudaOccFuncAttributes attributes;
	struct resident_kernel k;
	cudaOccDeviceProp device;
	struct function *f;
	cudaError_t e;

	if (!bytes)
		return cudart_done(cudaErrorInvalidValue);
	e = function_get(host, DP_CALL_cudaOccupancyAvailableDynamicSMemPerBlock, &f);
	if (e != cudaSuccess)
		return cudart_done(e);
	kernel_of(&k, f);
	resident_device(cudart_device()->field, &device);
	resident_function(&k, &attributes);
	switch (cudaOccAvailableDynamicSMemPerBlock(bytes, &device, &attributes, &k.state, nblocks, threads)) {
	case CUDA_OCC_SUCCESS: return cudart_done(cudaSuccess);
	case CUDA_OCC_ERROR_UNKNOWN_DEVICE:
		if (nblocks <= 0)
			return cudart_done(cudaErrorInvalidValue);
		*bytes = resident_dynamic_shared(cudart_device()->field, &k, nblocks);
		return cudart_done(cudaSuccess);
	default: return cudart_done(cudaErrorInvalidValue);
	}
}
