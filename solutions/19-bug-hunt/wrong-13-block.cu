/* Mistake: barriers of the block, again in all rounds. */

#define BLOCK 256
#define PAGE 4096

__global__ void page_sums(const int *in, int *sums, int n)
{
	__shared__ int part[BLOCK];
	int tid = threadIdx.x;
	int first = blockIdx.x * 2 * BLOCK;
	int i = first + tid;

	part[tid] = (i < n ? in[i] : 0) + (i + BLOCK < n ? in[i + BLOCK] : 0);
	__syncthreads();
	for (int s = BLOCK / 2; s > 0; s /= 2) {
		if (tid < s)
			part[tid] += part[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		atomicAdd(&sums[first / PAGE], part[0]);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);

	if (blocks > 0)
		page_sums<<<blocks, BLOCK>>>(in, sums, n);
}
