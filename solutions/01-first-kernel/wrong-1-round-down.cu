/* Mistake: the number of blocks is rounded down. The tail is left out, and
 * for less than one block of elements no block at all is launched, which CUDA
 * refuses. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int threads = 256;
	int blocks = n / threads;

	add<<<blocks, threads>>>(a, b, c, n);
}
