/* Step 2: the same sums, by threads that stand side by side.
 *
 * This is the solution of step 1. It is right, but in nearly every round
 * nearly every warp has a few lanes at work and the others wait. */

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

	/* TODO: let the first threads do the work. In the round with s there
	 * are blockDim.x / (2 * s) pairs: which two slots does thread 0 add,
	 * which thread 1, which thread tid? And for which tid is there none? */
	for (int s = 1; s < blockDim.x; s *= 2) {
		if (tid % (2 * s) == 0)
			part[tid] += part[tid + s];
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
