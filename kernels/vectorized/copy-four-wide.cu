/* Copy of whole numbers whose count is a multiple of four, four a lane: for
 * comparing widths. No head and no tail, so that the code of a thread is as
 * short as it can be. */

__global__ void copy(const int4 *in, int4 *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < count)
		out[i] = in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int count = n / 4;

	if (count > 0)
		copy<<<(count + 255) / 256, 256>>>((const int4 *)in, (int4 *)out, count);
}
