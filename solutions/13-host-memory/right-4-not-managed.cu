/* Another right way: no managed memory. What is where is written down. */

#include <cstring>

__global__ void step(int *x, const int *table, int seen, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		x[i] = 3 * x[i] + table[i] + seen;
}

/* What the host tells the next round: it looks at some words of each page. */
static int look(const int *table, int r, int n)
{
	int sum = 0;

	for (int i = r; i < n; i += 1024)
		sum += table[i];
	return sum;
}

extern "C" void solve(const int *in, const int *fixed, int *out, int n,
		      int rounds)
{
	size_t bytes = n * sizeof(int);
	int seen = 0;
	int *x, *table, *pinned;

	cudaMallocHost(&pinned, bytes);
	cudaMalloc(&x, bytes);
	cudaMalloc(&table, bytes);
	memcpy(pinned, in, bytes);
	cudaMemcpy(x, pinned, bytes, cudaMemcpyHostToDevice);
	memcpy(pinned, fixed, bytes);
	cudaMemcpy(table, pinned, bytes, cudaMemcpyHostToDevice);
	for (int r = 0; r < rounds; r++) {
		step<<<(n + 255) / 256, 256>>>(x, table, seen, n);
		seen = look(fixed, r, n);
	}
	cudaMemcpy(pinned, x, bytes, cudaMemcpyDeviceToHost);
	memcpy(out, pinned, bytes);
	cudaFreeHost(pinned);

	cudaFree(table);
	cudaFree(x);
}
