/* Mistake: a thread has four results and loads the twelve words of these for
 * itself: few requests, but each word is loaded by three threads. */

#define BLOCK 256
#define REACH 4
#define EACH 4

__global__ void smooth(const float *in, float *out, int n)
{
	int first = (blockIdx.x * BLOCK + threadIdx.x) * EACH;
	float word[EACH + 2 * REACH];

	if (first >= REACH && first + EACH + REACH <= n) {
		for (int k = 0; k < EACH + 2 * REACH; k += 4)
			*(float4 *)&word[k] =
				*(const float4 *)&in[first - REACH + k];
	} else {
		for (int k = 0; k < EACH + 2 * REACH; k++) {
			int from = first - REACH + k;

			word[k] = from >= 0 && from < n ? in[from] : 0.0f;
		}
	}
	for (int r = 0; r < EACH; r++) {
		float sum = 0.0f;

		for (int d = -REACH; d <= REACH; d++)
			sum += (REACH + 1 - abs(d)) * word[r + REACH + d];
		if (first + r < n)
			out[first + r] = sum;
	}
}

extern "C" void solve(const float *in, float *out, int n)
{
	int per_block = BLOCK * EACH;
	int blocks = (n + per_block - 1) / per_block;

	if (blocks > 0)
		smooth<<<blocks, BLOCK>>>(in, out, n);
}
