/* c = a * b, all three n x n: each thread computes 8 elements of a column.
 *
 * The idea: a word of b that a thread has in a register serves 8 products,
 * one for each row that the thread works on. So 8 products take 9 loads from
 * shared memory where they took 16. A block of 512 threads computes 64 x 64
 * elements. */

#define TILE 64 /* rows and columns of c for a block */
#define DEPTH 8 /* columns of a and rows of b in shared memory */
#define ROWS 8  /* elements for a thread */

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[TILE][DEPTH], bs[DEPTH][TILE];
	int t = threadIdx.x;
	int x = t % TILE, y = t / TILE * ROWS; /* the thread's place in the tile of c */
	int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
	float sum[ROWS] = {};

	for (int first = 0; first < n; first += DEPTH) {
		int ay = t / DEPTH, ax = t % DEPTH, by = t / TILE, bx = t % TILE;

		as[ay][ax] = row0 + ay < n && first + ax < n ? a[(size_t)(row0 + ay) * n + first + ax] : 0.0f;
		bs[by][bx] = first + by < n && col0 + bx < n ? b[(size_t)(first + by) * n + col0 + bx] : 0.0f;
		__syncthreads();
		for (int k = 0; k < DEPTH; k++) {
			float right = bs[k][x];

			for (int i = 0; i < ROWS; i++)
				sum[i] += as[y + i][k] * right;
		}
		__syncthreads();
	}
	for (int i = 0; i < ROWS; i++)
		if (row0 + y + i < n && col0 + x < n)
			c[(size_t)(row0 + y + i) * n + col0 + x] = sum[i];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	dim3 blocks((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);

	if (n > 0)
		matmul<<<blocks, TILE * TILE / ROWS>>>(a, b, c, n);
}
