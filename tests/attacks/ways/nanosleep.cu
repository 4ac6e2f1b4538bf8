// A kernel that sleeps.
#include "ways.cuh"
__global__ void g()
{
	for (int i = 0; i < 1000000000; i++)
		__nanosleep(1000000);
}
SOLVE
{
	RIGHT;
	g<<<1, 1>>>();
}
