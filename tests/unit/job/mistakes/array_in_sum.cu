__global__ void f(float *out)
{
	__shared__ float tile[2][8][8];
	float sum = 0.0f;

	sum += tile[0][1] * tile[1][threadIdx.x];
	out[0] = sum;
}
