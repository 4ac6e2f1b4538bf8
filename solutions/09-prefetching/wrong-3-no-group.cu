/* Mistake: no group is closed, so there is nothing to wait for. */

#include <cuda_pipeline.h>

#define TILE 16

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	__shared__ float a_tile[2][TILE][TILE];
	__shared__ float b_tile[2][TILE][TILE];
	int x = threadIdx.x;
	int y = threadIdx.y;
	int col = blockIdx.x * TILE + x;
	int row = blockIdx.y * TILE + y;
	float sum = 0.0f;

	int now = 0;

	/* TODO: copy the words with __pipeline_memcpy_async(to, from, bytes),
	 * which needs no register and waits for nothing. Close the group with
	 * __pipeline_commit(). Before the next turn reads them:
	 * __pipeline_wait_prior(0), then a barrier. */
	if (inner > 0) {
		__pipeline_memcpy_async(&a_tile[0][y][x], &a[row * inner + x], 4);
		__pipeline_memcpy_async(&b_tile[0][y][x], &b[y * cols + col], 4);
	}
	;
	for (int k0 = 0; k0 < inner; k0 += TILE) {
		int next = k0 + TILE;

		__pipeline_wait_prior(0);
		__syncthreads();
		if (next < inner) {
			__pipeline_memcpy_async(&a_tile[1 - now][y][x], &a[row * inner + next + x], 4);
			__pipeline_memcpy_async(&b_tile[1 - now][y][x], &b[(next + y) * cols + col], 4);
		}
		;
		for (int k = 0; k < TILE; k++)
			sum += a_tile[now][y][k] * b_tile[now][k][x];
		now = 1 - now;
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
