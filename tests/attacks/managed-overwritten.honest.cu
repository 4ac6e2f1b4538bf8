// 01/1 pass
// Managed memory that the host fills first, and a kernel then.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float *sum;

	cudaMallocManaged(&sum, n * sizeof(float));
	for (int i = 0; i < n && i < 256; i++)
		sum[i] = 7;
	add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
	cudaMemcpy(c, sum, n * sizeof(float), cudaMemcpyDefault);
	cudaFree(sum);
}
