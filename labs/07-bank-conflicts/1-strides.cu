/* Step 1: read shared memory with a stride.
 *
 * Each block brings 1024 words from `in` to shared memory: block b brings
 * in[b * 1024 ...]. Then thread t of the block reads one of them,
 *
 *     out[b * 256 + t] = words[(t * stride) % 1024]
 *
 * The kernel ignores the stride. */

#define WORDS 1024

__global__ void read_with_stride(const int *in, int *out, int n, int stride)
{
	__shared__ int words[WORDS];
	int t = threadIdx.x;
	int i = blockIdx.x * blockDim.x + t;

	for (int k = t; k < WORDS; k += blockDim.x)
		words[k] = in[blockIdx.x * WORDS + k];
	__syncthreads();

	/* TODO: thread t should read word t * stride, counted round the 1024
	 * words of the block. */
	if (i < n)
		out[i] = words[t];
}

extern "C" void solve(const int *in, int *out, int n, int stride)
{
	int blocks = (n + 255) / 256;

	read_with_stride<<<blocks, 256>>>(in, out, n, stride);
}
