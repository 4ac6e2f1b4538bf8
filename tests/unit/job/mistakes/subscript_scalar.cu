__global__ void scale(float a)
{
	float x = a[0];
}
