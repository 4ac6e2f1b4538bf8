/* Mistake: the loop adds, and keeps nothing of it. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	/* TODO: keep going. After its first element, a thread moves on by the
	 * number of threads in the whole grid, until it is past the end. */
	for (; i < n; i + gridDim.x * blockDim.x)
		y[i] = 2.0f * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	/* Leave this line as it is: `blocks` is given. */
	saxpy<<<blocks, 256>>>(x, y, n);
}
