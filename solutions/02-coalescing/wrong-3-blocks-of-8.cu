/* Mistake: 8 threads in a block. A warp has 32 lanes, so 24 of them stand idle,
 * and a load of a "warp" touches 8 sectors at stride 8. */

__global__ void gather(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i * stride];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int threads = 8;
	int blocks = (n + threads - 1) / threads;

	gather<<<blocks, threads>>>(in, out, n, stride);
}
