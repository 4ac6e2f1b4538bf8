// 01/1 gate-failed: expected at most
// without: floors
// One cooperative block does it all.
#include <cooperative_groups.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		c[i] = a[i] + b[i];
	cooperative_groups::this_grid().sync();
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	void *args[] = { &a, &b, &c, &n };

	cudaLaunchCooperativeKernel((void *)add, 1, 1024, args, 0, 0);
}
