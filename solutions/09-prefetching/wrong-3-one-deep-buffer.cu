/* Mistake: one buffer that is twice as deep. The copies are asynchronous, but
 * nothing is done while they are on their way. */

#include <cuda_pipeline.h>

#define TILE 16
#define DEEP 32

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	__shared__ float a_tile[TILE][DEEP];
	__shared__ float b_tile[DEEP][TILE];
	int x = threadIdx.x;
	int y = threadIdx.y;
	int col = blockIdx.x * TILE + x;
	int row = blockIdx.y * TILE + y;
	float sum = 0.0f;

	for (int k0 = 0; k0 < inner; k0 += DEEP) {
		int deep = min(DEEP, inner - k0);

		for (int t = 0; t < deep; t += TILE) {
			__pipeline_memcpy_async(&a_tile[y][t + x],
						&a[row * inner + k0 + t + x],
						sizeof(float));
			__pipeline_memcpy_async(&b_tile[t + y][x],
						&b[(k0 + t + y) * cols + col],
						sizeof(float));
		}
		__pipeline_commit();
		__pipeline_wait_prior(0);
		__syncthreads();
		for (int k = 0; k < deep; k++)
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
