typedef float4 body;
__global__ void first(const struct body *in, float *out)
{
	out[0] = in[0].x;
}
