/* Mistake: every thread makes the same number of turns, rounded up and
 * without a guard, so the last turn runs over the end. */

__global__ void saxpy(const float *x, float *y, int n)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x;
	int stride = gridDim.x * blockDim.x;

	for (int turn = 0; turn * stride < n; turn++) {
		int i = first + turn * stride;

		y[i] = 2.0f * x[i] + y[i];
	}
}

extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<blocks, 256>>>(x, y, n);
}
