/* Solution: lane t is in bank (t * stride) % 32.
 *
 * How many wavefronts that takes depends on how many lanes meet in a bank with
 * different words: the greatest common divisor of the stride and 32, and 1 for
 * stride 0, where all lanes want the same word. */

#define WORDS 1024

__global__ void read_with_stride(const int *in, int *out, int n, int stride)
{
	__shared__ int words[WORDS];
	int t = threadIdx.x;
	int i = blockIdx.x * blockDim.x + t;

	for (int k = t; k < WORDS; k += blockDim.x)
		words[k] = in[blockIdx.x * WORDS + k];
	__syncthreads();

	if (i < n)
		out[i] = words[t * stride % WORDS];
}

extern "C" void solve(const int *in, int *out, int n, int stride)
{
	int blocks = (n + 255) / 256;

	read_with_stride<<<blocks, 256>>>(in, out, n, stride);
}
