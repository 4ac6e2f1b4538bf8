// Its thread ends after the work.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	cudaDeviceSynchronize();
	pthread_exit(0);
}
