/* Mistake: the last round is left out. */

#define PAGE 256

__global__ void scan(const int *in, int *out, int n)
{
	__shared__ int part[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	part[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < PAGE / 2; d *= 2) {
		int left = tid >= d ? part[tid - d] : 0;

		__syncthreads();
		part[tid] += left;
		__syncthreads();
	}
	if (i < n)
		out[i] = part[tid];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		scan<<<blocks, PAGE>>>(in, out, n);
}
