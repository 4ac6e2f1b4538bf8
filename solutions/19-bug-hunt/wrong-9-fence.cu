/* Mistake: a fence in the place of the second barrier. */

#define BLOCK 128

__global__ void rank(const int *in, const int *limits, int *below, int n, int m)
{
	__shared__ int tile[BLOCK];
	int tid = threadIdx.x;
	int i = blockIdx.x * BLOCK + tid;
	int mine = i < n ? in[i] : 0;
	int count = 0;

	for (int first = 0; first < m; first += BLOCK) {
		int size = min(BLOCK, m - first);

		if (tid < size)
			tile[tid] = limits[first + tid];
		__syncthreads();
		for (int k = 0; k < size; k++)
			count += tile[k] < mine;
		__threadfence_block();
	}
	if (i < n)
		below[i] = count;
}

extern "C" void solve(const int *in, const int *limits, int *below, int n,
		      int m)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		rank<<<blocks, BLOCK>>>(in, limits, below, n, m);
}
