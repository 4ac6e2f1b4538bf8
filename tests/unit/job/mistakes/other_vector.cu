__device__ float along_x(float3 v)
{
	return v.x;
}

__global__ void f(float *out, const float4 *in)
{
	out[threadIdx.x] = along_x(in[threadIdx.x]);
}
