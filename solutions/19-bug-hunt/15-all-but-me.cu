/* Bug 15, mended: out[i] is the sum of all other elements: the total, less
 * in[i].
 *
 * The fault was a barrier of a block where the whole grid has to wait. The
 * kernel is now two. */

#define BLOCK 256

__global__ void sum_up(const int *in, int *total, int n)
{
	int all = gridDim.x * BLOCK;
	int sum = 0;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		sum += in[i];
	sum = __reduce_add_sync(0xffffffff, sum);
	if (threadIdx.x % 32 == 0)
		atomicAdd(total, sum);
}

__global__ void take_off(const int *in, int *out, const int *total, int n)
{
	int all = gridDim.x * BLOCK;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		out[i] = *total - in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 132);
	int *total;

	if (n <= 0)
		return;
	cudaMalloc(&total, sizeof(int));
	cudaMemset(total, 0, sizeof(int));
	sum_up<<<blocks, BLOCK>>>(in, total, n);
	take_off<<<blocks, BLOCK>>>(in, out, total, n);
	cudaFree(total);
}
