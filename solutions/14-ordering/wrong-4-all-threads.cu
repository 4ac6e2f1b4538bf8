/* Mistake: all threads of a block wait, and store the same sum and the flag. */

#include <cuda/atomic>

#define PAGE 1024
#define BLOCK 256

using flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

/* upto[p]: the sum of all pages up to page p. A block waits for the one
 * before it, which has taken its page earlier, and so has started. */
__global__ void running(const int *in, int *upto, int *ready, int *next, int n)
{
	__shared__ int page, warps[BLOCK / 32];
	int sum = 0;

	if (threadIdx.x == 0)
		page = atomicAdd(next, 1);
	__syncthreads();
	for (int k = threadIdx.x; k < PAGE; k += BLOCK)
		if (page * PAGE + k < n)
			sum += in[page * PAGE + k];
	sum = __reduce_add_sync(0xffffffff, sum);
	if (threadIdx.x % 32 == 0)
		warps[threadIdx.x / 32] = sum;
	__syncthreads();
	{
		int total = 0;

		for (int k = 0; k < BLOCK / 32; k++)
			total += warps[k];
		if (page > 0) {
			flag before(ready[page - 1]);

			while (before.load(cuda::memory_order_acquire) == 0)
				;
			total += upto[page - 1];
		}
		upto[page] = total;
		flag(ready[page]).store(1, cuda::memory_order_release);
	}
}

extern "C" void solve(const int *in, int *upto, int n)
{
	int pages = (n + PAGE - 1) / PAGE;
	int *ready;

	if (pages <= 0)
		return;
	cudaMalloc(&ready, (pages + 1) * sizeof(int));
	cudaMemset(ready, 0, (pages + 1) * sizeof(int));
	running<<<pages, BLOCK>>>(in, upto, ready, ready + pages, n);
	cudaFree(ready);
}
