__global__ void scale(float *a)
{
	a[0] = 1.0f; /* the first
}
