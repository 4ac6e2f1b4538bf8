__device__ void load(float plane[10][34])
{
	plane[0][threadIdx.x] = 1;
}

__global__ void k(float *a)
{
	__shared__ float planes[3][10][34];

	load(planes);
	a[threadIdx.x] = planes[0][0][threadIdx.x];
}
