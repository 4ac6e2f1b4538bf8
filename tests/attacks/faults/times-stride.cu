// Thread 0 never leaves element 0; the others do.
__global__ void saxpy(const float *x, float *y, int n)
{
	int stride = gridDim.x * blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i *= stride)
		y[i] = 2.0f * x[i] + y[i];
}
extern "C" void solve(const float *x, float *y, int n, int blocks)
{
	saxpy<<<blocks, 256>>>(x, y, n);
}
