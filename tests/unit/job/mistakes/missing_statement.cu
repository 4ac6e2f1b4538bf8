__global__ void scale(float *a)
{
	if (threadIdx.x < 3)
}
