__global__ void scale(float *a, int n)
{
	if (threadIdx.x < n) {
		a[threadIdx.x] = 1.0f;
}
