/* Mistake: the vote of the lanes that happen to come along. */

#define BLOCK 256

__global__ void keep_positive(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32;
	int row = i / 32;
	int value = i < n ? in[i] : 0;

	if (row * 32 >= n)
		return;
	unsigned kept = __ballot_sync(__activemask(), value > 0);
	int place = __popc(kept & ((1u << lane) - 1));

	if (value > 0)
		out[row * 32 + place] = value;
	if (lane >= __popc(kept))
		out[row * 32 + lane] = 0;
	if (lane == 0)
		count[row] = __popc(kept);
}

extern "C" void solve(const int *in, int *out, int *count, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		keep_positive<<<blocks, BLOCK>>>(in, out, count, n);
}
