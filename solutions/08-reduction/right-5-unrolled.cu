/* Another right way: the six rounds written out. */

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
		part[tid] += part[tid + 32];
		__syncwarp();
		if (tid < 16)
			part[tid] += part[tid + 16];
		__syncwarp();
		if (tid < 8)
			part[tid] += part[tid + 8];
		__syncwarp();
		if (tid < 4)
			part[tid] += part[tid + 4];
		__syncwarp();
		if (tid < 2)
			part[tid] += part[tid + 2];
		__syncwarp();
		if (tid < 1)
			part[tid] += part[tid + 1];
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
