__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx * blockDim + threadIdx;

	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	add<<<blocks, threads>>>(a, b, c, n);
}
