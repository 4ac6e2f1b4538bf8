// A kernel with a loop that ends.
#include "add.cuh"
__global__ void turns(float *c, int n)
{
	for (int k = threadIdx.x; k < n; k += 32)
		c[k] = 0.0f;
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	turns<<<1, 32>>>(c, n < 1000 ? n : 1000);
	add_all(a, b, c, n);
}
