// 01/1 pass
// A cooperative launch over the device, in which nobody waits.
#include <cooperative_groups.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	void *args[] = { &a, &b, &c, &n };

	cudaLaunchCooperativeKernel((void *)add, 132 * 2, 256, args, 0, 0);
}
