/* Step 5: no conflicts, and no padding.
 *
 * A transpose in which each warp has a tile of its own, so that it waits for
 * nobody else (__syncwarp). A block has as many tiles as `warps`, and solve()
 * is told how many that are.
 *
 * solve() also asks CUDA how many blocks of this kernel fit on one
 * multiprocessor, and writes the answer to resident[0], which lies on the
 * host. The padded tiles below are free of conflicts, but with 11 warps only 4
 * blocks fit. With tiles of 32 x 32 words, 4096 bytes for each warp, 5 do:
 * that is what this step wants. */

#define TILE 32
/* TODO: make rows 32 words long again, and find other places for the elements
 * within their row: column x of row y is kept at place(y, x). The 32 places of
 * a row must differ, and the 32 elements of a column must lie in 32 banks.
 * The operator ^ (exclusive or) does both. */
#define PITCH (TILE + 1)

__device__ int place(int y, int x)
{
	return y * PITCH + x;
}

__global__ void transpose(const float *in, float *out, int rows, int cols)
{
	extern __shared__ float shared[];
	int lane = threadIdx.x % TILE, warp = threadIdx.x / TILE;
	float *tile = shared + warp * TILE * PITCH;
	int across = (cols + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
	int number = blockIdx.x * (blockDim.x / TILE) + warp;

	if (number >= across * down)
		return;
	int row = number / across * TILE, col = number % across * TILE;

	for (int y = 0; y < TILE; y++)
		if (row + y < rows && col + lane < cols)
			tile[place(y, lane)] = in[(row + y) * cols + col + lane];
	__syncwarp();
	for (int x = 0; x < TILE; x++)
		if (col + x < cols && row + lane < rows)
			out[(col + x) * rows + row + lane] = tile[place(lane, x)];
}

extern "C" void solve(const float *in, float *out, int *resident, int rows, int cols, int warps)
{
	int tiles = ((cols + TILE - 1) / TILE) * ((rows + TILE - 1) / TILE);
	int threads = warps * TILE;
	size_t bytes = warps * TILE * PITCH * sizeof(float);

	cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, transpose, threads, bytes);
	transpose<<<(tiles + warps - 1) / warps, threads, bytes>>>(in, out, rows, cols);
}
