/* Mistake: the rows are padded, and the question how many blocks fit is asked for
 * a kernel without padding. The launch gets the padded one. */

#define TILE 32
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

	cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, transpose, threads, warps * 4096);
	transpose<<<(tiles + warps - 1) / warps, threads, bytes>>>(in, out, rows, cols);
}
