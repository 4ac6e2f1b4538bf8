/* Another right way, without padding: the tiles are kept turned round, so
 * that tx is the last index wherever lanes differ. */

#define TILE 32

__global__ void product(const float *a, const float *b, float *c, int n, int inner)
{
	__shared__ float a_tile[TILE][TILE];
	__shared__ float b_tile[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.x * TILE + tx;
	int col = blockIdx.y * TILE + ty;
	float sum = 0.0f;

	for (int first = 0; first < inner; first += TILE) {
		a_tile[ty][tx] = row < n && first + ty < inner ? a[row * inner + first + ty] : 0.0f;
		b_tile[ty][tx] = first + tx < inner && col < n ? b[(first + tx) * n + col] : 0.0f;
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += a_tile[k][tx] * b_tile[ty][k];
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
