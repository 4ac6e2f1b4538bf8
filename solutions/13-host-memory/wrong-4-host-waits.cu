/* Mistake: x is not fetched for the host, which then waits for each page. */

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
	cudaMemLocation device = {};
	int *x, *table;

	device.type = cudaMemLocationTypeDevice;
	cudaMallocManaged(&x, bytes);
	cudaMallocManaged(&table, bytes);
	memcpy(x, in, bytes);
	memcpy(table, fixed, bytes);

	cudaMemAdvise(table, bytes, cudaMemAdviseSetReadMostly, device);
	cudaMemPrefetchAsync(x, bytes, device, 0, 0);
	cudaMemPrefetchAsync(table, bytes, device, 0, 0);
	for (int r = 0; r < rounds; r++) {
		step<<<(n + 255) / 256, 256>>>(x, table, seen, n);
		cudaDeviceSynchronize();
		seen = look(table, r, n);
	}
	memcpy(out, x, bytes);

	cudaFree(table);
	cudaFree(x);
}
