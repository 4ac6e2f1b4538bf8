__global__ void scale(float *a)
{
	int i = blockDim;
	a[i] = 1.0f;
}
