__global__ void scale(float *a)
{
	if (threadIdx.x > 3)
		return 0;
	a[0] = 1.0f;
}
