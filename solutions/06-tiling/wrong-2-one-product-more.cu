/* Mistake: one product more than a tile has columns. */

#ifndef TILE
#define TILE 16
#endif

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	int x = threadIdx.x;
	int y = threadIdx.y;
	int col = blockIdx.x * TILE + x;
	int row = blockIdx.y * TILE + y;
	float sum = 0.0f;
	__shared__ float a_tile[TILE][TILE];
	__shared__ float b_tile[TILE][TILE];

	for (int k0 = 0; k0 < inner; k0 += TILE) {
		a_tile[y][x] = a[row * inner + k0 + x];
		b_tile[y][x] = b[(k0 + y) * cols + col];
		__syncthreads();
		for (int k = 0; k <= TILE; k++)
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
