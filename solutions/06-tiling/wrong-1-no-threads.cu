/* Mistake: the launch names the blocks alone, so each has one thread. */

#ifndef TILE
#define TILE 16
#endif

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{
	int col = blockIdx.x * TILE + threadIdx.x;
	int row = blockIdx.y * TILE + threadIdx.y;

	if (row < rows && col < cols) {
		float sum = 0.0f;

		for (int k = 0; k < inner; k++)
			sum += a[row * inner + k] * b[k * cols + col];
		c[row * cols + col] = sum;
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols, int inner)
{
	dim3 block(TILE, TILE);
	dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

	if (rows > 0 && cols > 0)
		multiply<<<grid>>>(a, b, c, rows, cols, inner);
}
