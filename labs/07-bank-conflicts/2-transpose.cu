/* Step 2: a transpose with both sides coalesced.
 *
 * A block moves a tile of 32 x 32 elements with 32 x 4 threads, so each thread
 * moves eight. Blocks with neighbouring numbers have tiles below each other in
 * `in`, which are neighbours along the rows of `out`. First the tile is brought
 * to shared memory, row by row: these loads are coalesced. Then each thread
 * writes the elements that it brought, and these stores are scattered: 32
 * sectors each. The answers are right. */

#define TILE 32
#define ROWS 4

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	__shared__ float tile[TILE][TILE];
	int col = blockIdx.y * TILE + threadIdx.x;
	int row = blockIdx.x * TILE + threadIdx.y;

	for (int k = 0; k < TILE; k += ROWS)
		if (row + k < rows && col < cols)
			tile[threadIdx.y + k][threadIdx.x] = in[(row + k) * cols + col];
	__syncthreads();

	/* TODO: write rows of `out`: neighbouring threads, neighbouring words.
	 * The tile's place in `out` has x and y of the block exchanged, and a
	 * warp now has to read down a column of the tile. Then look at the
	 * wavefronts of the shared loads, and choose the tile's width so that
	 * the words of a column lie in different banks. */
	for (int k = 0; k < TILE; k += ROWS)
		if (row + k < rows && col < cols)
			out[col * rows + row + k] = tile[threadIdx.y + k][threadIdx.x];
}

extern "C" void solve(const float *in, float *out, int rows, int cols)
{
	dim3 block(TILE, ROWS);
	dim3 grid((rows + TILE - 1) / TILE, (cols + TILE - 1) / TILE);

	transpose<<<grid, block>>>(in, out, rows, cols);
}
