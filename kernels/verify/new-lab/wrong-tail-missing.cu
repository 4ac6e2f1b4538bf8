/* Mistake: the number of blocks is rounded down, so the tail is missing. */

__global__ void first(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = 2.0f * in[i];
}

extern "C" void solve(const float *in, float *out, int n)
{
	first<<<max(n / 256, 1), 256>>>(in, out, n);
}
