/* Step 3: the same sums, without bank conflicts.
 *
 * This is the solution of step 2. It is right, and few warps do the work,
 * but the words that their lanes want lie in the same banks. */

#ifndef BLOCK
#define BLOCK 256
#endif
#define PAGE 4096

__global__ void page_sums(const int *in, int *sums, int n)
{
	extern __shared__ int part[];
	int tid = threadIdx.x;
	int first = blockIdx.x * blockDim.x; /* the block's first element */
	int i = first + tid;

	part[tid] = i < n ? in[i] : 0;
	__syncthreads();

	/* TODO: turn the order of the rounds round. Begin with the largest s,
	 * half of the block, and let thread tid add part[tid + s] to
	 * part[tid], so that neighbours work on neighbouring words. */
	for (int s = 1; s < blockDim.x; s *= 2) {
		int slot = 2 * s * tid;

		if (slot < blockDim.x)
			part[slot] += part[slot + s];
		__syncthreads();
	}

	if (tid == 0)
		atomicAdd(&sums[first / PAGE], part[0]);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int per_block = BLOCK;
	int blocks = (n + per_block - 1) / per_block;

	if (blocks > 0)
		page_sums<<<blocks, BLOCK, BLOCK * sizeof(int)>>>(in, sums, n);
}
