/* The output's memory is freed, and got again. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	cudaFree(c);
	cudaMalloc((void **)&c, n * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
