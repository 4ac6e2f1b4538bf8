/* Another right way: two arrays that change roles, and one barrier a round. */

#define PAGE 256

__global__ void running_sums(const int *in, int *out, int n)
{
	__shared__ int sums[2][PAGE];
	int from = 0;
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	sums[0][tid] = i < n ? in[i] : 0;
	__syncthreads();
	for (int s = 1; s < PAGE; s *= 2) {
		int before = tid >= s ? sums[from][tid - s] : 0;

		sums[1 - from][tid] = sums[from][tid] + before;
		from = 1 - from;
		__syncthreads();
	}
	out[i] = sums[from][tid];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int blocks = (n + PAGE - 1) / PAGE;

	if (blocks > 0)
		running_sums<<<blocks, PAGE>>>(in, out, n);
}
