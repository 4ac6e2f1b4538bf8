// A kernel that waits for its clock.
#include "ways.cuh"
__global__ void g()
{
	long long t = clock64();
	while (clock64() - t < 1000000000000000ll)
		;
}
SOLVE
{
	RIGHT;
	g<<<1, 1>>>();
}
