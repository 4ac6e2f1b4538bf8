/* Mistake: the second tile is filled from a, too. The lecture notes have
 * this one in their padded version. */

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
		b_tile[tx][ty] = first + tx < inner && col < n ? a[(first + tx) * inner + col] : 0.0f;
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

	product<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(a, b, c, n, inner);
}
