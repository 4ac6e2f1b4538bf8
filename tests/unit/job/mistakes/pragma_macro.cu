#define TURNS 8

__global__ void add(float *out, const float *in)
{
	float sum = 0.0f;

#pragma unroll TURNS
	for (int k = 0; k < 64; k++)
		sum += in[k];
	out[threadIdx.x] = sum;
}
