/* Mistake: the whole loop with its barriers stands in the guard, so threads outside neither load nor come to them. */

#ifndef TILE
#define TILE 16
#endif

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

	if (row < rows && col < cols) {
		for (int k0 = 0; k0 < inner; k0 += TILE) {
			bool in_a = row < rows && k0 + x < inner;
			bool in_b = k0 + y < inner && col < cols;
	
			a_tile[y][x] = in_a ? a[row * inner + k0 + x] : 0.0f;
			b_tile[y][x] = in_b ? b[(k0 + y) * cols + col] : 0.0f;
			__syncthreads();
			for (int k = 0; k < TILE; k++)
				sum += a_tile[y][k] * b_tile[k][x];
			__syncthreads();
		}
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
