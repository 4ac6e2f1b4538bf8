/* Mistake: the words of a block are numbered from 0 in each block; the
 * thread's number in the grid is another one. */

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
		out[i] = words[(i + 1) * stride % WORDS];
}

extern "C" void solve(const int *in, int *out, int n, int stride)
{
	int blocks = (n + 255) / 256;

	read_with_stride<<<blocks, 256>>>(in, out, n, stride);
}
