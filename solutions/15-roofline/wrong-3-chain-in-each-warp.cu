/* Mistake: 256 threads do the whole chain, each for itself. */

#ifndef BLOCKS
#define BLOCKS 264
#endif
#define BLOCK 256

/* The serial part: each link needs the one before. */
__global__ void chain(const int *key, int *seed, int m)
{
	unsigned value = 5381;

	for (int k = 0; k < m; k++)
		value = value * 33 + key[k];
	*seed = value;
}

/* The parallel part: each element by itself, 64 rounds. */
__global__ void scramble(const int *in, int *out, const int *seed, int n)
{
	int all = gridDim.x * blockDim.x;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
		unsigned value = in[i] ^ *seed;

		for (int r = 0; r < 64; r++)
			value = value * 1664525 + 1013904223;
		out[i] = value >> 8;
	}
}

extern "C" void solve(const int *in, const int *key, int *out, int n, int m)
{
	int *seed;

	if (n <= 0)
		return;
	cudaMalloc(&seed, sizeof(int));
	chain<<<1, BLOCK>>>(key, seed, m);
	scramble<<<BLOCKS, BLOCK>>>(in, out, seed, n);
	cudaFree(seed);
}
