__global__ void sum(const int4 *in, int *out)
{
	int value = 0;
	value += in[threadIdx.x];
	out[threadIdx.x] = value;
}
