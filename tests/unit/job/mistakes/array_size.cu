__global__ void scale(float *a, int n)
{
	__shared__ float tile[n];
	tile[0] = a[0];
}
