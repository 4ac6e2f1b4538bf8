/* Another right way: the toolkit's sum of a block, called in the student's own
 * kernel. It shuffles within the warps, too. */

#include <cub/block/block_reduce.cuh>

#ifndef BLOCK
#define BLOCK 256
#endif
#define PAGE 4096

__global__ void page_sums(const int *in, int *sums, int n)
{
	typedef cub::BlockReduce<int, BLOCK> block_sum;
	__shared__ typename block_sum::TempStorage part;
	int tid = threadIdx.x;
	int first = blockIdx.x * 2 * blockDim.x; /* the block's first element */
	int i = first + tid;
	int value = i < n ? in[i] : 0;

	i += blockDim.x;
	value += i < n ? in[i] : 0;
	value = block_sum(part).Sum(value);
	if (tid == 0)
		atomicAdd(&sums[first / PAGE], value);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int per_block = 2 * BLOCK;
	int blocks = (n + per_block - 1) / per_block;

	if (blocks > 0)
		page_sums<<<blocks, BLOCK>>>(in, sums, n);
}
