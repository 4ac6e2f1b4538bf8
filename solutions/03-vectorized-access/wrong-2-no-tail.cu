/* Mistake: the n % 4 elements that fill no vector are forgotten. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4 + 1;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
