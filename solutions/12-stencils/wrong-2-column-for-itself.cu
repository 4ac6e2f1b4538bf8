/* Mistake: a thread walks down a column, with the sums of three rows in
 * registers. That saves requests, but each thread loads three words of a row. */

#define WIDE 32
#define HIGH 16 /* results of a thread */

__global__ void smooth(const float *in, float *out, int rows, int cols)
{
	int col = blockIdx.x * WIDE + threadIdx.x;
	int first = (blockIdx.y * blockDim.y + threadIdx.y) * HIGH;
	float above = 0.0f, here = 0.0f;

	if (col >= cols)
		return;
	for (int row = first - 1; row <= first + HIGH && row <= rows; row++) {
		float below = 0.0f;

		if (row >= 0 && row < rows) {
			const float *p = in + row * cols + col;

			below = 2.0f * p[0] + (col > 0 ? p[-1] : 0.0f) +
				(col + 1 < cols ? p[1] : 0.0f);
		}
		if (row > first && row - 1 < rows)
			out[(row - 1) * cols + col] =
				above + 2.0f * here + below;
		above = here;
		here = below;
	}
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(WIDE, 2);
	dim3 grid((cols + WIDE - 1) / WIDE, (rows + 2 * HIGH - 1) / (2 * HIGH));

	if (rows > 0 && cols > 0)
		smooth<<<grid, block>>>(in, out, rows, cols);
}
