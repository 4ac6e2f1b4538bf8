/* Step 2: out = z - 2 y, where z = y y and y = 3 x + 1: three kernels, one
 * after the other. It is right, and most of its bytes are not needed. */

__global__ void scale(const float *x, float *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 3.0f * x[i] + 1.0f;
}

__global__ void square(const float *y, float *z, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		z[i] = y[i] * y[i];
}

__global__ void combine(const float *y, const float *z, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = z[i] - 2.0f * y[i];
}

extern "C" void solve(const float *x, float *out, int n)
{
	int blocks = (n + 255) / 256;
	float *y, *z;

	if (n <= 0)
		return;
	cudaMalloc(&y, n * sizeof(float));
	cudaMalloc(&z, n * sizeof(float));
	/* TODO: y and z go to memory and come back. Write one kernel that
	 * keeps them in registers. */
	scale<<<blocks, 256>>>(x, y, n);
	square<<<blocks, 256>>>(y, z, n);
	combine<<<blocks, 256>>>(y, z, out, n);
	cudaFree(z);
	cudaFree(y);
}
