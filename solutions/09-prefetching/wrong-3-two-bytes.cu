/* Mistake: copies of two bytes. cp.async has 4, 8 and 16. */

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

	if (inner > 0) {
		__pipeline_memcpy_async(&a_tile[0][y][x], &a[row * inner + x],
					sizeof(short));
		__pipeline_memcpy_async(&b_tile[0][y][x], &b[y * cols + col],
					sizeof(short));
	}
	__pipeline_commit();
	for (int k0 = 0; k0 < inner; k0 += TILE) {
		int next = k0 + TILE;

		__pipeline_wait_prior(0);
		__syncthreads();
		if (next < inner) {
			__pipeline_memcpy_async(&a_tile[1 - now][y][x],
						&a[row * inner + next + x],
						sizeof(short));
			__pipeline_memcpy_async(&b_tile[1 - now][y][x],
						&b[(next + y) * cols + col],
						sizeof(short));
		}
		__pipeline_commit();
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
