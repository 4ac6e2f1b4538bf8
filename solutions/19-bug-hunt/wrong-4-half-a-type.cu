/* Mistake: the kernel takes unsigned bytes, and solve() hands over plain
 * ones. */

#define BLOCK 256

__global__ void count(const unsigned char *in, int *counts, int n)
{
	int all = gridDim.x * blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		atomicAdd(&counts[in[i]], 1);
}

extern "C" void solve(const char *in, int *counts, int n)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 8 * 132);

	cudaMemset(counts, 0, 256 * sizeof(int));
	if (blocks > 0)
		count<<<blocks, BLOCK>>>(in, counts, n);
}
