__global__ void scale(float *a)
{
	__shared__ float sum = 0.0f;
	sum += a[0];
}
