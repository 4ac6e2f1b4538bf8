// Limits of impossible sizes, refused and forgotten.
#include "ways.cuh"
SOLVE
{
	cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1ull << 40);
	cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1ull << 40);
	cudaDeviceSetLimit(cudaLimitStackSize, 1ull << 40);
	cudaGetLastError();
	RIGHT;
}
