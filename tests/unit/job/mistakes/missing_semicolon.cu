__global__ void scale(float *a)
{
	int i = threadIdx.x
	a[i] = 2.0f * a[i];
}
