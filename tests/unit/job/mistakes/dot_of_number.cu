__global__ void first(const float *points, float *x)
{
	x[0] = points[0].x;
}
