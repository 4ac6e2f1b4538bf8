/* Another right way: a barrier that counts: no counter at all. */

#define PAGE 1024
#define BLOCK 256

__global__ void count(const int *in, int *positives, int n)
{
	int first = blockIdx.x * PAGE;
	int end = min(first + PAGE, n);

	int hits = 0;

	for (int i = first; i < end; i += BLOCK) {
		int k = i + threadIdx.x;

		hits += __syncthreads_count(k < end && in[k] > 0);
	}
	if (threadIdx.x == 0)
		positives[blockIdx.x] = hits;
}

extern "C" void solve(const int *in, int *positives, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		count<<<blocks, BLOCK>>>(in, positives, n);
}
