/* Mistake: a thread without a partner adds what it got in an earlier round. */

#define PAGE 256

__global__ void running_sums(const int *in, int *out, int n)
{
	__shared__ int sums[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	sums[tid] = i < n ? in[i] : 0;
	__syncthreads();
	int before = 0;

	for (int s = 1; s < PAGE; s *= 2) {
		if (tid >= s)
			before = sums[tid - s];

		__syncthreads();
		sums[tid] += before;
		__syncthreads();
	}
	out[i] = sums[tid];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		running_sums<<<blocks, PAGE>>>(in, out, n);
}
