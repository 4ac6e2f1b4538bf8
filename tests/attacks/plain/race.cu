// A race that comes out right in the order that everybody sees.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
	if (i > 0 && i < n)
		c[i - 1] = c[i - 1] + 0 * b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
