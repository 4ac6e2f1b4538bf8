/* Mistake: the copy has no direction. */

#define BLOCK 256

__global__ void smooth(const int *from, int *to, int n)
{
	__shared__ int tile[BLOCK + 2];
	int tid = threadIdx.x;
	int i = blockIdx.x * BLOCK + tid;

	tile[tid + 1] = i < n ? from[i] : 0;
	if (tid == 0)
		tile[0] = i > 0 ? from[i - 1] : 0;
	if (tid == BLOCK - 1)
		tile[BLOCK + 1] = i + 1 < n ? from[i + 1] : 0;
	__syncthreads();
	if (i < n)
		to[i] = tile[tid] + 2 * tile[tid + 1] + tile[tid + 2];
}

extern "C" void solve(int *a, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (n <= 0)
		return;
	int *b;
	cudaMalloc(&b, n * sizeof(int));
	smooth<<<blocks, BLOCK>>>(a, b, n);
	cudaMemcpy(a, b, n * sizeof(int));
	cudaFree(b);
}
