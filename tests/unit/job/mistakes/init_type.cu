__global__ void scale(float *a)
{
	float x = a;
	a[0] = x;
}
