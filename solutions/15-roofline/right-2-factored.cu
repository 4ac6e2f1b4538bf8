/* Another right way: fewer operations: y (y - 2). */

__global__ void fused(const float *x, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		float y = 3.0f * x[i] + 1.0f;

		out[i] = y * (y - 2.0f);
	}
}

extern "C" void solve(const float *x, float *out, int n)
{
	int blocks = (n + 255) / 256;

	if (blocks > 0)
		fused<<<blocks, 256>>>(x, out, n);
}
