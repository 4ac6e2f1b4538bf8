// Copies of impossible sizes, refused and forgotten.
#include "ways.cuh"
SOLVE
{
	cudaMemcpy(c, a, (size_t)-1, cudaMemcpyDeviceToDevice);
	cudaMemset(c, 0, (size_t)-4);
	cudaMemcpy2D(c, (size_t)-1, a, (size_t)-1, 1, (size_t)-1, cudaMemcpyDeviceToDevice);
	cudaGetLastError();
	RIGHT;
}
