/* Solution: one element for each thread, with a guard for the tail.
 *
 * Blocks are launched whole, so their number is rounded up, and the threads
 * of the last block that have no element left do nothing. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	add<<<blocks, threads>>>(a, b, c, n);
}
