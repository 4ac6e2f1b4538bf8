/* Mistake: the loop declares its own two variables, and nobody gets what it loads. */

#define TILE 16

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	__shared__ float a_tile[TILE][TILE];
	__shared__ float b_tile[TILE][TILE];
	int x = threadIdx.x;
	int y = threadIdx.y;
	int col = blockIdx.x * TILE + x;
	int row = blockIdx.y * TILE + y;
	float sum = 0.0f;

	/* TODO: all threads wait for these two loads before anything else goes
	 * on. Load the words of the next tiles to two registers before the
	 * products of this turn, and store them to the tiles after them. */
	float na = 0, nb = 0;

	if (inner > 0) {
		na = a[row * inner + x];
		nb = b[y * cols + col];
	}
	for (int k0 = 0; k0 < inner; k0 += TILE) {
		a_tile[y][x] = na;
		b_tile[y][x] = nb;
		__syncthreads();
		if (k0 + TILE < inner) {
			float na = a[row * inner + k0 + TILE + x];
			float nb = b[(k0 + TILE + y) * cols + col];
		}
		for (int k = 0; k < TILE; k++)
			sum += a_tile[y][k] * b_tile[k][x];
		__syncthreads();
	}
	c[row * cols + col] = sum;
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols, int inner)
{
	dim3 block(TILE, TILE);
	dim3 grid(cols / TILE, rows / TILE);

	if (rows > 0 && cols > 0)
		multiply<<<grid, block>>>(a, b, c, rows, cols, inner);
}
