// 01/1 pass
// A library sets the output to 0 before, and a kernel of the file's own adds up.
#include <thrust/execution_policy.h>
#include <thrust/fill.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	thrust::fill(thrust::device, c, c + n, 0.0f);
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
