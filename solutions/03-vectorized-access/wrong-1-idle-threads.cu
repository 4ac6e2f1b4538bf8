/* Mistake: right, but there are still as many threads as ints. Half of them
 * find nothing to do. */

__global__ void copy(const int *in, int *out, int n)
{
	const int2 *from = (const int2 *)in;
	int2 *to = (int2 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 2)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
