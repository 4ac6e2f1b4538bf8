// Three million launches.
#include "ways.cuh"
__global__ void g()
{
}
SOLVE
{
	RIGHT;
	for (int i = 0; i < 3000000; i++)
		g<<<1, 1>>>();
}
