/* An instruction that a GPU has and the emulated device has not. */
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < 0)
		asm volatile("{ .reg .b32 t; mov.b32 t, 0; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {t}, [t]; }");
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
