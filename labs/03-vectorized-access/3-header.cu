/* Step 3: pass on a message: one word of header, then n words of payload.
 *
 *     out[0] = in[0] + 1         the header counts how often it was passed on
 *     out[1 .. n] = in[1 .. n]   the payload, unchanged
 *
 * The kernel copies the payload as pairs, from its first element on. The
 * first run ends with a memory error: read what it says about the address. */

__global__ void forward(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	/* TODO: an int2 must lie at a multiple of 8 bytes. At which element do
	 * the pairs have to begin, how many are there then, and which elements
	 * are left for a single thread to copy one by one? */
	const int2 *from = (const int2 *)(in + 1);
	int2 *to = (int2 *)(out + 1);
	int pairs = n / 2;

	if (i < pairs)
		to[i] = from[i];
	if (i == 0) {
		out[0] = in[0] + 1;
		if (n % 2 == 1)
			out[n] = in[n];
	}
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* At least one thread is launched: the header is always there. */
	int words = n / 2 + 1;

	forward<<<(words + 255) / 256, 256>>>(in, out, n);
}
