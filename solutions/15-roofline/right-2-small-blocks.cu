/* Another right way: blocks of 64 threads. */

__global__ void fused(const float *x, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float y = 3.0f * x[i] + 1.0f;
		float z = y * y;

		out[i] = z - 2.0f * y;
	}
}

extern "C" void solve(const float *x, float *out, int n)
{
	int blocks = (n + 63) / 64;

	if (blocks > 0)
		fused<<<blocks, 64>>>(x, out, n);
}
