/* Step 1: c = a b. a has rows x inner floats, b inner x cols, c rows x cols,
 * all stored row by row.
 *
 * Each thread is to compute one element of c. The grid covers the columns of
 * c along x and its rows along y.
 *
 * The file compiles and runs, but no product is formed. */

#ifndef TILE
#define TILE 16
#endif

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	int col = blockIdx.x * TILE + threadIdx.x;
	int row = blockIdx.y * TILE + threadIdx.y;

	if (row < rows && col < cols) {
		float sum = 0.0f;

		/* TODO: add up a[row][k] * b[k][col] for all k. Where in
		 * memory are these two elements? */
		c[row * cols + col] = sum;
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols, int inner)
{
	dim3 block(TILE, TILE);
	dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

	if (rows > 0 && cols > 0)
		multiply<<<grid, block>>>(a, b, c, rows, cols, inner);
}
