/* Mistake: the lock is freed twice. */

#define BLOCK 64

/* best[0]: the largest value so far; best[1]: 1 + its first place. */
__device__ void offer(volatile int *best, int value, int place)
{
	if (value > best[0] || (value == best[0] && place < best[1])) {
		best[0] = value;
		best[1] = place;
	}
}

__global__ void find(const int *in, int *lock, int *best, int n)
{
	int all = gridDim.x * BLOCK;
	int value = 0, place = 0;

	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all) {
		if (in[i] > value) {
			value = in[i];
			place = i + 1;
		}
	}
	/* The best of the warp, and the first place that has it. */
	int most = __reduce_max_sync(0xffffffff, value);
	int mine = value == most ? place : 2147483647;
	int first = __reduce_min_sync(0xffffffff, mine);

	if (threadIdx.x % 32 == 0 && most > 0) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		offer(best, most, first);
		__threadfence();
		atomicExch(lock, 0);
		atomicExch(lock, 0);
	}
}

extern "C" void solve(const int *in, int *best, int n)
{
	int blocks = min((n + BLOCK - 1) / BLOCK, 16);
	int *lock;

	cudaMemset(best, 0, 2 * sizeof(int));
	if (n <= 0)
		return;
	cudaMalloc(&lock, sizeof(int));
	cudaMemset(lock, 0, sizeof(int));
	find<<<blocks, BLOCK>>>(in, lock, best, n);
	cudaFree(lock);
}
