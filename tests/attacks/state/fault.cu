// Past the end of its memory, in the 20th call.
__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	static int calls;
	add<<<(n + 255) / 256 + 1, 256>>>(a, b, c, ++calls == 20 ? n + 1 : n);
}
