/* Mistake: the stride went to the thread's number, so only every stride-th
 * output is written. */

__global__ void gather(const float *in, float *out, int n, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && i % stride == 0)
		out[i] = in[i];
}

extern "C" void solve(const float *in, float *out, int n, int stride)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	gather<<<blocks, threads>>>(in, out, n, stride);
}
