/* Mistake: the word that a thread wants comes straight from global memory. The
 * read from shared memory is there, and its value is not used. */

#define WORDS 1024

__global__ void read_with_stride(const int *in, int *out, int n, int stride)
{
	__shared__ int words[WORDS];
	int t = threadIdx.x;
	int i = blockIdx.x * blockDim.x + t;

	for (int k = t; k < WORDS; k += blockDim.x)
		words[k] = k;
	__syncthreads();

	int place = ((volatile int *)words)[t * stride % WORDS];

	if (i < n)
		out[i] = in[blockIdx.x * WORDS + place];
}

extern "C" void solve(const int *in, int *out, int n, int stride)
{
	int blocks = (n + 255) / 256;

	read_with_stride<<<blocks, 256>>>(in, out, n, stride);
}
