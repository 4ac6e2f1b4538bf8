__global__ void clear(float4 *out)
{
	out[threadIdx.x] = 0.0f;
}
