/* resident: how many blocks of a kernel one multiprocessor of a profile holds. NVIDIA's own calculator
 * (cuda_occupancy.h) fed with the profile's fields; for architectures that the toolkit has forgotten, the profile's
 * limits alone. A header, because both sides of the socket ask: the program's runtime (cudart) answers the occupancy
 * calls, the device process models with it. */
#ifndef DEVICE_RESIDENT_H
#define DEVICE_RESIDENT_H

#include <stdint.h>
#include <string.h>

#include <cuda_occupancy.h>

#include "device/protocol.h"

struct resident_kernel {
	int64_t regs, static_shared;
	int64_t max_threads, max_dynamic_shared; /* that it may be launched with */
	cudaOccDeviceState state;                /* how L1 and shared memory should be divided */
};
#define RESIDENT_STATE \
	{ \
		CACHE_PREFER_NONE, SHAREDMEM_CARVEOUT_DEFAULT \
	}

/* f: the profile's fields by DP_FIELD_*. */
static inline void resident_device(const int64_t *f, cudaOccDeviceProp *d)
{
	memset(d, 0, sizeof *d);
	d->computeMajor = (int)f[DP_FIELD_CC_MAJOR];
	d->computeMinor = (int)f[DP_FIELD_CC_MINOR];
	d->maxThreadsPerBlock = (int)f[DP_FIELD_THREADS_PER_BLOCK];
	d->maxThreadsPerMultiprocessor = (int)f[DP_FIELD_THREADS_PER_SM];
	d->regsPerBlock = (int)f[DP_FIELD_REGS_PER_BLOCK];
	d->regsPerMultiprocessor = (int)f[DP_FIELD_REGS_PER_SM];
	d->warpSize = (int)f[DP_FIELD_WARP_SIZE];
	d->sharedMemPerBlock = (size_t)f[DP_FIELD_SHARED_PER_BLOCK];
	d->sharedMemPerMultiprocessor = (size_t)f[DP_FIELD_SHARED_PER_SM];
	d->numSms = (int)f[DP_FIELD_SM_COUNT];
	d->sharedMemPerBlockOptin = (size_t)f[DP_FIELD_SHARED_PER_BLOCK_OPTIN];
	d->reservedSharedMemPerBlock = (size_t)f[DP_FIELD_SHARED_RESERVED];
}

static inline void resident_function(const struct resident_kernel *k, cudaOccFuncAttributes *a)
{
	memset(a, 0, sizeof *a);
	a->maxThreadsPerBlock = (int)k->max_threads;
	a->numRegs = (int)k->regs;
	a->sharedSizeBytes = (size_t)k->static_shared;
	a->partitionedGCConfig = PARTITIONED_GC_OFF;
	a->shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
	a->maxDynamicSharedSizeBytes = (size_t)k->max_dynamic_shared;
	a->numBlockBarriers = 1;
}

/* Registers that a block takes. A warp gets them in units of 256, from its own part of the multiprocessor; the parts
 * (four, mostly) count as if each had as many warps as the fullest. An H200 refuses a block of 800 threads with 80
 * registers each: that is 25 warps, which take as much as 28. */
static inline int64_t resident_registers(const int64_t *f, int64_t regs, int64_t threads)
{
	int64_t warp = (regs * 32 + 255) / 256 * 256, warps = (threads + 31) / 32;
	cudaOccDeviceProp d;
	int parts = 1;

	resident_device(f, &d);
	if (cudaOccSubPartitionsPerMultiprocessor(&parts, &d) != CUDA_OCC_SUCCESS)
		parts = 1;
	return (warps + parts - 1) / parts * parts * warp;
}

/* The most threads of a block for which there are registers, `most` or fewer. */
static inline int64_t resident_threads(const int64_t *f, int64_t regs, int64_t most)
{
	while (most > 0 && resident_registers(f, regs, most) > f[DP_FIELD_REGS_PER_BLOCK])
		most = (most - 1) / 32 * 32;
	return most;
}

/* The limits alone. */
static inline int64_t resident_by_limits(
	const int64_t *f, const struct resident_kernel *k, int64_t threads, int64_t dynamic_shared)
{
	int64_t warps = (threads + 31) / 32, fit = f[DP_FIELD_BLOCKS_PER_SM];
	int64_t regs = resident_registers(f, k->regs, threads), shared = k->static_shared + dynamic_shared;

	if (f[DP_FIELD_THREADS_PER_SM] / (warps * 32) < fit)
		fit = f[DP_FIELD_THREADS_PER_SM] / (warps * 32);
	if (regs && f[DP_FIELD_REGS_PER_SM] / regs < fit)
		fit = f[DP_FIELD_REGS_PER_SM] / regs;
	if (shared && f[DP_FIELD_SHARED_PER_SM] / (shared + f[DP_FIELD_SHARED_RESERVED]) < fit)
		fit = f[DP_FIELD_SHARED_PER_SM] / (shared + f[DP_FIELD_SHARED_RESERVED]);
	return fit;
}

/* Likewise: the dynamic shared memory of each of n blocks that are to fit. */
static inline size_t resident_dynamic_shared(const int64_t *f, const struct resident_kernel *k, int64_t n)
{
	int64_t room = f[DP_FIELD_SHARED_PER_SM] / n - f[DP_FIELD_SHARED_RESERVED];

	if (room > f[DP_FIELD_SHARED_PER_BLOCK])
		room = f[DP_FIELD_SHARED_PER_BLOCK];
	return room > k->static_shared ? (size_t)(room - k->static_shared) : 0;
}

/* Blocks of so many threads and bytes of dynamic shared memory that fit; 0: not even one; -1: the question makes no
 * sense. */
static inline int64_t resident_blocks(
	const int64_t *f, const struct resident_kernel *k, int64_t threads, int64_t dynamic_shared)
{
	cudaOccFuncAttributes a;
	cudaOccDeviceProp d;
	cudaOccResult r = { 0 }; /* a sanitizer's build can't see that it is filled */

	if (threads <= 0)
		return -1;
	resident_device(f, &d);
	resident_function(k, &a);
	switch (cudaOccMaxActiveBlocksPerMultiprocessor(&r, &d, &a, &k->state, (int)threads, (size_t)dynamic_shared)) {
	case CUDA_OCC_SUCCESS: break;
	case CUDA_OCC_ERROR_UNKNOWN_DEVICE: return resident_by_limits(f, k, threads, dynamic_shared);
	default: return -1;
	}
	/* It knows the architecture's number of blocks; a profile may have less. */
	if (r.activeBlocksPerMultiprocessor > f[DP_FIELD_BLOCKS_PER_SM])
		return f[DP_FIELD_BLOCKS_PER_SM];
	return r.activeBlocksPerMultiprocessor > 0 ? r.activeBlocksPerMultiprocessor : 0;
}

#endif
