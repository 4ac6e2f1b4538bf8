/* Mistake: the guard still counts ints. There are only half as many pairs,
 * and the second half of the threads lies after the end. */

__global__ void copy(const int *in, int *out, int n)
{
	const int2 *from = (const int2 *)in;
	int2 *to = (int2 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n;

	copy<<<(words + 255) / 256, 256>>>(in, out, n);
}
