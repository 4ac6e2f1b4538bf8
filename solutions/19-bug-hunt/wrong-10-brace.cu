/* Mistake: the barrier moved, and one brace too many with it. */

#define TILE 16

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	__shared__ float a_tile[TILE][TILE];
	__shared__ float b_tile[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int col = blockIdx.x * TILE + x;
	int row = blockIdx.y * TILE + y;
	float sum = 0.0f;

	for (int k0 = 0; k0 < inner; k0 += TILE) {
		a_tile[y][x] = a[row * inner + k0 + x];
		b_tile[y][x] = b[(k0 + y) * cols + col];
		__syncthreads();
		for (int k = 0; k < TILE; k++) {
			sum += a_tile[y][k] * b_tile[k][x];
		}
		__syncthreads();
	}
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
