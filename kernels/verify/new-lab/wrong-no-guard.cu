/* Mistake: the threads past the end of the array are not kept back. */

__global__ void first(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = 2.0f * in[i];
}

extern "C" void solve(const float *in, float *out, int n)
{
	first<<<(n + 255) / 256, 256>>>(in, out, n);
}
