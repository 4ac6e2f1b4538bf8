/* Mistake: right, but there are still as many threads as ints. Three
 * quarters of them find nothing to do. */

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
	int words = n;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
