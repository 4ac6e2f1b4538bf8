/* Mistake: thread i copies the pair that begins at element i, as if the
 * index counted ints: pairs 0, 2, 4 and so on are left out. */

__global__ void copy(const int *in, int *out, int n)
{
	const int2 *from = (const int2 *)in;
	int2 *to = (int2 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2)
		to[i / 2] = from[i / 2];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
