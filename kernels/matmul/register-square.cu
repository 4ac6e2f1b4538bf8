/* c = a * b, all three n x n: each thread computes 8 x 8 elements.
 *
 * The idea: 8 words of a and 8 words of b in registers make 64 products. So a
 * product takes a quarter of a load from shared memory, where a column of 8
 * took more than one. A block of 256 threads computes 128 x 128 elements. */

#define TILE 128
#define DEPTH 8
#define EACH 8 /* a thread computes EACH x EACH elements */
#define THREADS (TILE / EACH * TILE / EACH)

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[TILE][DEPTH], bs[DEPTH][TILE];
	int t = threadIdx.x;
	int x = t % (TILE / EACH) * EACH, y = t / (TILE / EACH) * EACH;
	int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
	float sum[EACH][EACH] = {};

	for (int first = 0; first < n; first += DEPTH) {
		for (int i = t; i < TILE * DEPTH; i += THREADS) {
			int ay = i / DEPTH, ax = i % DEPTH, by = i / TILE, bx = i % TILE;

			as[ay][ax] = row0 + ay < n && first + ax < n ? a[(size_t)(row0 + ay) * n + first + ax] : 0.0f;
			bs[by][bx] = first + by < n && col0 + bx < n ? b[(size_t)(first + by) * n + col0 + bx] : 0.0f;
		}
		__syncthreads();
		for (int k = 0; k < DEPTH; k++) {
			float left[EACH], right[EACH];

			for (int i = 0; i < EACH; i++)
				left[i] = as[y + i][k];
			for (int j = 0; j < EACH; j++)
				right[j] = bs[k][x + j];
			for (int i = 0; i < EACH; i++)
				for (int j = 0; j < EACH; j++)
					sum[i][j] += left[i] * right[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < EACH; i++)
		for (int j = 0; j < EACH; j++)
			if (row0 + y + i < n && col0 + x + j < n)
				c[(size_t)(row0 + y + i) * n + col0 + x + j] = sum[i][j];
}

extern "C" void solve(const float *a, const float *b, float *c, int n)
{
	dim3 blocks((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);

	if (n > 0)
		matmul<<<blocks, THREADS>>>(a, b, c, n);
}
