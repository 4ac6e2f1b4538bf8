/* Mistake: the loop makes one turn too few. */

#define PER_THREAD 16

__global__ void scale(const float *in, float *out, int n)
{
	int first = blockIdx.x * blockDim.x * PER_THREAD + threadIdx.x;

	for (int k = 0; k < PER_THREAD - 1; k++) {
		int i = first + k * blockDim.x;

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
