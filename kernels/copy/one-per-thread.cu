/* out[i] = in[i], an int for each thread. The plainest copy. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	if (n > 0)
		copy<<<(n + 255) / 256, 256>>>(in, out, n);
}
