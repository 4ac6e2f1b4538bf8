/* Mistake: right, but it is still a chunk for each thread, only written in
 * another way. */

#define PER_THREAD 16

__global__ void scale(const float *in, float *out, int n)
{
	int first = blockIdx.x * blockDim.x * PER_THREAD +
		    threadIdx.x * PER_THREAD;

	for (int k = 0; k < PER_THREAD; k++) {
		int i = first + k;

		if (i < n)
			out[i] = 2.0f * in[i] + 1.0f;
	}
}

extern "C" void solve(const float *in, float *out, int n)
{
	int threads = 256;
	int per_block = threads * PER_THREAD;
	int blocks = (n + per_block - 1) / per_block;

	scale<<<blocks, threads>>>(in, out, n);
}
