/* occupancy: how many blocks of a kernel one multiprocessor holds, and what that leaves of its L1 (time_kernel.h). NVIDIA's own calculator, fed
 * with the profile's limits. */
#include <string.h>

#include <cuda_occupancy.h>

#include "device/time_kernel.h"

/* The limits alone, for architectures that the toolkit has forgotten. Registers are given out to warps in units of 256. */
static uint32_t by_limits(const int64_t *f, const struct time_shape *s)
{
	int64_t warps = ((int64_t)s->threads + 31) / 32, fit = f[DP_FIELD_BLOCKS_PER_SM];
	int64_t regs = ((int64_t)s->regs * 32 + 255) / 256 * 256 * warps;
	int64_t shared = (int64_t)s->static_shared + s->dynamic_shared;

	if (!warps)
		return 0;
	if (f[DP_FIELD_THREADS_PER_SM] / (warps * 32) < fit)
		fit = f[DP_FIELD_THREADS_PER_SM] / (warps * 32);
	if (regs && f[DP_FIELD_REGS_PER_SM] / regs < fit)
		fit = f[DP_FIELD_REGS_PER_SM] / regs;
	if (shared && f[DP_FIELD_SHARED_PER_SM] / (shared + f[DP_FIELD_SHARED_RESERVED]) < fit)
		fit = f[DP_FIELD_SHARED_PER_SM] / (shared + f[DP_FIELD_SHARED_RESERVED]);
	return (uint32_t)fit;
}

uint32_t time_resident(const struct profile *p, const struct time_shape *s)
{
	const int64_t *f = p->field;
	cudaOccDeviceState state = { CACHE_PREFER_NONE, SHAREDMEM_CARVEOUT_DEFAULT };
	cudaOccFuncAttributes a;
	cudaOccDeviceProp d;
	cudaOccResult r;

	memset(&d, 0, sizeof d);
	d.computeMajor = (int)f[DP_FIELD_CC_MAJOR];
	d.computeMinor = (int)f[DP_FIELD_CC_MINOR];
	d.maxThreadsPerBlock = (int)f[DP_FIELD_THREADS_PER_BLOCK];
	d.maxThreadsPerMultiprocessor = (int)f[DP_FIELD_THREADS_PER_SM];
	d.regsPerBlock = (int)f[DP_FIELD_REGS_PER_BLOCK];
	d.regsPerMultiprocessor = (int)f[DP_FIELD_REGS_PER_SM];
	d.warpSize = (int)f[DP_FIELD_WARP_SIZE];
	d.sharedMemPerBlock = (size_t)f[DP_FIELD_SHARED_PER_BLOCK];
	d.sharedMemPerMultiprocessor = (size_t)f[DP_FIELD_SHARED_PER_SM];
	d.numSms = (int)f[DP_FIELD_SM_COUNT];
	d.sharedMemPerBlockOptin = (size_t)f[DP_FIELD_SHARED_PER_BLOCK_OPTIN];
	d.reservedSharedMemPerBlock = (size_t)f[DP_FIELD_SHARED_RESERVED];
	memset(&a, 0, sizeof a);
	a.maxThreadsPerBlock = (int)f[DP_FIELD_THREADS_PER_BLOCK];
	a.numRegs = (int)s->regs;
	a.sharedSizeBytes = s->static_shared;
	a.partitionedGCConfig = PARTITIONED_GC_OFF;
	a.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
	a.maxDynamicSharedSizeBytes = s->dynamic_shared;
	a.numBlockBarriers = 1;
	if (cudaOccMaxActiveBlocksPerMultiprocessor(&r, &d, &a, &state, (int)s->threads, s->dynamic_shared) != CUDA_OCC_SUCCESS)
		return by_limits(f, s);
	/* It knows the architecture's number of blocks; a profile may have less. */
	if (r.activeBlocksPerMultiprocessor > f[DP_FIELD_BLOCKS_PER_SM])
		return (uint32_t)f[DP_FIELD_BLOCKS_PER_SM];
	return r.activeBlocksPerMultiprocessor > 0 ? (uint32_t)r.activeBlocksPerMultiprocessor : 0;
}

void time_geometry(const struct profile *p, const struct time_shape *s, struct em_timing *out)
{
	const int64_t *f = p->field;
	int64_t shared = (int64_t)s->static_shared + s->dynamic_shared, l1;

	memset(out, 0, sizeof *out);
	out->multiprocessors = (uint32_t)f[DP_FIELD_SM_COUNT];
	out->resident_blocks = time_resident(p, s);
	if (!out->resident_blocks)
		out->resident_blocks = 1;
	/* L1 and shared memory are one memory; each resident block takes its part first. */
	l1 = f[DP_FIELD_L1_BYTES] - (shared + f[DP_FIELD_SHARED_RESERVED]) * out->resident_blocks;
	out->l1_bytes = (uint64_t)(l1 > f[DP_FIELD_L1_BYTES] / 16 ? l1 : f[DP_FIELD_L1_BYTES] / 16);
	out->l2_bytes = (uint64_t)f[DP_FIELD_L2_BYTES];
	time_clocks(p, out);
	out->fill_sectors = (uint32_t)(f[DP_FIELD_DRAM_FILL_BYTES] / 32);
}
