/* Mistake: the threads of a block stand where the blocks belong, and the
 * reverse. */

#define TILE 32
#define ROWS 4

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[TILE][TILE + 1];
	int col = blockIdx.y * TILE + threadIdx.x;
	int row = blockIdx.x * TILE + threadIdx.y;

	for (int k = 0; k < TILE; k += ROWS)
		if (row + k < rows && col < cols)
			tile[threadIdx.y + k][threadIdx.x] = in[(row + k) * cols + col];
	__syncthreads();

	/* The tile's place in `out`: x and y of the block exchanged. */
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

	transpose<<<block, grid>>>(in, out, rows, cols);
}
