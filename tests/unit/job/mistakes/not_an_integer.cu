__global__ void scale(float *a)
{
	float x = a[0] << 3;
	a[1] = x;
}
