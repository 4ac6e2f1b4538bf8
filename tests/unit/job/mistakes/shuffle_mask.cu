__global__ void sum(int *out)
{
	int value = out[threadIdx.x];
	value += __shfl_down_sync(value, 16);
	out[threadIdx.x] = value;
}
