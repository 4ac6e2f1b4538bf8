/* Four neighbouring ints in each thread, one after another: four loads and
 * four stores of 4 bytes. To be read and compared; your own file is
 * 4-widths.cu. */

__global__ void copy(const int *in, int *out, int words)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < words)
		for (int k = 0; k < 4; k++)
			out[4 * i + k] = in[4 * i + k];
}

extern "C" void solve(const int *in, int *out, int n)
{
	int words = n / 4;

	copy<<<(words + 255) / 256, 256>>>(in, out, words);
}
