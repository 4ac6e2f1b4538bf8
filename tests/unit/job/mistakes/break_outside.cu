__global__ void scale(float *a, int n)
{
	if (threadIdx.x >= n)
		break;
	a[threadIdx.x] = 1.0f;
}
