/* Step 5: running sums. out[i] is the sum of in[p] to in[i], where p is the
 * begin of i's page of 256. out has whole pages: a slot past in[n - 1] gets the
 * sum of its page. In round s = 1, 2, 4, ... each thread adds the sum that lies
 * s places before its own. Threads that have nothing before them leave. */


#define PAGE 256

__global__ void running_sums(const int *in, int *out, int n)
{
	__shared__ int sums[PAGE];
	int tid = threadIdx.x;
	int i = blockIdx.x * PAGE + tid;

	sums[tid] = i < n ? in[i] : 0;
	__syncthreads();
	/* TODO: a thread is done when s is larger than its number, and leaves
	 * the loop. But there are barriers in it, which wait for everybody.
	 * Let all threads stay in the loop, and only add where there is
	 * something to add. */
	for (int s = 1; s <= tid; s *= 2) {
		int before = sums[tid - s];

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
