/* Another right way: a grid of a fixed size, each thread with several pairs.
 * The notes that many learn from do it so. */

__global__ void copy(const int *in, int *out, int n)
{
	const int2 *from = (const int2 *)in;
	int2 *to = (int2 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (; i < n / 2; i += gridDim.x * blockDim.x)
		to[i] = from[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	copy<<<1056, 128>>>(in, out, n);
}
