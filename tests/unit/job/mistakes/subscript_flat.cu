__global__ void first(const float *a, float *out, int row, int k)
{
	out[0] = a[row][k];
}
