__global__ void copy(const int *in, int *out)
{
	(int4 *)out[threadIdx.x] = (int4 *)in[threadIdx.x];
}
