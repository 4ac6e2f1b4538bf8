/* Bug 12: how many positive numbers has each page of 1024?
 *
 * TODO: one fault is in this file. Say which line it is in and of what kind
 * it is before you run the file. Then mend it. */

#define PAGE 1024
#define BLOCK 256

__global__ void count(const int *in, int *positives, int n)
{
	__shared__ int hits;
	int first = blockIdx.x * PAGE;
	int end = min(first + PAGE, n);

	if (threadIdx.x == 0)
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
