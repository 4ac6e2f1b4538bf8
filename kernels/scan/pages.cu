/* Running sums of pages of 256 ints, in shared memory.
 *
 * The idea: after the round with d each place holds the sum of 2 d places
 * up to itself. 8 rounds do for 256. */

#define PAGE 256

__global__ void scan(const int *in, int *out, int n)
{
	__shared__ int part[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	part[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < PAGE; d *= 2) {
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
