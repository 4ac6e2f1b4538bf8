/* Mistake: right, but each thread writes 8 outputs in a row, so the stores
 * are spread over 32 sectors, too. */

__global__ void gather(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = i * 8; k < i * 8 + 8 && k < n; k++)
		out[k] = in[k * stride];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	gather<<<blocks, threads>>>(in, out, n, stride);
}
