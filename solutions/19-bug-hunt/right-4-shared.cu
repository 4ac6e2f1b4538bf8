/* Another right way: the mend, and the counts of a block in shared memory. */

#define BLOCK 256

__global__ void count(const char *in, int *counts, int n)
{
	__shared__ int mine[256];
	int all = gridDim.x * blockDim.x;

	mine[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		atomicAdd(&mine[(unsigned char)in[i]], 1);
	__syncthreads();
	if (mine[threadIdx.x] > 0)
		atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

extern "C" void solve(const char *in, int *counts, int n)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 132);

	cudaMemset(counts, 0, 256 * sizeof(int));
	if (blocks > 0)
		count<<<blocks, BLOCK>>>(in, counts, n);
}
