/* Solution: in each turn of the loop a block takes 256 neighbours.
 *
 * A block still owns one stretch of the array and a thread still computes 16
 * elements, but a thread's elements now lie a whole block apart. What counts
 * is which addresses a warp names at one moment: 32 words in a row, 4
 * sectors. */

#define PER_THREAD 16

__global__ void scale(const float *in, float *out, int n)
{
	int first = blockIdx.x * blockDim.x * PER_THREAD + threadIdx.x;

	for (int k = 0; k < PER_THREAD; k++) {
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
