/* Mistake: bins that nobody sets to 0 are no longer used: all threads count in
 * global memory. */

#define BLOCK 256

__global__ void count(const unsigned char *in, int *counts, int n)
{
	int all = gridDim.x * BLOCK;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		atomicAdd(&counts[in[i]], 1);
}

extern "C" void solve(const unsigned char *in, int *counts, int n)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 132);

	cudaMemset(counts, 0, 256 * sizeof(int));
	if (blocks > 0)
		count<<<blocks, BLOCK>>>(in, counts, n);
}
