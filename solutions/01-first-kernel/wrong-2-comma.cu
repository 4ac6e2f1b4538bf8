/* Mistake: two conditions with a comma between them: the first one is lost. */

__global__ void add(const float *a, const float *b, float *c, int rows,
		    int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;

	/* TODO: four places. (1) Find this thread's row, from the y side. */
	int row = blockIdx.y * blockDim.y + threadIdx.y;

	/* (2) Now a thread can be outside in two directions. */
	if (row < rows, col < cols) {
		/* (3) Where in memory is the element (row, col)? */
		int i = row * cols + col;

		c[i] = a[i] + b[i];
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols)
{
	dim3 block(32, 8); /* x: 32 columns, y: 8 rows; 256 threads in all */

	/* (4) Enough blocks to cover all rows, too: dim3 grid(x, y). */
	dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);

	add<<<grid, block>>>(a, b, c, rows, cols);
}
