/* Mistake: the tail is copied as if it were a single element, as in a copy
 * of pairs. It may be two or three. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4)
		to[i] = from[i];
	else if (n % 4 != 0 && i == n / 4)
		out[n - 1] = in[n - 1];
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* One thread more than there are whole vectors: it has the tail. */
	int words = n / 4 + 1;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
