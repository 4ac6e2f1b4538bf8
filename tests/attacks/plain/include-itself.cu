// It includes itself, twice: with every level there are twice as many messages.
#include __FILE__
#include __FILE__
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}
extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
