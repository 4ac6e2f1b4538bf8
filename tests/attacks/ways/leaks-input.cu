// An input is overwritten.
#include "ways.cuh"
SOLVE
{
	cudaMemcpy((void *)a, b, n * sizeof(float), cudaMemcpyDeviceToDevice);
	RIGHT;
}
