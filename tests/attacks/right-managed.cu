// 01/1 pass
// The sums are made in managed memory, and copied.
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
	add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
	cudaMemcpy(c, sum, n * sizeof(float), cudaMemcpyDefault);
	cudaFree(sum);
}
