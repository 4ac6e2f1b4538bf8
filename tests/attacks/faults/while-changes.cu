// A `while` without a step: y[i] is another value in each round, and i stays.
__global__ void saxpy(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	while (i < n)
		y[i] = 2.0f * x[i] + y[i];
}
extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<blocks, 256>>>(x, y, n);
}
