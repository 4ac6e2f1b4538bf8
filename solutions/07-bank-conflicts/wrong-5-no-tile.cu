/* Mistake: the stores are neighbours, the loads are not, and the tile is left
 * out: no bank has a conflict. */

#define TILE 32

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	extern __shared__ float shared[];
	int lane = threadIdx.x % TILE, warp = threadIdx.x / TILE;
	int across = (cols + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
	int number = blockIdx.x * (blockDim.x / TILE) + warp;

	shared[threadIdx.x] = 0.0f;
	if (number >= across * down)
		return;
	int row = number / across * TILE, col = number % across * TILE;

	for (int x = 0; x < TILE; x++)
		if (col + x < cols && row + lane < rows)
			out[(col + x) * rows + row + lane] = in[(row + lane) * cols + col + x];
}

extern "C" void solve(const float *in, float *out, int *resident, int rows, int cols, int warps)
{
	int tiles = ((cols + TILE - 1) / TILE) * ((rows + TILE - 1) / TILE);
	int threads = warps * TILE;
	size_t bytes = warps * TILE * TILE * sizeof(float);

	cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, transpose, threads, bytes);
	transpose<<<(tiles + warps - 1) / warps, threads, bytes>>>(in, out, rows, cols);
}
