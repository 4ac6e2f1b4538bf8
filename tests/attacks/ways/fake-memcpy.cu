// A cudaMemcpy of its own.
#include "ways.cuh"
extern "C" cudaError_t cudaMemcpy(void *d, const void *s, size_t n, cudaMemcpyKind)
{
	memcpy(d, s, n);
	return cudaSuccess;
}
SOLVE
{
	WRONG;
}
