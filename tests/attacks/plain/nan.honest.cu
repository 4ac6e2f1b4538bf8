// NaN where nothing is known yet.
#include "add.cuh"
__global__ void unknown(float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = __int_as_float(0x7fc00000);
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	unknown<<<(n + 255) / 256, 256>>>(c, n);
	add_all(a, b, c, n);
}
