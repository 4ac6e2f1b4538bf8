// A recursion of a kernel.
#include "ways.cuh"
__device__ int r(volatile int *p, int k)
{
	volatile int x[64];
	x[k % 64] = k;
	return *p == 12345 ? 0 : r(p, k + 1) + x[k % 64];
}
__global__ void g(float *c)
{
	c[0] = r((volatile int *)c, 1);
}
SOLVE
{
	RIGHT;
	g<<<1, 1>>>(c);
}
