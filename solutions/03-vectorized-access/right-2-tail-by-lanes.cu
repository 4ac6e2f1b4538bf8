/* Another right way: the tail is spread over the first threads of the grid,
 * one element in each. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4)
		to[i] = from[i];
	if (i < n % 4)
		out[n - 1 - i] = in[n - 1 - i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4 + 4;

	copy<<<(words + 127) / 128, 128>>>(in, out, n);
}
