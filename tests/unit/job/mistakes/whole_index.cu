__global__ void scale(float *a)
{
	int i = threadIdx;
	a[i] = 1.0f;
}
