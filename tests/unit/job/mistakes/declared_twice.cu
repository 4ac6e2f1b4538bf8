__global__ void scale(float *a)
{
	int i = threadIdx.x;
	int i = blockIdx.x;
	a[i] = 1.0f;
}
