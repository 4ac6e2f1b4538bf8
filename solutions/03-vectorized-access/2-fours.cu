/* Solution: a thread owns four neighbours; the last thread may own fewer.
 *
 * Thread n / 4 is the first one without a whole int4. If n is no multiple of
 * four, it copies elements 4 * (n / 4) to n - 1 one by one. For every later
 * thread the loop ends before it begins. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4)
		to[i] = from[i];
	else
		for (int k = 4 * i; k < n; k++)
			out[k] = in[k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* One thread more than there are whole vectors: it has the tail. */
	int words = n / 4 + 1;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
