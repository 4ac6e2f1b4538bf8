__global__ void scale(float *a)
{
	const i = threadIdx.x;
	a[i] = 1.0f;
}
