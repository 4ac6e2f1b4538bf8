/* Matrix product c = a * b, n x inner by inner x n, x along the columns of the tiles:
 * tiles in static shared memory, padded by one column.
 *
 * threadIdx.x is the row of c. That is the wrong way round for global memory, and
 * it makes each warp go down the columns of its tiles. Rows of 33 words spread
 * a column over all banks. */

#define TILE 32

__global__ void product(const float *a, const float *b, float *c, int n, int inner)
{
	__shared__ float a_tile[TILE][TILE + 1];
	__shared__ float b_tile[TILE][TILE + 1];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.x * TILE + tx;
	int col = blockIdx.y * TILE + ty;
	float sum = 0.0f;

	for (int first = 0; first < inner; first += TILE) {
		a_tile[tx][ty] = row < n && first + ty < inner ? a[row * inner + first + ty] : 0.0f;
		b_tile[tx][ty] = first + tx < inner && col < n ? b[(first + tx) * n + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += a_tile[tx][k] * b_tile[k][ty];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}

extern "C" void solve(const float *a, const float *b, float *c, int n, int inner)
{
	int tiles = (n + TILE - 1) / TILE;

	if (n > 0)
		product<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(a, b, c, n, inner);
}
