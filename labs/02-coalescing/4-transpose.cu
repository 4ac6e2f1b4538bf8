/* Step 4: a transpose whose reads or writes can be coalesced, but not both.
 *
 * `in` has rows x cols elements; `out` has cols x rows, and out[c][r] =
 * in[r][c]. Each thread moves one element. Here x runs along the rows of
 * `in`, so the loads are coalesced, and the stores pay for it.
 *
 * Turn it round: coalesce the stores, and let the loads pay. */

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	/* TODO: along which side of which matrix should x run, so that
	 * neighbouring threads write neighbouring words? The grid in solve()
	 * has to follow. */
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;

	if (row < rows && col < cols)
		out[col * rows + row] = in[row * cols + col];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(32, 8);
	dim3 grid((cols + block.x - 1) / block.x,
		  (rows + block.y - 1) / block.y);

	transpose<<<grid, block>>>(in, out, rows, cols);
}
