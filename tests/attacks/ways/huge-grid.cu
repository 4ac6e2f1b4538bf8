// A grid of two thousand million blocks.
#include "ways.cuh"
__global__ void g()
{
}
SOLVE
{
	RIGHT;
	g<<<2147483647, 1>>>();
}
