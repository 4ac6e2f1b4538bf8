/* Mistake: the whole kernel, barriers included, stands in if (i < n). The threads
 * without a number leave, and nobody fills their slots. */

#define PAGE 256

__global__ void running_sums(const int *in, int *out, int n)
{
	__shared__ int sums[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	if (i < n) {
		sums[tid] = in[i];
		__syncthreads();
		for (int s = 1; s < PAGE; s *= 2) {
			int before = tid >= s ? sums[tid - s] : 0;

			__syncthreads();
			sums[tid] += before;
			__syncthreads();
		}
		out[i] = sums[tid];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		running_sums<<<blocks, PAGE>>>(in, out, n);
}
