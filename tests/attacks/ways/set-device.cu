// A device that there is not, asked for and forgotten.
#include "ways.cuh"
SOLVE
{
	cudaSetDevice(5);
	cudaGetLastError();
	RIGHT;
}
