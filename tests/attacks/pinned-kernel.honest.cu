// 01/1 pass
// A kernel fetches one factor from pinned memory.
__global__ void add(const float *a, const float *b, float *c, int n, const float *one)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
	if (i == 0 && *one != 1)
		c[i] = 0;
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	float *m;

	cudaMallocHost(&m, sizeof(float));
	*m = 1;
	add<<<(n + 255) / 256, 256>>>(a, b, c, n, m);
	cudaDeviceSynchronize();
	cudaFreeHost(m);
}
