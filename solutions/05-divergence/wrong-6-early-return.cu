/* Mistake: lanes past the end leave before the vote that names them. */

#define BLOCK 256

__global__ void keep_positive(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32;
	int row = i / 32;
	if (i >= n)
		return;
	int value = in[i];
	unsigned kept = __ballot_sync(0xffffffff, value > 0);
	unsigned before = kept & ((1u << lane) - 1);

	if (row * 32 >= n)
		return;
	if (value > 0)
		out[row * 32 + __popc(before)] = value;
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
