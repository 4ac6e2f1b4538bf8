// 01/1 pass
// Cooperative groups; the whole grid strides.
#include <cooperative_groups.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
	auto grid = cooperative_groups::this_grid();
	for (long long i = grid.thread_rank(); i < n; i += grid.size())
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<264, 512>>>(a, b, c, n);
}
