/* Mistake: a launch for each superstep: right, and not what this step is
 * about. */

#define BLOCK 256

__global__ void superstep(const int *a, int *b, int n)
{
	int all = gridDim.x * BLOCK;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
		b[i] = a[i] + a[(i + 1) % n];
}

extern "C" void solve(const int *in, int *out, int n, int steps)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 132);
	int *other;

	if (n <= 0)
		return;
	cudaMalloc(&other, n * sizeof(int));
	int *a = steps % 2 ? other : out, *b = steps % 2 ? out : other;

	cudaMemcpyAsync(a, in, n * sizeof(int), cudaMemcpyDeviceToDevice);
	for (int s = 0; s < steps; s++) {
		superstep<<<blocks, BLOCK>>>(a, b, n);
		int *swap = a;

		a = b;
		b = swap;
	}
	cudaFree(other);
}
