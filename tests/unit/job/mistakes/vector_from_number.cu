__global__ void copy(const int *in, int2 *out)
{
	out[threadIdx.x] = (int2)in[threadIdx.x];
}
