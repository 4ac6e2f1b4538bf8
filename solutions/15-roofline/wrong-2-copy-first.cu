/* Mistake: one kernel, but it works on a copy of x that nobody needs. */

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
	float *y;

	if (blocks == 0)
		return;
	cudaMalloc(&y, n * sizeof(float));
	cudaMemcpy(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice);
	fused<<<blocks, 256>>>(y, out, n);
	cudaFree(y);
}
