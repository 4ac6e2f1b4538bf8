/* Mistake: one guard for both directions. A thread beyond the end of its row
 * has an index, too: that of an element of the next row, which is added twice. */

__global__ void matrix_add(const float *a, const float *b, float *c, int rows,
			   int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;

	if (row * cols + col >= rows * cols)
		return;
	c[row * cols + col] = a[row * cols + col] + b[row * cols + col];
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols)
{
	dim3 block(32, 8);
	dim3 grid((cols + 31) / 32, (rows + 7) / 8);

	if (rows > 0 && cols > 0)
		matrix_add<<<grid, block>>>(a, b, c, rows, cols);
}
