// 05/5 pass
// All threads add; a second kernel looks whether all was written.
#define PAGE 256

__global__ void running_sums(const int *in, int *out, int n)
{
	__shared__ int sums[PAGE];
	int tid = threadIdx.x, i = blockIdx.x * PAGE + tid;

	sums[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int s = 1; s < PAGE; s *= 2) {
		int before = tid >= s ? sums[tid - s] : 0;

		__syncthreads();
		sums[tid] += before;
		__syncthreads();
	}
	out[i] = sums[tid];
}

/* Looks at one element of each page. */
__global__ void check(const int *out, int pages, int *bad)
{
	int page = blockIdx.x * blockDim.x + threadIdx.x;

	if (page < pages && out[page * PAGE] == 0x7fffffff)
		atomicAdd(bad, 1);
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE, *bad;

	if (blocks <= 0)
		return;
	cudaMalloc(&bad, sizeof(int));
	cudaMemset(bad, 0, sizeof(int));
	running_sums<<<blocks, PAGE>>>(in, out, n);
	check<<<(blocks + PAGE - 1) / PAGE, PAGE>>>(out, blocks, bad);
	cudaFree(bad);
}
