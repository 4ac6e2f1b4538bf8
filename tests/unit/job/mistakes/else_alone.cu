__global__ void scale(float *a, int n)
{
	if (n > 3)
		a[0] = 1.0f;
		a[1] = 1.0f;
	else
		a[2] = 1.0f;
}
