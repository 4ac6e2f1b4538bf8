/* Mistake: two stages of tiles that are 32 deep. One tile is on its way while
 * another is read, as in step 3, and nothing waits two turns. */

#include <cuda_pipeline.h>

#define TILE 16
#define DEPTH 32

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	__shared__ float a_tile[2][TILE][DEPTH];
	__shared__ float b_tile[2][DEPTH][TILE];
	int x = threadIdx.x;
	int y = threadIdx.y;
	int col = blockIdx.x * TILE + x;
	int row = blockIdx.y * TILE + y;
	int now = 0;
	float sum = 0.0f;

	auto start = [&](int stage, int k0) {
		for (int d = 0; d < min(DEPTH, inner - k0); d += TILE) {
			__pipeline_memcpy_async(&a_tile[stage][y][d + x],
						&a[row * inner + k0 + d + x],
						sizeof(float));
			__pipeline_memcpy_async(&b_tile[stage][d + y][x],
						&b[(k0 + d + y) * cols + col],
						sizeof(float));
		}
		__pipeline_commit();
	};

	start(0, 0);
	for (int k0 = 0; k0 < inner; k0 += DEPTH) {
		__pipeline_wait_prior(0);
		__syncthreads();
		start(1 - now, k0 + DEPTH);
		for (int k = 0; k < min(DEPTH, inner - k0); k++)
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
