/* Another right way: four elements a thread: even fewer blocks. */

#ifndef BLOCK
#define BLOCK 256
#endif
#define PAGE 4096

__global__ void page_sums(const int *in, int *sums, int n)
{
	extern __shared__ int part[];
	int tid = threadIdx.x;
	int first = blockIdx.x * 4 * blockDim.x; /* the block's first element */
	int value = 0;

	for (int k = 0; k < 4; k++) {
		int i = first + k * blockDim.x + tid;

		if (i < n)
			value += in[i];
	}
	part[tid] = value;
	__syncthreads();

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
	int per_block = 4 * BLOCK;
	int blocks = (n + per_block - 1) / per_block;

	if (blocks > 0)
		page_sums<<<blocks, BLOCK, BLOCK * sizeof(int)>>>(in, sums, n);
}
