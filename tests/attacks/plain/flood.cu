// Words without an end.
#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	for (int k = 0; k < 1000000; k++)
		puts("a flood");
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
