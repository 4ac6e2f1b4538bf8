/* Mistake: every thread sets the counter, and still nobody waits. */

#define PAGE 1024
#define BLOCK 256

__global__ void count(const int *in, int *positives, int n)
{
	__shared__ int hits;
	int first = blockIdx.x * PAGE;
	int end = min(first + PAGE, n);

	hits = 0;
	for (int i = first + threadIdx.x; i < end; i += BLOCK)
		if (in[i] > 0)
			atomicAdd(&hits, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		positives[blockIdx.x] = hits;
}

extern "C" void solve(const int *in, int *positives, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		count<<<blocks, BLOCK>>>(in, positives, n);
}
