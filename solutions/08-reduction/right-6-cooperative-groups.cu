/* Another right way: cooperative groups know what a warp is and how to sum
 * over it. */

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

#ifndef BLOCK
#define BLOCK 256
#endif
#define PAGE 4096

/* The sum of `value` over the lanes of a warp, in lane 0. */
__device__ int warp_sum(int value)
{
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());

	return cg::reduce(warp, value, cg::plus<int>());
}

__global__ void page_sums(const int *in, int *sums, int n)
{
	__shared__ int part[32]; /* a sum for each warp */
	int tid = threadIdx.x;
	int first = blockIdx.x * 2 * blockDim.x; /* the block's first element */
	int i = first + tid;
	int value = i < n ? in[i] : 0;

	i += blockDim.x;
	value += i < n ? in[i] : 0;

	value = warp_sum(value);
	if (tid % 32 == 0)
		part[tid / 32] = value;
	__syncthreads();
	if (tid < 32) {
		value = warp_sum(tid < blockDim.x / 32 ? part[tid] : 0);
		if (tid == 0)
			atomicAdd(&sums[first / PAGE], value);
	}
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int per_block = 2 * BLOCK;
	int blocks = (n + per_block - 1) / per_block;

	if (blocks > 0)
		page_sums<<<blocks, BLOCK>>>(in, sums, n);
}
