/* Mistake: waits once, before the first superstep. */

#include <cooperative_groups.h>

#define BLOCK 256

/* Supersteps: element i takes in what its neighbour had before. */
__global__ void supersteps(const int *in, int *a, int *b, int n, int steps)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	int all = gridDim.x * BLOCK;
	int begin = blockIdx.x * BLOCK + threadIdx.x;

	for (int i = begin; i < n; i += all)
		a[i] = in[i];
	grid.sync();
	for (int s = 0; s < steps; s++) {
		for (int i = begin; i < n; i += all)
			b[i] = a[i] + a[(i + 1) % n];
		int *swap = a;

		a = b;
		b = swap;
	}
}

extern "C" void solve(const int *in, int *out, int n, int steps)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 132);
	int *other;

	if (n <= 0)
		return;
	cudaMalloc(&other, n * sizeof(int));
	int *a = steps % 2 ? other : out, *b = steps % 2 ? out : other;
	void *args[] = { &in, &a, &b, &n, &steps };

	cudaLaunchCooperativeKernel((void *)supersteps, blocks, BLOCK, args);
	cudaFree(other);
}
