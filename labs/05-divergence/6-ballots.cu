/* Step 6: rows of 32 numbers. The positive ones of each row go to the front,
 * in their order; zeros fill up the row. `count` says how many there are.
 *
 * Here one lane of each warp does the whole row. */

#define BLOCK 256

__global__ void keep_positive(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int lane = threadIdx.x % 32;
	int row = i / 32;
	/* TODO: one lane goes over the 32 values of its row, the others wait.
	 * Let each lane look at its own value, vote, and find its place from
	 * the votes of the lanes before it. */
	if (row * 32 >= n || lane != 0)
		return;
	int places = 0;

	for (int k = row * 32; k < min(row * 32 + 32, n); k++)
		if (in[k] > 0)
			out[row * 32 + places++] = in[k];
	count[row] = places;
	for (; places < 32; places++)
		out[row * 32 + places] = 0;
}

extern "C" void solve(const int *in, int *out, int *count, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;

	if (blocks > 0)
		keep_positive<<<blocks, BLOCK>>>(in, out, count, n);
}
