/* Step 1: sums[p] += the sum of page p, which is elements 4096 p to 4096 p +
 * 4095 of in. The sums are 0 before.
 *
 * Each block of BLOCK threads adds up BLOCK elements. It brings them to
 * shared memory, adds them up there in a tree, and then one thread adds the
 * block's sum to that of the page.
 *
 * The file compiles and runs, but the tree is missing: only the first
 * element of each block is counted. */

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

	/* TODO: add up part[0] to part[blockDim.x - 1], so that part[0] holds
	 * the sum. In round s = 1, 2, 4, ... each thread whose number divides
	 * by 2 s adds the value that lies s further on to its own. Between two
	 * rounds all threads of the block have to wait for each other. */

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
