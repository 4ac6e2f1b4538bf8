__global__ void f(const float4 *in, float *out)
{
	__shared__ float tile[32];

	tile[threadIdx.x] = in[threadIdx.x];
	out[threadIdx.x] = tile[threadIdx.x];
}
