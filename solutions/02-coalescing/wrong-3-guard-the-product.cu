/* Mistake: the guard compares the place in the input with the length of
 * the output. */

__global__ void gather(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i * stride < n)
		out[i] = in[i * stride];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	gather<<<blocks, threads>>>(in, out, n, stride);
}
