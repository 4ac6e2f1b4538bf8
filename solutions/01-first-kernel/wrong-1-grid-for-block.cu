/* Mistake: the index takes the number of blocks for the length of a block. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	/* TODO: three places. (1) Give every thread of the launch an element
	 * of its own: compute i from blockIdx.x, blockDim.x, threadIdx.x. */
	int i = blockIdx.x * gridDim.x + threadIdx.x;

	/* (2) The last block usually has more threads than there are
	 * elements left. Let only the threads with an element do the work. */
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int threads = 256;

	/* (3) Launch as many blocks of `threads` threads as n elements
	 * need. n is not always a multiple of 256. */
	int blocks = (n + threads - 1) / threads;

	add<<<blocks, threads>>>(a, b, c, n);
}
