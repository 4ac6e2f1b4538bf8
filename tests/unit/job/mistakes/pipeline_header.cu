__global__ void copy(const int *from)
{
	__shared__ int to[32];

	__pipeline_memcpy_async(&to[threadIdx.x], &from[threadIdx.x], 4);
}
