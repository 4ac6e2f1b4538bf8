/* Mistake: one thread does it all. */

#ifndef TILE
#define TILE 16
#endif

__global__ void multiply(const float *a, const float *b, float *c, int rows,
			 int cols, int inner)
{

	for (int row = 0; row < rows; row++) {
		for (int col = 0; col < cols; col++) {
			float sum = 0.0f;

			for (int k = 0; k < inner; k++)
				sum += a[row * inner + k] * b[k * cols + col];
			c[row * cols + col] = sum;
		}
	}
}

extern "C" void solve(const float *a, const float *b, float *c, int rows,
		      int cols, int inner)
{
	dim3 block(TILE, TILE);
	dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

	if (rows > 0 && cols > 0)
		multiply<<<1, 1>>>(a, b, c, rows, cols, inner);
}
