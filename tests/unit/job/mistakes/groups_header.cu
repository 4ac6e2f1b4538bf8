__global__ void k(int *a)
{
	a[threadIdx.x] = 1;
	cooperative_groups::this_grid().sync();
}
