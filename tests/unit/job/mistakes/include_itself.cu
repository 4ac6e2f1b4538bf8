#include "include_itself.cu"
__global__ void k(float *a)
{
	a[threadIdx.x] = 1;
}
