__global__ void scale(float *a, int n)
{
	if (threadIdx.x >= n)
		continue;
	a[threadIdx.x] = 1.0f;
}
