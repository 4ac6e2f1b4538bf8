/* What the student gets. TODO: each element of out is twice that of in. */

__global__ void first(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i];
}

extern "C" void solve(const float *in, float *out, int n)
{
	first<<<(n + 255) / 256, 256>>>(in, out, n);
}
