/* Mistake: it is the output that is spread. */

__global__ void gather(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i * stride] = in[i];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	gather<<<blocks, threads>>>(in, out, n, stride);
}
