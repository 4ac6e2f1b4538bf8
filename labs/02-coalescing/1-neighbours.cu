/* Step 1: a chunk for each thread, or neighbours for neighbouring threads?
 *
 * Each thread computes 16 elements of out[i] = 2 * in[i] + 1. Here they lie
 * side by side, as one would share out work among the cores of a CPU. The
 * answers are right, yet every load and store of a warp touches far more
 * sectors than its 32 words would fill.
 *
 * Run it once as it is, then change who works on what. */

#define PER_THREAD 16

__global__ void scale(const float *in, float *out, int n)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;

	/* TODO: let a block keep its stretch of 256 * PER_THREAD elements,
	 * but in each turn k of the loop neighbouring threads should take
	 * neighbouring elements. Only this line and the one that computes i
	 * have to change. */
	int first = thread * PER_THREAD;

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
