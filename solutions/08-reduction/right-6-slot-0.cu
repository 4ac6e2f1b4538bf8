/* Another right way: the last lines of step 5 stay as they were. The block's sum
 * goes through slot 0 once more, one store for each block. */

#ifndef BLOCK
#define BLOCK 256
#endif
#define PAGE 4096

__device__ int warp_sum(int value)
{
	for (int d = 16; d > 0; d /= 2)
		value += __shfl_down_sync(0xffffffff, value, d);
	return value;
}

__global__ void page_sums(const int *in, int *sums, int n)
{
	extern __shared__ int part[];
	int tid = threadIdx.x;
	int first = blockIdx.x * 2 * blockDim.x; /* the block's first element */
	int i = first + tid;
	int value = i < n ? in[i] : 0;

	i += blockDim.x;
	value = warp_sum(value + (i < n ? in[i] : 0));
	if (tid % 32 == 0)
		part[tid / 32] = value;
	__syncthreads();
	if (tid < 32) {
		value = warp_sum(tid < blockDim.x / 32 ? part[tid] : 0);
		if (tid == 0)
			part[0] = value;
	}
	if (tid == 0)
		atomicAdd(&sums[first / PAGE], part[0]);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int per_block = 2 * BLOCK;
	int blocks = (n + per_block - 1) / per_block;

	if (blocks > 0)
		page_sums<<<blocks, BLOCK, BLOCK * sizeof(int)>>>(in, sums, n);
}
