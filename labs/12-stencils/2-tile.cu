/* Step 2: a stencil in two dimensions. out is the sum of a 3 x 3 neighbourhood
 * with the weights 1 2 1, 2 4 2, 1 2 1. What is outside counts as 0.
 *
 * Here each thread loads its nine words from global memory. */

#define WIDE 32
#define HIGH 8

/* 1 2 1
 * 2 4 2
 * 1 2 1 */
__device__ float weight(int dy, int dx)
{
	return (2 - abs(dy)) * (2 - abs(dx));
}

__global__ void smooth(const float *in, float *out, int rows, int cols)
{
	int x = threadIdx.x;
	int y = threadIdx.y;
	int col = blockIdx.x * WIDE + x;
	int row = blockIdx.y * HIGH + y;
	float sum = 0.0f;

	/* TODO: load a tile of HIGH x WIDE with a halo of one at each side,
	 * and at the corners, to shared memory: (HIGH + 2) * (WIDE + 2) words
	 * for HIGH * WIDE threads. What is outside of the picture is 0. */
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (row + dy >= 0 && row + dy < rows &&
			    col + dx >= 0 && col + dx < cols)
				sum += weight(dy, dx) *
				       in[(row + dy) * cols + col + dx];
	if (row < rows && col < cols)
		out[row * cols + col] = sum;
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(WIDE, HIGH);
	dim3 grid((cols + WIDE - 1) / WIDE, (rows + HIGH - 1) / HIGH);

	if (rows > 0 && cols > 0)
		smooth<<<grid, block>>>(in, out, rows, cols);
}
