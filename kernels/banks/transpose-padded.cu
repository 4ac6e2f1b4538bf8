/* Transpose through shared memory, rung 3: the tile padded by one column.
 *
 * Rung 1 (kernels/transpose/coalesced-stores.cu) has no tile. Rung 2, a tile of
 * 32 x 32 words, makes loads and stores coalesced; its columns lie in one
 * bank. With rows of 33 words neighbours of a column are 33 words apart, so
 * each lies in a bank of its own. */

#define TILE 32
#define ROWS 4 /* rows of threads in a block; each thread moves TILE / ROWS elements */

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[TILE][TILE + 1];
	int col = blockIdx.y * TILE + threadIdx.x;
	int row = blockIdx.x * TILE + threadIdx.y;

	for (int k = 0; k < TILE; k += ROWS)
		if (row + k < rows && col < cols)
			tile[threadIdx.y + k][threadIdx.x] = in[(row + k) * cols + col];
	__syncthreads();

	/* The tile's place in `out`: x and y of the block change places. */
	col = blockIdx.x * TILE + threadIdx.x;
	row = blockIdx.y * TILE + threadIdx.y;
	for (int k = 0; k < TILE; k += ROWS)
		if (row + k < cols && col < rows)
			out[(row + k) * rows + col] = tile[threadIdx.x][threadIdx.y + k];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(TILE, ROWS);
	dim3 grid((rows + TILE - 1) / TILE, (cols + TILE - 1) / TILE);

	if (rows > 0 && cols > 0)
		transpose<<<grid, block>>>(in, out, rows, cols);
}
