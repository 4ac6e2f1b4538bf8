// 01/1 pass
// The sum is made in place of a copy of that input.
__global__ void add(const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] += b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	cudaMemcpyAsync(c, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
	add<<<(n + 255) / 256, 256>>>(b, c, n);
}
