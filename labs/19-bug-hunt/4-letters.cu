/* Bug 4: how often does each byte occur? counts[0] to counts[255].
 *
 * TODO: one fault is in this file. Say which line it is in and of what kind
 * it is before you run the file. Then mend it. */

#define BLOCK 256

__global__ void count(const char *in, int *counts, int n)
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
