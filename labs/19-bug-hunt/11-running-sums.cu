/* Bug 11: running sums of pages of 256: out[i] is the sum of its page up to
 * i.
 *
 * TODO: one fault is in this file. Say which line it is in and of what kind
 * it is before you run the file. Then mend it. */

#define PAGE 256

__global__ void scan(const int *in, int *out, int n)
{
	__shared__ int part[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	part[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < PAGE; d *= 2) {
		if (tid >= d) {
			int left = part[tid - d];

			__syncthreads();
			part[tid] += left;
		}
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
