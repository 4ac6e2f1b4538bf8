// Zeros to begin with.
#include "add.cuh"
__global__ void zero(float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = 0.0f;
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	zero<<<(n + 255) / 256, 256>>>(c, n);
	add_all(a, b, c, n);
}
