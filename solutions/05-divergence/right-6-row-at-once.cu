/* Another right way: the row is put together in shared memory, then stored by
 * all lanes. */

#define BLOCK 256

__global__ void keep_positive(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32;
	int row = i / 32;
	int value = i < n ? in[i] : 0;
	unsigned kept = __ballot_sync(0xffffffff, value > 0);
	unsigned before = kept & ((1u << lane) - 1);

	__shared__ int rows[BLOCK];
	int *mine = rows + threadIdx.x / 32 * 32;

	mine[lane] = 0;
	__syncwarp();
	if (value > 0)
		mine[__popc(before)] = value;
	__syncwarp();
	if (row * 32 >= n)
		return;
	out[row * 32 + lane] = mine[lane];
	if (lane == 0)
		count[row] = __popc(kept);
}

extern "C" void solve(const int *in, int *out, int *count, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		keep_positive<<<blocks, BLOCK>>>(in, out, count, n);
}
