/* Another right way: each round reads one array and writes the other: one
 * barrier a round. */

#define PAGE 256

__global__ void scan(const int *in, int *out, int n)
{
	__shared__ int part[2][PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	int from = 0;

	part[0][tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < PAGE; d *= 2) {
		int left = tid >= d ? part[from][tid - d] : 0;

		part[1 - from][tid] = part[from][tid] + left;
		from = 1 - from;
		__syncthreads();
	}
	if (i < n)
		out[i] = part[from][tid];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		scan<<<blocks, PAGE>>>(in, out, n);
}
