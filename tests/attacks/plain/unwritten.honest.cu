// A launch that writes nothing, and one that writes all.
#include "add.cuh"
__global__ void nothing(float *c, int n)
{
	if (n < 0)
		c[0] = 0;
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	nothing<<<1, 32>>>(c, n);
	add_all(a, b, c, n);
}
