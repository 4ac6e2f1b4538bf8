/* Mistake: each thread makes the sums of all rows from its own on. */

#define WIDE 32
#define HIGH 16
#define REACH 4
#define SIZE (2 * REACH + 1) /* of the window: 9 x 9 points */

__global__ void blur(const int *in, int *out, int rows, int cols)
{
	__shared__ int tile[HIGH + 2 * REACH][WIDE + 2 * REACH];
	__shared__ int rows_sum[HIGH + 2 * REACH][WIDE];
	int x = threadIdx.x;
	int y = threadIdx.y;
	int left = blockIdx.x * WIDE;
	int top = blockIdx.y * HIGH;
	int sum = 0;

	for (int ty = y; ty < HIGH + 2 * REACH; ty += HIGH)
		for (int tx = x; tx < WIDE + 2 * REACH; tx += WIDE) {
			int r = min(max(top + ty - REACH, 0), rows - 1);
			int c = min(max(left + tx - REACH, 0), cols - 1);

			tile[ty][tx] = in[r * cols + c];
		}
	__syncthreads();
	for (int ty = y; ty < HIGH + 2 * REACH; ty++) {
		int s = 0;

		for (int dx = 0; dx < SIZE; dx++)
			s += tile[ty][x + dx];
		rows_sum[ty][x] = s;
	}
	__syncthreads();
	for (int dy = 0; dy < SIZE; dy++)
		sum += rows_sum[y + dy][x];
	if (top + y < rows && left + x < cols)
		out[(top + y) * cols + left + x] = sum / (SIZE * SIZE);
}

extern "C" void solve(const int *in, int *out, int rows, int cols)
{
	dim3 block(WIDE, HIGH);
	dim3 grid((cols + WIDE - 1) / WIDE, (rows + HIGH - 1) / HIGH);

	if (rows > 0 && cols > 0)
		blur<<<grid, block>>>(in, out, rows, cols);
}
