/* Mistake: one thread too many adds in each round. */

#define BLOCK 256
#define PAGE 4096

__global__ void page_sums(const int *in, int *sums, int n)
{
	__shared__ int part[BLOCK];
	int tid = threadIdx.x;
	int i = blockIdx.x * BLOCK + tid;

	part[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int s = BLOCK / 2; s > 0; s /= 2) {
		if (tid <= s)
			part[tid] += part[tid + s];
		__syncthreads();
	}
	if (tid == 0)
		atomicAdd(&sums[i / PAGE], part[0]);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		page_sums<<<blocks, BLOCK>>>(in, sums, n);
}
