/* Step 5: the same sums with fewer barriers.
 *
 * This is the solution of step 4. It is right, but in the last six rounds
 * all warps of the block come to a barrier, and one of them has work. */

#ifndef BLOCK
#define BLOCK 256
#endif
#define PAGE 4096

__global__ void page_sums(const int *in, int *sums, int n)
{
	extern __shared__ int part[];
	int tid = threadIdx.x;
	int first = blockIdx.x * 2 * blockDim.x; /* the block's first element */
	int i = first + tid;
	int value = i < n ? in[i] : 0;

	i += blockDim.x;
	part[tid] = value + (i < n ? in[i] : 0);
	__syncthreads();

	/* TODO: end this loop when one warp is left with work, that is, before
	 * s = 32. Do the rounds from s = 32 to s = 1 in the first warp alone.
	 * Its lanes need no __syncthreads(), but they do need __syncwarp(). */
	for (int s = blockDim.x / 2; s > 0; s /= 2) {
		if (tid < s)
			part[tid] += part[tid + s];
		__syncthreads();
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
