// Exit(0) after the work.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	cudaDeviceSynchronize();
	exit(0);
}
