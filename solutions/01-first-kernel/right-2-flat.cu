/* Another right way: to add two matrices, rows and columns need not be
 * told apart, and a grid of one dimension will do. */

__global__ void add(const float *a, const float *b, float *c, int rows,
		    int cols)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < rows * cols)
		c[i] = a[i] + b[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols)
{
	add<<<(rows * cols + 255) / 256, 256>>>(a, b, c, rows, cols);
}
