/* Mistake: nobody sets the flags to 0, so a reader may go on at once. */

#define PAGE 1024
#define BLOCK 256

/* Even blocks write pages into the box, odd blocks read them. */
__global__ void pass_on(const int *in, int *box, volatile int *ready, int *out,
			int n)
{
	int pages = (n + PAGE - 1) / PAGE;

	for (int p = blockIdx.x / 2; p < pages; p += gridDim.x / 2) {
		int first = p * PAGE;
		int size = min(PAGE, n - first);

		if (blockIdx.x % 2 == 0) {
			for (int k = threadIdx.x; k < size; k += BLOCK)
				box[first + k] = 3 * in[first + k] + 1;
			__syncthreads();
			if (threadIdx.x == 0) {
				__threadfence(); /* the data before the flag */
				ready[p] = 1;
			}
		} else {
			if (threadIdx.x == 0) {
				while (ready[p] == 0)
					;
				__threadfence(); /* the flag before the data */
			}
			__syncthreads();
			for (int k = threadIdx.x; k < size; k += BLOCK)
				out[first + k] = box[first + size - 1 - k];
		}
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	int pages = (n + PAGE - 1) / PAGE;
	int *box, *ready;

	if (n <= 0)
		return;
	cudaMalloc(&box, n * sizeof(int));
	cudaMalloc(&ready, pages * sizeof(int));
	pass_on<<<2 * min(pages, 64), BLOCK>>>(in, box, ready, out, n);
	cudaFree(ready);
	cudaFree(box);
}
