/* Another right way: eight elements of a column for each thread. */

#ifndef TILE
#define TILE 32
#endif
#define PATCH 8		    /* elements of a thread, in one column */
#define STEP (TILE / PATCH) /* so many rows apart */

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	__shared__ float a_tile[TILE][TILE];
	__shared__ float b_tile[TILE][TILE];
	int x = threadIdx.x;
	int col = blockIdx.x * TILE + x;
	float sum[PATCH] = {};

	for (int k0 = 0; k0 < inner; k0 += TILE) {
		for (int p = 0; p < PATCH; p++) {
			int y = threadIdx.y + p * STEP;
			int row = blockIdx.y * TILE + y;
			bool in_a = row < rows && k0 + x < inner;
			bool in_b = k0 + y < inner && col < cols;

			a_tile[y][x] = in_a ? a[row * inner + k0 + x] : 0.0f;
			b_tile[y][x] = in_b ? b[(k0 + y) * cols + col] : 0.0f;
		}
		__syncthreads();
		for (int k = 0; k < TILE; k++) {
			float right = b_tile[k][x];

			for (int p = 0; p < PATCH; p++)
				sum[p] += a_tile[threadIdx.y + p * STEP][k] *
					  right;
		}
		__syncthreads();
	}
	for (int p = 0; p < PATCH; p++) {
		int row = blockIdx.y * TILE + threadIdx.y + p * STEP;

		if (row < rows && col < cols)
			c[row * cols + col] = sum[p];
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols, int inner)
{
	dim3 block(TILE, STEP);
	dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

	if (rows > 0 && cols > 0)
		multiply<<<grid, block>>>(a, b, c, rows, cols, inner);
}
