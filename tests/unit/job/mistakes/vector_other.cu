__global__ void copy(const int2 *in, int4 *out)
{
	out[threadIdx.x] = in[threadIdx.x];
}
