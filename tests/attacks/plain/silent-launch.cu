// A launch that fails, and nobody asks.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 2048>>>(a, b, c, n);
}
