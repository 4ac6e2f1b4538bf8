#include <cooperative_groups.h>

__global__ void f(int *a)
{
	this_grid().sync();
	a[0] = 1;
}
