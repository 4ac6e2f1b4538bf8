/* Mistake: only the elements above the diagonal are moved, as if the rest
 * followed by itself. */

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	int col = blockIdx.y * blockDim.y + threadIdx.y;

	if (row < rows && col < cols && row <= col)
		out[col * rows + row] = in[row * cols + col];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(32, 8);
	dim3 grid((rows + block.x - 1) / block.x,
		  (cols + block.y - 1) / block.y);

	transpose<<<grid, block>>>(in, out, rows, cols);
}
