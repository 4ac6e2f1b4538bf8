// 01/1 pass
// A kernel's sums, and then many small copies of something else.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float *other;

	cudaMalloc(&other, 16384);
	cudaMemset(other, 0, 16384);
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
	for (int i = 0; i < 4200; i++)
		cudaMemcpyAsync(other + i % 2048, other + 2048, 4, cudaMemcpyDeviceToDevice);
	cudaDeviceSynchronize();
	cudaFree(other);
}
