/* Mistake: the memory stays at 128 bytes, and the tile shrinks to 32 limits:
 * right, with four times as many barriers. */

#define BLOCK 128
#define PART 32

__global__ void rank(const int *in, const int *limits, int *below, int n, int m)
{
	extern __shared__ int tile[];
	int tid = threadIdx.x;
	int i = blockIdx.x * BLOCK + tid;
	int mine = i < n ? in[i] : 0;
	int count = 0;

	for (int first = 0; first < m; first += PART) {
		int size = min(PART, m - first);

		if (tid < size)
			tile[tid] = limits[first + tid];
		__syncthreads();
		for (int k = 0; k < size; k++)
			count += tile[k] < mine;
		__syncthreads();
	}
	if (i < n)
		below[i] = count;
}

extern "C" void solve(const int *in, const int *limits, int *below, int n,
		      int m)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		rank<<<blocks, BLOCK, BLOCK>>>(in, limits,
							     below, n, m);
}
