// Its thread ends after the work.
#include "ways.cuh"
#include <pthread.h>
SOLVE
{
	RIGHT;
	cudaDeviceSynchronize();
	pthread_exit(0);
}
