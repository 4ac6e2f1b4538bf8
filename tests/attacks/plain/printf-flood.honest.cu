// More words of a kernel than a device has room for, which somebody forgot in it: what is lost costs nothing but time.
#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 0; n <= 256 && k < 300; k++)
		printf("thread %d, round %d of 300\n", i, k);
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
