// 01/1 pass
// A copy whose ends lie differently in their sectors.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float *sum;
	cudaMalloc(&sum, (n + 3) * sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, sum + 3, n);
	cudaMemcpy(c, sum + 3, n * sizeof(float), cudaMemcpyDeviceToDevice);
	cudaFree(sum);
}
