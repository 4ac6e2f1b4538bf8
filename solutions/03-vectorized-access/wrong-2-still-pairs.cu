/* Mistake: right for every n, but still two at a time. */

__global__ void copy(const int *in, int *out, int n)
{
	const int2 *from = (const int2 *)in;
	int2 *to = (int2 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2)
		to[i] = from[i];
	else
		for (int k = 2 * i; k < n; k++)
			out[k] = in[k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* One thread more than there are whole vectors: it has the tail. */
	int words = n / 2 + 1;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
