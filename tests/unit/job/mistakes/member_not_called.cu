#include <cooperative_groups.h>

__global__ void k(int *a)
{
	a[threadIdx.x] = 1;
	cooperative_groups::this_grid().sync;
}
