/* Mistake: no barrier is in the wrong place any more, for one thread adds up
 * the whole page. */

#define PAGE 256

__global__ void scan(const int *in, int *out, int n)
{
	__shared__ int part[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	part[tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int d = 1; d < PAGE; d *= 2) {
		if (tid == 0 && d == 1)
			for (int k = 1; k < PAGE; k++)
				part[k] += part[k - 1];
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
