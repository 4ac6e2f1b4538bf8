// Right on some multiprocessors.
#include "ways.cuh"
__global__ void g(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned s;
	asm("mov.u32 %0, %%smid;" : "=r"(s));
	if (i < n && s < 100)
		c[i] = a[i] + b[i];
}
SOLVE
{
	g<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
