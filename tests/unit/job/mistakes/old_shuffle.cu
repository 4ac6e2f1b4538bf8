__global__ void sum(int *out)
{
	int value = out[threadIdx.x];
	value += __shfl_down(value, 16);
	out[threadIdx.x] = value;
}
