__global__ void scale(float *a, float *b)
{
	float x;
	x = a;
	b[0] = x;
}
