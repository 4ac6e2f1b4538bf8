/* Another right way: a grid of a fixed size with a loop over the vectors,
 * and the tail in thread 0, which every grid has. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = i; k < n / 4; k += gridDim.x * blockDim.x)
		to[k] = from[k];
	if (i == 0)
		for (int k = n / 4 * 4; k < n; k++)
			out[k] = in[k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	copy<<<1056, 128>>>(in, out, n);
}
