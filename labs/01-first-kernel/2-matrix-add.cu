/* Step 2: add two matrices with a grid that has two dimensions.
 *
 * A matrix of rows x cols floats lies in memory row by row: first all of row
 * 0, then all of row 1, and so on. The kernel finds its column from the x
 * side of the grid and its row from the y side.
 *
 * The file compiles and runs, but only the first row is added. */

__global__ void add(const float *a, const float *b, float *c, int rows,
		    int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;

	/* TODO: four places. (1) Find this thread's row, from the y side. */
	int row = 0;

	/* (2) Now a thread can be outside in two directions. */
	if (col < cols) {
		/* (3) Where in memory is the element (row, col)? */
		int i = row + col;

		c[i] = a[i] + b[i];
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols)
{
	dim3 block(32, 8); /* x: 32 columns, y: 8 rows; 256 threads in all */

	/* (4) Enough blocks to cover all rows, too: dim3 grid(x, y). */
	dim3 grid((cols + block.x - 1) / block.x);

	add<<<grid, block>>>(a, b, c, rows, cols);
}
