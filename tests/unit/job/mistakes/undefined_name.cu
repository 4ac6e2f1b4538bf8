__global__ void scale(float *a, int n)
{
	int i = threadIdx.x;
	if (i < m)
		a[i] = 2.0f;
}
