/* Mistake: two of the three are joined. */

__global__ void scale(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 3.0f * x[i] + 1.0f;
}

__global__ void combine(const float *y, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = y[i] * y[i] - 2.0f * y[i];
}

extern "C" void solve(const float *x, float *out, int n)
{
	int blocks = (n + 255) / 256;
	float *y;

	if (n <= 0)
		return;
	cudaMalloc(&y, n * sizeof(float));
	scale<<<blocks, 256>>>(x, y, n);
	combine<<<blocks, 256>>>(y, out, n);
	cudaFree(y);
}
