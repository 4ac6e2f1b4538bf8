/* Step 1: copy n whole numbers, two in each thread.
 *
 * The kernel below is a right copy, one int of 4 bytes in each thread. n is
 * even in this step, so nothing is left over when two ints travel together.
 *
 * Run it once as it is: the answers are right, but it takes twice the
 * requests that are needed. */

__global__ void copy(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	/* TODO: look at `in` and `out` as arrays of int2, a pair of ints that
	 * one load of 8 bytes fetches, and let thread i copy pair i. How many
	 * pairs are there, and how many threads are needed now? */
	if (i < n)
		out[i] = in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
