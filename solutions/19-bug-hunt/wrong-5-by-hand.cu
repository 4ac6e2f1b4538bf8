/* Mistake: the CPU clears the counts itself. */

#define BLOCK 256

__global__ void count(const unsigned char *in, int *counts, int n)
{
	__shared__ int bins[256];
	int all = gridDim.x * BLOCK;

	bins[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		atomicAdd(&bins[in[i]], 1);
	__syncthreads();
	atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

extern "C" void solve(const unsigned char *in, int *counts, int n)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 132);

	for (int k = 0; k < 256; k++) counts[k] = 0;
	if (blocks > 0)
		count<<<blocks, BLOCK>>>(in, counts, n);
}
