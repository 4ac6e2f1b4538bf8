// 01/1 wrong-answer: 'a' is an input
// without: inputs
// The sum is made in place of an input.
__global__ void add(float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		a[i] += b[i];
		c[i] = a[i];
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>((float *)a, b, c, n);
}
