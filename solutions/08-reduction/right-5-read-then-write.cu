/* Another right way: all 32 lanes add, as in the notes, but a __syncwarp()
 * stands between reading and writing, and between writing and reading. */

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

	for (int s = blockDim.x / 2; s > 32; s /= 2) {
		if (tid < s)
			part[tid] += part[tid + s];
		__syncthreads();
	}
	if (tid < 32) {
		int value = part[tid];

		for (int s = 32; s > 0; s /= 2) {
			value += part[tid + s];
			__syncwarp();
			part[tid] = value;
			__syncwarp();
		}
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
