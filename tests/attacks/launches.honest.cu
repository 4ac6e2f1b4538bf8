// 01/1 pass
// A launch for each quarter.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int quarter = (n / 4 + 255) / 256 * 256;
	for (int i = 0; i < n; i += quarter ? quarter : n) {
		int these = quarter && n - i > quarter ? quarter : n - i;
		add<<<(these + 255) / 256, 256>>>(a + i, b + i, c + i, these);
	}
}
