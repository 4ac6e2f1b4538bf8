/* Mistake: each thread takes 8 elements in a row, so that its neighbour's lie 32 bytes further. */

__global__ void first(const float *in, float *out, int n)
{
	int chunk = (blockIdx.x * blockDim.x + threadIdx.x) * 8;

	for (int i = chunk; i < min(chunk + 8, n); i++)
		out[i] = 2.0f * in[i];
}

extern "C" void solve(const float *in, float *out, int n)
{
	first<<<(n + 2047) / 2048, 256>>>(in, out, n);
}
