/* Mistake: no loop. solve() makes a grid of its own, with a thread for each
 * element, and leaves the number of blocks that it was given unused. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 2.0f * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	if (n > 0)
		saxpy<<<(n + 255) / 256, 256>>>(x, y, n);
}
