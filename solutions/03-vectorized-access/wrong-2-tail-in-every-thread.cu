/* Mistake: right, but every thread copies the whole tail, and all write the
 * same: three more requests in each warp. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4)
		to[i] = from[i];
	for (int k = n / 4 * 4; k < n; k++)
		out[k] = in[k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	/* One thread more than there are whole vectors: it has the tail. */
	int words = n / 4 + 1;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
