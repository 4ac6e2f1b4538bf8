/* Mistake: right, but each thread takes 16 elements in a row, so the lanes
 * of a warp are 16 elements apart. */

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = 16 * i; k < 16 * i + 16 && k < n; k++)
		c[k] = a[k] + b[k];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	add<<<blocks, threads>>>(a, b, c, n);
}
