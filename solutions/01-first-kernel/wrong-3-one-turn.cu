/* Mistake: no loop, so whatever the grid does not cover at once is left as it
 * was. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;

	if (first < n)
		y[first] = 2.0f * x[first] + y[first];
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<blocks, 256>>>(x, y, n);
}
