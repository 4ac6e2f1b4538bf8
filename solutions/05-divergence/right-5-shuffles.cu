/* Another right way: each warp sums by shuffles, then the warps before it are
 * added. */

#define PAGE 256

__global__ void running_sums(const int *in, int *out, int n)
{
	__shared__ int totals[PAGE / 32];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	int sum = i < n ? in[i] : 0;

	for (int s = 1; s < 32; s *= 2) {
		int before = __shfl_up_sync(0xffffffff, sum, s);

		if (tid % 32 >= s)
			sum += before;
	}
	if (tid % 32 == 31)
		totals[tid / 32] = sum;
	__syncthreads();
	for (int w = 0; w < tid / 32; w++)
		sum += totals[w];
	out[i] = sum;
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		running_sums<<<blocks, PAGE>>>(in, out, n);
}
