/* Another right way: a warp has 24 results: its lanes hold 32 words, and
 * neighbours are asked by shuffles. */

#define BLOCK 256
#define REACH 4
#define RESULTS (32 - 2 * REACH) /* of a warp */

__global__ void smooth(const float *in, float *out, int n)
{
	int warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
	int lane = threadIdx.x % 32;
	int i = warp * RESULTS + lane - REACH;
	float word = i >= 0 && i < n ? in[i] : 0.0f;
	float sum = 0.0f;

	for (int d = -REACH; d <= REACH; d++)
		sum += (REACH + 1 - abs(d)) *
		       __shfl_sync(0xffffffff, word, (lane + d) & 31);
	if (lane >= REACH && lane < 32 - REACH && i < n)
		out[i] = sum;
}

extern "C" void solve(const float *in, float *out, int n)
{
	int warps = (n + RESULTS - 1) / RESULTS;
	int blocks = (warps + BLOCK / 32 - 1) / (BLOCK / 32);

	if (blocks > 0)
		smooth<<<blocks, BLOCK>>>(in, out, n);
}
