// An exception out of solve().
#include "ways.cuh"
SOLVE
{
	RIGHT;
	cudaDeviceSynchronize();
	throw 5;
}
