// 01/1 gate-failed: times as long as the reference's
// without: floors
// A launch for each 128 elements.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	for (int i = 0; i < n; i += 128)
		add<<<1, 128>>>(a + i, b + i, c + i, n - i < 128 ? n - i : 128);
}
