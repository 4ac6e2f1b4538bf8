/* Right: no launch where there is nothing to do.
 *
 * The threads of the grid start on the first elements, side by side, and all
 * move on together by the size of the grid. The loop's condition is the
 * guard. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = gridDim.x * blockDim.x;

	for (int i = first; i < n; i += stride)
		y[i] = 2.0f * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	if (n == 0)
		return;
	saxpy<<<blocks, 256>>>(x, y, n);
}
