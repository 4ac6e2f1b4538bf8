// An assertion of a kernel.
#include "ways.cuh"
#include <cassert>
__global__ void g(int n)
{
	assert(n < 0);
}
SOLVE
{
	RIGHT;
	g<<<1, 1>>>(n);
}
