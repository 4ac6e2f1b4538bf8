/* Mistake: the first turn is made before n is looked at. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = gridDim.x * blockDim.x;

	int i = first;

	do {
		y[i] = 2.0f * x[i] + y[i];
		i += stride;
	} while (i < n);
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<blocks, 256>>>(x, y, n);
}
