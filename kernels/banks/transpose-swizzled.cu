/* Transpose, each warp with a tile of its own: an XOR swizzle in place of
 * padding.
 *
 * Element (y, x) of a tile is kept at column x ^ y of row y. Along a row the
 * 32 lanes still lie in 32 banks, in another order; down a column they now do,
 * too. The tile stays at 32 x 32 words, so more blocks fit on a
 * multiprocessor. */

#define TILE 32

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	extern __shared__ float shared[];
	int lane = threadIdx.x % TILE, warp = threadIdx.x / TILE;
	float *tile = shared + warp * TILE * TILE;
	int across = (cols + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
	int number = blockIdx.x * (blockDim.x / TILE) + warp;

	if (number >= across * down)
		return;
	int row = number / across * TILE, col = number % across * TILE;

	for (int y = 0; y < TILE; y++)
		if (row + y < rows && col + lane < cols)
			tile[y * TILE + (lane ^ y)] = in[(row + y) * cols + col + lane];
	__syncwarp();
	for (int y = 0; y < TILE; y++)
		if (col + y < cols && row + lane < rows)
			out[(col + y) * rows + row + lane] = tile[lane * TILE + (y ^ lane)];
}

extern "C" void solve(const float *in, float *out, int *resident, int rows, int cols, int warps)
{
	int tiles = ((cols + TILE - 1) / TILE) * ((rows + TILE - 1) / TILE);
	size_t bytes = warps * TILE * TILE * sizeof(float);

	cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, transpose, warps * TILE, bytes);
	if (tiles > 0)
		transpose<<<(tiles + warps - 1) / warps, warps * TILE, bytes>>>(in, out, rows, cols);
}
