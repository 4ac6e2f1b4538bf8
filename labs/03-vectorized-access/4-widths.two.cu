/* Two ints in each thread: a load and a store of 8 bytes. To be read and
 * compared; your own file is 4-widths.cu. */

__global__ void copy(const int2 *in, int2 *out, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < words)
		out[i] = in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 2;

	copy<<<(words + 255) / 256, 256>>>((const int2 *)in, (int2 *)out, words);
}
