/* Another right way: a running sum of the votes by shuffles. */

#define BLOCK 256

__global__ void keep_positive(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32;
	int row = i / 32;
	int value = i < n ? in[i] : 0;
	int places = value > 0;

	for (int s = 1; s < 32; s *= 2) {
		int others = __shfl_up_sync(0xffffffff, places, s);

		if (lane >= s)
			places += others;
	}
	int all = __shfl_sync(0xffffffff, places, 31);

	if (row * 32 >= n)
		return;
	if (value > 0)
		out[row * 32 + places - 1] = value;
	if (lane >= all)
		out[row * 32 + lane] = 0;
	if (lane == 0)
		count[row] = all;
}

extern "C" void solve(const int *in, int *out, int *count, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		keep_positive<<<blocks, BLOCK>>>(in, out, count, n);
}
