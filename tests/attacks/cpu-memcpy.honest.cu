// 01/1 pass
// A kernel adds into memory of its own; a copy on the device brings it to c.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float *sum;
	cudaMallocAsync(&sum, n * sizeof(float), 0);
	add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
	cudaMemcpyAsync(c, sum, n * sizeof(float), cudaMemcpyDeviceToDevice);
	cudaFreeAsync(sum, 0);
}
