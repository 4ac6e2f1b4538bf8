__global__ void even(int *out)
{
	if (threadIdx.x % 2 = 0)
		out[threadIdx.x] = 1;
}
