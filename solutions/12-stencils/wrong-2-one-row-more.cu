/* Mistake: the row below the last one counts as inside. */

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
	__shared__ float tile[HIGH + 2][WIDE + 2];
	int top = blockIdx.y * HIGH;
	int left = blockIdx.x * WIDE;
	float sum = 0.0f;

	for (int k = y * WIDE + x; k < (WIDE + 2) * (HIGH + 2);
	     k += WIDE * HIGH) {
		int from_row = top - 1 + k / (WIDE + 2);
		int from_col = left - 1 + k % (WIDE + 2);
		bool inside = from_row >= 0 && from_row <= rows && from_col >= 0 && from_col < cols;

		tile[k / (WIDE + 2)][k % (WIDE + 2)] = inside ? in[from_row * cols + from_col] : 0.0f;
	}
	__syncthreads();
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			sum += weight(dy, dx) * tile[y + 1 + dy][x + 1 + dx];
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
