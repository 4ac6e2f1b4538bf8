/* Mistake: nothing is handed over. Each block computes what another one was to
 * give it, and nobody waits. */

#define PAGE 1024
#define BLOCK 256

__global__ void pass_on(const int *in, int *out, int n)
{
	int first = blockIdx.x * PAGE;
	int size = min(PAGE, n - first);

	for (int k = threadIdx.x; k < size; k += BLOCK)
		out[first + k] = 3 * in[first + size - 1 - k] + 1;
}

extern "C" void solve(const int *in, int *out, int n)
{
	if (n > 0)
		pass_on<<<(n + PAGE - 1) / PAGE, BLOCK>>>(in, out, n);
}
