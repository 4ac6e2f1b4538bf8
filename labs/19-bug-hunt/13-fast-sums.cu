/* Bug 13: sums of pages of 4096 ints; the last warp is unrolled.
 *
 * TODO: one fault is in this file. Say which line it is in and of what kind
 * it is before you run the file. Then mend it. */

#define BLOCK 256
#define PAGE 4096

__global__ void page_sums(const int *in, int *sums, int n)
{
	__shared__ int part[BLOCK];
	int tid = threadIdx.x;
	int first = blockIdx.x * 2 * BLOCK;
	int i = first + tid;

	part[tid] = (i < n ? in[i] : 0) + (i + BLOCK < n ? in[i + BLOCK] : 0);
	__syncthreads();
	for (int s = BLOCK / 2; s > 32; s /= 2) {
		if (tid < s)
			part[tid] += part[tid + s];
		__syncthreads();
	}
	if (tid < 32) {
		volatile int *v = part;

		v[tid] += v[tid + 32];
		v[tid] += v[tid + 16];
		v[tid] += v[tid + 8];
		v[tid] += v[tid + 4];
		v[tid] += v[tid + 2];
		v[tid] += v[tid + 1];
	}
	if (tid == 0)
		atomicAdd(&sums[first / PAGE], part[0]);
}

extern "C" void solve(const int *in, int *sums, int n)
{
	int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);

	if (blocks > 0)
		page_sums<<<blocks, BLOCK>>>(in, sums, n);
}
