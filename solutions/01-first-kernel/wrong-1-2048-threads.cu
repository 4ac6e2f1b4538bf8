/* Mistake: 2048 threads in a block; 1024 is the most that a GPU accepts. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int threads = 2048;
	int blocks = (n + threads - 1) / threads;

	add<<<blocks, threads>>>(a, b, c, n);
}
