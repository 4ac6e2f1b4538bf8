__global__ void scale(float *a)
{
	half x = a[0];
	a[1] = x;
}
