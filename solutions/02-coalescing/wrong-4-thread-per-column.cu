/* Mistake: right, but each thread walks down a column of `in`: the loads are
 * coalesced, and the stores are a whole row of `out` apart. */

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;

	for (int row = 0; row < rows && col < cols; row++)
		out[col * rows + row] = in[row * cols + col];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	transpose<<<(cols + 255) / 256, 256>>>(in, out, rows, cols);
}
