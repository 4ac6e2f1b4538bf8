/* Mistake: the number of blocks is that of the case "big", whatever the case
 * asks for. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = gridDim.x * blockDim.x;

	for (int i = first; i < n; i += stride)
		y[i] = 2.0f * x[i] + y[i];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<264, 256>>>(x, y, n);
}
