__global__ void scale(float *a)
{
	float x = a[threadIdx.x;
	a[0] = x;
}
