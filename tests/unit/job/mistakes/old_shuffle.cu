__global__ void first(int *out)
{
	out[threadIdx.x] = __shfl(out[threadIdx.x], 0);
}
