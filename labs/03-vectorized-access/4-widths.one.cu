/* One int in each thread: a load and a store of 4 bytes. To be read and
 * compared; your own file is 4-widths.cu. */

__global__ void copy(const int *in, int *out, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < words)
		out[i] = in[i];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n;

	copy<<<(words + 255) / 256, 256>>>(in, out, words);
}
