// Quick_exit(0) after the work.
#include "ways.cuh"
SOLVE
{
	RIGHT;
	cudaDeviceSynchronize();
	quick_exit(0);
}
