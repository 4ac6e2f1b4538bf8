/* out[col][row] = in[row][col], through a tile whose rows are 33 words apart.
 *
 * The idea: one unused word at the end of each row of the tile. Going down a
 * column is then a step of 33 words, and 32 lanes find 32 different banks. */

#define TILE 32
#define ROWS 4 /* rows of the tile that a block's 32 x 4 threads move at once */

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[TILE][TILE + 1];
	int x = threadIdx.x, y = threadIdx.y;
	int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

	for (int k = y; k < TILE; k += ROWS)
		if (row0 + k < rows && col0 + x < cols)
			tile[k][x] = in[(size_t)(row0 + k) * cols + col0 + x];
	__syncthreads();
	for (int k = y; k < TILE; k += ROWS)
		if (col0 + k < cols && row0 + x < rows)
			out[(size_t)(col0 + k) * rows + row0 + x] = tile[x][k];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 threads(TILE, ROWS);
	dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

	if (rows > 0 && cols > 0)
		transpose<<<blocks, threads>>>(in, out, rows, cols);
}
