/* Mistake: right, but each thread walks along a row, so the lanes of a
 * warp are a whole row apart. */

__global__ void add(const float *a, const float *b, float *c, int rows,
		    int cols)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;

	for (int col = 0; row < rows && col < cols; col++) {
		int i = row * cols + col;

		c[i] = a[i] + b[i];
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols)
{
	add<<<(rows + 255) / 256, 256>>>(a, b, c, rows, cols);
}
