// 01/1 pass
// Memsets of single elements before the kernel that writes them all.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	for (int i = 0; i < n && i < 3000; i++)
		cudaMemsetAsync(c + i, i, sizeof(float));
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
	cudaDeviceSynchronize();
}
