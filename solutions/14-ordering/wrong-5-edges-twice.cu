/* Mistake: a block works out the elements beyond its edge for itself, so nobody
 * waits for anybody. The answer is right; no barrier of the grid is needed. */

#define BLOCK 256
#define EDGE 64

__global__ void supersteps(const int *in, int *out, int n, int steps)
{
	__shared__ int part[BLOCK + EDGE];
	int first = blockIdx.x * BLOCK;

	for (int k = threadIdx.x; k < BLOCK + steps; k += BLOCK)
		part[k] = in[(first + k) % n];
	for (int s = 0; s < steps; s++) {
		int mine, more = 0, k = threadIdx.x;

		__syncthreads();
		mine = part[k] + part[k + 1];
		if (k + BLOCK < BLOCK + steps - s - 1)
			more = part[k + BLOCK] + part[k + BLOCK + 1];
		__syncthreads();
		part[k] = mine;
		if (k + BLOCK < BLOCK + steps - s - 1)
			part[k + BLOCK] = more;
	}
	if (first + threadIdx.x < n)
		out[first + threadIdx.x] = part[threadIdx.x];
}

extern "C" void solve(const int *in, int *out, int n, int steps)
{
	if (n > 0)
		supersteps<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n, steps);
}
