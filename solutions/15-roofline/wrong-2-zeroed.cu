/* Mistake: one kernel, but y and z are still there, and are set to 0. */

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
	int blocks = (n + 255) / 256;
	float *y, *z;

	if (blocks == 0)
		return;
	cudaMalloc(&y, n * sizeof(float));
	cudaMalloc(&z, n * sizeof(float));
	cudaMemset(y, 0, n * sizeof(float));
	cudaMemset(z, 0, n * sizeof(float));
	fused<<<blocks, 256>>>(x, out, n);
	cudaFree(z);
	cudaFree(y);
}
