/* Mistake: the guard asks about the index alone. A thread beyond the end of
 * its row has the index of an element of the next row, which is added twice. */

__global__ void add(const float *a, const float *b, float *c, int rows,
		    int cols)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int i = row * cols + col;

	if (i < rows * cols)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols)
{
	dim3 block(32, 8);
	dim3 grid((cols + block.x - 1) / block.x,
		  (rows + block.y - 1) / block.y);

	add<<<grid, block>>>(a, b, c, rows, cols);
}
