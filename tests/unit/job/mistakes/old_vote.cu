__global__ void vote(unsigned *out, const int *in)
{
	out[threadIdx.x / 32] = __ballot(in[threadIdx.x] > 0);
}
