__device__ void add(const float *a, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] += a[i];
}

extern "C" void solve(const float *a, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, c, n);
}
