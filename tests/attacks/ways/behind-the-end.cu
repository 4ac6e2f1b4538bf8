// What lies behind the output.
#include "ways.cuh"
__global__ void behind(const float *p, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = p[i];
}
SOLVE
{
	behind<<<(n + 255) / 256, 256>>>(c + (1 << 21), c, n);
}
