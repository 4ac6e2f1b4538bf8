/* Mistake: the host is to clear an array that only the kernel knows. */

#define BLOCK 256

__global__ void count(const unsigned char *in, int *counts, int n)
{
	__shared__ int bins[256];
	int all = gridDim.x * BLOCK;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		atomicAdd(&bins[in[i]], 1);
	__syncthreads();
	atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

extern "C" void solve(const unsigned char *in, int *counts, int n)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 132);

	cudaMemset(bins, 0, 256 * sizeof(int));
	cudaMemset(counts, 0, 256 * sizeof(int));
	if (blocks > 0)
		count<<<blocks, BLOCK>>>(in, counts, n);
}
