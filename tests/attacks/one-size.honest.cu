// 01/1 pass
// A small array is one block's, and a large one has a grid that is no larger than the GPU needs.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int blocks = n <= 2048 ? 1 : min((n + 511) / 512, 528);
	add<<<blocks, 512>>>(a, b, c, n);
}
