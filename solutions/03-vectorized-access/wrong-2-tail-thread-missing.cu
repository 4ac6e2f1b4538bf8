/* Mistake: one thread copies the tail, but the grid ends before that thread
 * when n / 4 is a multiple of 256. The lecture notes have this one. */

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
	int words = n < 4 ? 1 : n / 4;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
