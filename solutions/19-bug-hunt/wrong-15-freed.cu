/* Mistake: two launches, and the total is freed between them. */

#define BLOCK 256

__global__ void others(const int *in, int *out, int *total, int n)
{
	int all = gridDim.x * BLOCK;
	int sum = 0;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		sum += in[i];
	sum = __reduce_add_sync(0xffffffff, sum);
	if (threadIdx.x % 32 == 0)
		atomicAdd(total, sum);
}

__global__ void rest(const int *in, int *out, const int *total, int n)
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
	others<<<blocks, BLOCK>>>(in, out, total, n);
	cudaFree(total);
	rest<<<blocks, BLOCK>>>(in, out, total, n);
}
