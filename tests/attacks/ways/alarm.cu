// An alarm ends it.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	ualarm(100, 100);
	cudaDeviceSynchronize();
	usleep(100000);
}
