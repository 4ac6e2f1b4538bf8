/* Another right way: a kernel of its own for the tail, launched only when
 * there is one. */

__global__ void copy(const int *in, int *out, int n)
{
	const int4 *from = (const int4 *)in;
	int4 *to = (int4 *)out;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n / 4)
		to[i] = from[i];
}

__global__ void copy_one_by_one(const int *in, int *out)
{
	out[threadIdx.x] = in[threadIdx.x];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4;
	int tail = n % 4;

	if (words > 0)
		copy<<<(words + 255) / 256, 256>>>(in, out, n);
	if (tail > 0)
		copy_one_by_one<<<1, tail>>>(in + n - tail, out + n - tail);
}
