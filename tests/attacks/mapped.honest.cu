// 01/1 pass
// A flag in mapped memory, by which a kernel tells the host that it is done.
__global__ void add(const float *a, const float *b, float *c, int n, int *done)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
	if (i == 0)
		*done = 1;
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int *done;

	cudaHostAlloc(&done, sizeof *done, cudaHostAllocMapped);
	*done = 0;
	add<<<(n + 255) / 256, 256>>>(a, b, c, n, done);
	cudaDeviceSynchronize();
	cudaFreeHost(done);
}
