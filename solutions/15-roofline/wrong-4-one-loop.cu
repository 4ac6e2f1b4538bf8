/* Mistake: the supersteps are a loop in the kernel, and no barrier is
 * between them. */

#define BLOCKS 1056
#define BLOCK 256

__global__ void exchange(int *from, int *to, int n, int supersteps)
{
	int all = gridDim.x * blockDim.x;

	for (int s = 0; s < supersteps; s++) {
		int shift = 1 + 7 * s;

		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
		     i += all)
			to[i] = from[i] + from[(i + shift) % n];
		__syncthreads();
		int *swap = from;

		from = to;
		to = swap;
	}
}

extern "C" void solve(const int *a, int *out, int n, int supersteps)
{
	int *other;

	if (n <= 0)
		return;
	cudaMalloc(&other, n * sizeof(int));
	cudaMemcpyAsync(out, a, n * sizeof(int), cudaMemcpyDeviceToDevice);
	exchange<<<BLOCKS, BLOCK>>>(out, other, n, supersteps);
	cudaFree(other);
}
