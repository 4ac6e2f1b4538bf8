// 01/1 pass
// It looks at the size to choose a block, and is right for all.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int block = n <= 32 ? 32 : n < 10000 ? 96 : 512;
	add<<<(n + block - 1) / block, block>>>(a, b, c, n);
}
