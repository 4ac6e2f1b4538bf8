// It closes every descriptor.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	cudaDeviceSynchronize();
	for (int i = 0; i < 1024; i++)
		close(i);
}
