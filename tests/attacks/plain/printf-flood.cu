// A kernel whose words have no end. Each turn of it would take minutes, in which the device hears nobody: "not-judged".
#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; k < 1000000000; k++)
		printf("%999d%999d%999d\n", k, k, k);
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
