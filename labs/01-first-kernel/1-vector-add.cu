/* Step 1: add two vectors, one element for each thread.
 *
 * Two functions live here. `add` is a kernel: it runs on the GPU, once in
 * every thread of a launch. `solve` runs on the CPU and launches the kernel.
 * a, b and c are arrays of n floats in the GPU's memory: only a kernel may
 * look inside.
 *
 * The file compiles and runs, but all threads add the same element. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	/* TODO: three places. (1) Give every thread of the launch an element
	 * of its own: compute i from blockIdx.x, blockDim.x, threadIdx.x. */
	int i = 0;

	/* (2) The last block usually has more threads than there are
	 * elements left. Let only the threads with an element do the work. */
	c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int threads = 256;

	/* (3) Launch as many blocks of `threads` threads as n elements
	 * need. n is not always a multiple of 256. */
	int blocks = 1;

	add<<<blocks, threads>>>(a, b, c, n);
}
