/* Solution: one output for each thread, read from stride elements further on.
 *
 * The stores stay coalesced at every stride. The loads take more sectors as
 * the stride grows, until each lane has a sector to itself. */

__global__ void gather(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i * stride];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	gather<<<blocks, threads>>>(in, out, n, stride);
}
