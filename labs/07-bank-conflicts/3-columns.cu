/* Step 3: a matrix product whose warps go down columns.
 *
 * c = a * b, n x inner by inner x n. A block computes a tile of 32 x 32 elements of c, as in
 * lab 06, but here threadIdx.x is the row. So the 32 lanes of a warp differ in
 * the first index of both tiles: tile[tx][...]. The answers are right; nearly
 * every access to shared memory takes 32 wavefronts. */

#define TILE 32

__global__ void product(const float *a, const float *b, float *c, int n, int inner)
{
	/* TODO: change how the tiles lie in shared memory, so that the lanes
	 * tx = 0 to 31 of tile[tx][...] fall into 32 banks. Look at both tiles:
	 * which of their accesses has tx as first index? */
	__shared__ float a_tile[TILE][TILE];
	__shared__ float b_tile[TILE][TILE];
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

	product<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(a, b, c, n, inner);
}
