/* Mistake: the grid is made to fit the data again. With n = 0 that is a grid
 * of no blocks, which CUDA refuses. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = gridDim.x * blockDim.x;

	for (int i = first; i < n; i += stride)
		y[i] = 2.0f * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<(n + 255) / 256, 256>>>(x, y, n);
}
