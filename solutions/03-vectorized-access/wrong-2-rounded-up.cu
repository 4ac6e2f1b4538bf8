/* Mistake: the number of vectors is rounded up, so that the last one reaches
 * past the end of both arrays. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < (n + 3) / 4)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4 + 1;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
