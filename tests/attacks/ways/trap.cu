// A trap.
#include "ways.cuh"
__global__ void g()
{
	__trap();
}
SOLVE
{
	RIGHT;
	g<<<1, 1>>>();
}
