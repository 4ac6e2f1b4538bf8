__global__ void scale(float *a)
{
	float4 v = a[0];
	a[1] = v.x;
}
