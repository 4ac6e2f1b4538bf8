/* Mistake: one thread of each block makes all running sums by itself. */

#define PAGE 256

__global__ void running_sums(const int *in, int *out, int n)
{
	__shared__ int sums[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	sums[tid] = i < n ? in[i] : 0;
	__syncthreads();
	if (tid == 0) {
		for (int k = 1; k < PAGE; k++)
			sums[k] += sums[k - 1];
	}
	__syncthreads();
	out[i] = sums[tid];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		running_sums<<<blocks, PAGE>>>(in, out, n);
}
