/* Mistake: the sums of the pages in one launch, the running sums in another,
 * and atomics that nobody needs. Nothing is released or acquired. */

#define PAGE 1024
#define BLOCK 256

__global__ void pages(const int *in, int *sums, int *counter, int n)
{
	__shared__ int warps[BLOCK / 32];
	int sum = 0;

	for (int k = threadIdx.x; k < PAGE; k += BLOCK)
		if (blockIdx.x * PAGE + k < n)
			sum += in[blockIdx.x * PAGE + k];
	sum = __reduce_add_sync(0xffffffff, sum);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0) {
		int total = 0;

		for (int k = 0; k < BLOCK / 32; k++)
			total += warps[k];
		sums[blockIdx.x] = total;
		atomicAdd(counter, 1);
	}
}

__global__ void running(const int *sums, int *upto, int pages)
{
	int lane = threadIdx.x, before = 0;

	for (int first = 0; first < pages; first += 32) {
		int sum = first + lane < pages ? sums[first + lane] : 0;

		for (int d = 1; d < 32; d *= 2) {
			int left = __shfl_up_sync(0xffffffff, sum, d);

			if (lane >= d)
				sum += left;
		}
		if (first + lane < pages)
			upto[first + lane] = before + sum;
		before += __shfl_sync(0xffffffff, sum, 31);
	}
}

extern "C" void solve(const int *in, int *upto, int n)
{
	int count = (n + PAGE - 1) / PAGE;
	int *sums;

	if (count <= 0)
		return;
	cudaMalloc(&sums, (count + 1) * sizeof(int));
	cudaMemset(sums + count, 0, sizeof(int));
	pages<<<count, BLOCK>>>(in, sums, sums + count, n);
	running<<<1, 32>>>(sums, upto, count);
	cudaFree(sums);
}
