/* Another right way: each thread takes several elements, a whole grid apart. Gates must let good ideas through. */

__global__ void first(const float *in, float *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		out[i] = 2.0f * in[i];
}

extern "C" void solve(const float *in, float *out, int n)
{
	first<<<(n + 1023) / 1024, 256>>>(in, out, n);
}
