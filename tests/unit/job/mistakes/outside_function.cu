__global__ void scale(float *a)
{
	int i = threadIdx.x;
}
	if (threadIdx.x < 3) a[0] = 1.0f;
