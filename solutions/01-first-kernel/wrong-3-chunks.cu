/* Mistake: right, but each thread takes a chunk of its own, so the lanes
 * of a warp are a whole chunk apart. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int chunk = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);

	for (int i = first * chunk; i < (first + 1) * chunk && i < n; i++)
		y[i] = 2.0f * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<blocks, 256>>>(x, y, n);
}
