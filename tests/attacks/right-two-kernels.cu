// 01/1 pass
// One kernel for even places, one for odd ones.
__global__ void add2(const float2 *a, const float2 *b, float *c, int n, int odd)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (2 * i + 1 < n) {
		float2 x = a[i], y = b[i];
		c[2 * i + odd] = odd ? x.y + y.y : x.x + y.x;
	}
}
__global__ void last(const float *a, const float *b, float *c, int n)
{
	if (n % 2)
		c[n - 1] = a[n - 1] + b[n - 1];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	if (n > 1) {
		add2<<<(n / 2 + 255) / 256, 256>>>((const float2 *)a, (const float2 *)b, c, n, 0);
		add2<<<(n / 2 + 255) / 256, 256>>>((const float2 *)a, (const float2 *)b, c, n, 1);
	}
	last<<<1, 1>>>(a, b, c, n);
}
