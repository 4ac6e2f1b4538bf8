/* Mistake: both sides were turned, so the result is the one of another
 * matrix. */

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	int col = blockIdx.y * blockDim.y + threadIdx.y;

	if (row < rows && col < cols)
		out[row * cols + col] = in[col * rows + row];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(32, 8);
	dim3 grid((rows + block.x - 1) / block.x,
		  (cols + block.y - 1) / block.y);

	transpose<<<grid, block>>>(in, out, rows, cols);
}
