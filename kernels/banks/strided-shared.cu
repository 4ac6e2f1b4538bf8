/* 32 banks: each block brings 1024 words to shared memory, and its threads
 * read them with a stride.
 *
 * Thread t of a block reads word t * stride, counted round the 1024. Lane by
 * lane, the bank is (t * stride) % 32. */

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
	if (n > 0)
		read_with_stride<<<(n + 255) / 256, 256>>>(in, out, n, stride);
}
